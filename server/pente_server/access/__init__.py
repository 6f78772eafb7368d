"""Accounts, and who may enter the server and its rooms."""
