"""Friends, messages and reports in Redis or Valkey."""
