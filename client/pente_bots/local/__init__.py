"""Computer players for games on one machine, without a server."""
