"""Signing in: whose account it is, proven in both directions without sending a secret."""
