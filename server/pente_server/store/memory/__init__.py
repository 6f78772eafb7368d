"""The store in memory, for tests and machines without an engine."""
