"""The players that ship."""
