"""What connected players are told of each other: who is here, friends who arrive, and messages."""
