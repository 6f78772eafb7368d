"""Limits on what a peer may do, rate limiting, and the error for refused requests."""
