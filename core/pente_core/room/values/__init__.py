"""The commands, events, offers, options and refusals of a room."""
