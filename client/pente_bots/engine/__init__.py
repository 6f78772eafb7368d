"""The engine: a player that searches with a fast board of its own."""
