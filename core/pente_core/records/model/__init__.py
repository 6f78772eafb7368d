"""The record of a game as a value, and how its fields are written as text."""
