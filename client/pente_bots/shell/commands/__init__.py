"""What each command of the shell does."""
