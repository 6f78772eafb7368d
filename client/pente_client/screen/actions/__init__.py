"""What can be done on the game page, in one table."""
