"""A scripted server that plays its part against a client in any language, and says what the client misses."""
