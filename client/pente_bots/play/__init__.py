"""Bots as clients of a server."""
