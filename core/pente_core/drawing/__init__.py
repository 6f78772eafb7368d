"""Boards as pictures: what is on one, how it looks, and the picture as SVG."""
