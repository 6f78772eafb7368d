"""The in-memory store, for tests and for machines without Redis or Valkey."""
