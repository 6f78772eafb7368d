"""The parts of the screen as pure functions from the model to lines; nothing here knows a terminal."""
