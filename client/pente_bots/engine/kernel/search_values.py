"""The scale of values in a search. This module has no types of its own."""

WIN = 30000
"""The value of a win, less the stones until then."""
WON = 29000
"""Values beyond are proven wins, and below -WON proven losses."""
INFINITE = 32000
