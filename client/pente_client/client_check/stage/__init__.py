"""The scripted server: its rooms and players, its connections and replies, and what it has seen."""
