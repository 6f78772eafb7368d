"""Our players as engines on the command line."""
