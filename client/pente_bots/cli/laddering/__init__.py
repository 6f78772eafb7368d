"""The command line of ladders."""
