"""The lobby's pages of finished games, openings, players and leaders."""
