"""Rooms and their logs: loading, deciding, committing, deadlines and outage credits."""
