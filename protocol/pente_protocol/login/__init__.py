"""Signing in: servers and devices prove by signatures who they are, and send nothing worth stealing."""
