"""Bots that keep playing each other on a server, and ratings of these games alone."""
