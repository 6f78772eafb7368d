"""The events that follow from commands, by topic."""
