"""Accounts, and access control for the server and its rooms."""
