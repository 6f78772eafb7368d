"""Foreign engines on the command line: their options, and the engine that these name."""
