"""Exports of a whole server, and what is read back from them."""
