"""The record of a game as a value, and the text forms of its fields."""
