"""Commands for people who learn a game."""
