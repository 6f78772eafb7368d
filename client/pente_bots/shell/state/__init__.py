"""The game of a shell, and what its commands are made of."""
