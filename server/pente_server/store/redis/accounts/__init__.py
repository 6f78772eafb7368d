"""Accounts in Redis or Valkey."""
