"""The state of the game screen as one value, and its changes."""
