"""Reader and writer for the PGN-like text format of pente.org."""
