"""What pages with a table of actions have: their help, palette and bar, and lists that take clicks."""
