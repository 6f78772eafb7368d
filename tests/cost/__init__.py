"""What the server costs: calls are counted exactly, and nothing may grow with what goes on elsewhere."""
