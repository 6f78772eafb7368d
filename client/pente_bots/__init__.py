"""Players that choose moves, and bots as ordinary clients."""
