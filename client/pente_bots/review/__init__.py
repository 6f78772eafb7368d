"""Reviews of finished games, computed by a player in several processes."""
