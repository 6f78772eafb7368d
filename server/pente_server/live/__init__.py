"""Who is connected where: delivery of events, the lobby, presence and absence."""
