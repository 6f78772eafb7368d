"""A game as text that is only ever appended."""
