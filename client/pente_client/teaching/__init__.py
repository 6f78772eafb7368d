"""Teaches the games: the rules of any ruleset with diagrams."""
