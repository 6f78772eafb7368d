"""Connected players: delivery of events, the lobby, presence and absence."""
