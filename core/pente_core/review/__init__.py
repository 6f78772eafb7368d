"""What a computer says about the stones of a finished game."""
