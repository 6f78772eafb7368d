"""Command-line options, and readers of their values, that several commands of people and bots share."""
