"""Rulesets in words: what they are, and what there is to do in their openings."""
