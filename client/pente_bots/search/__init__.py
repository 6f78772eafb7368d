"""What a player is asked to search, and what it answers."""
