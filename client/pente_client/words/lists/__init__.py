"""Texts that list and sum up: players, rooms, games, ratings and records."""
