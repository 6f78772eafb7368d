"""Questions about every point of a board at once, for players that search."""
