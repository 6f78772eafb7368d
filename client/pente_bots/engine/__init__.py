"""The engine: the strongest of the players, compiled where that can be done."""
