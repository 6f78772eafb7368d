"""What is learnt on a board: lessons, and the mistakes of a reviewed game."""
