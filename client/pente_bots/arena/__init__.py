"""Matches between players on this machine, and what they prove."""
