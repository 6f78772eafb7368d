"""Boards as PNG: what is drawn on one, and the thread that draws it."""
