"""Programs by other people that play as our players: their processes, and the protocols they speak."""
