"""Clients for people, and the command line."""
