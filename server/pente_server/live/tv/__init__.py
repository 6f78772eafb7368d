"""TV: which games are worth watching now, and who watches which."""
