"""Handlers for client requests, one module per kind."""
