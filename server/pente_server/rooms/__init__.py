"""Rooms and their logs: loading, commands, commits, deadlines and outage credits."""
