"""Append-only output of a room, as plain text or JSON lines, and the session that reads stdin."""
