"""Rooms in memory, as they were loaded from their logs."""
