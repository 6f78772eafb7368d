"""A game as JSON, one object a line, for programs."""
