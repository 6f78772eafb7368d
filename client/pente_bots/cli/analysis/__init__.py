"""`pente analyse`: positions and finished games, as a player judges them."""
