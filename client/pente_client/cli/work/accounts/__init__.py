"""What `pente account` does, action by action."""
