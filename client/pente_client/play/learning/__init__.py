"""Learning from the mistakes of a reviewed game."""
