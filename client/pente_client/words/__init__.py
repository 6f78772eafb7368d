"""Texts for people: events, outcomes, rulesets, ratings and lists of games."""
