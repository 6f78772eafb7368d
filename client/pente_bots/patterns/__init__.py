"""The pattern lookahead: scores by rule, a field that keeps them up to date, and a search of fixed shape."""
