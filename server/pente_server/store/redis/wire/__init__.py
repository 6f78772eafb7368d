"""The wire to a Redis or Valkey server: keys, requests, batches of commands, and what its errors mean."""
