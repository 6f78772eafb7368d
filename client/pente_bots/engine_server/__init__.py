"""Our players as engines for the programs of others, which manage games."""
