"""Time controls, game clocks and lag compensation."""
