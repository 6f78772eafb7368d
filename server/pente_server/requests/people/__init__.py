"""Requests about players and their accounts."""
