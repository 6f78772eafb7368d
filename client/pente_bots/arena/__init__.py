"""Matches between players, and what their results prove."""
