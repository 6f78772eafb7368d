"""What the screen shows, as pure functions from the model to fragments; nothing here knows a terminal."""
