"""The lobby's pages of live and finished games, openings, players and leaders."""
