"""What the judgements of players are worth in games: fits the constants with which their values compare."""
