"""Finished games: filing them, finding them, and what was played in a position with what result."""

from pente_server.archive.explorer import explored
from pente_server.archive.filing import archived, filing
from pente_server.archive.finder import Finder

__all__ = ["Finder", "archived", "explored", "filing"]
