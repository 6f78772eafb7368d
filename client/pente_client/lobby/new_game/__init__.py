"""The form of a new game in the lobby, with every option that a game can have."""
