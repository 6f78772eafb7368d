"""One connection to a server: where it is, how long to wait for it, and what can go wrong."""
