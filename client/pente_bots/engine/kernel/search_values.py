"""The scale of values in a search. This module is not compiled."""

WIN = 30000
"""The value of a win, less the stones until then."""
WON = 29000
"""Values beyond are proven wins, and below -WON proven losses."""
INFINITE = 32000
