"""Puzzles from games: forced wins, found and proven."""
