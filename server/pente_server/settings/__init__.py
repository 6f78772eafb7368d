"""Where the options of a server come from, besides the command line."""
