"""Puzzles: positions in which a side wins by force, with the whole proof."""
