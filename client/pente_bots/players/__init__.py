"""The strategies, one a module."""
