"""The wire to a Redis or Valkey server: batches of commands, and what its errors mean."""
