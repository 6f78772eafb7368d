"""Export and import of a whole server."""
