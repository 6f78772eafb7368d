"""Computer players, reached by name."""
