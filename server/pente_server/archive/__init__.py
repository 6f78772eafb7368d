"""Finished games: filing them, finding them, and what was played in a position with what result."""

from pente_server.archive.explorer import explore_position
from pente_server.archive.filing import archived_game, game_summary
from pente_server.archive.finder import GameSearch

__all__ = ["GameSearch", "archived_game", "explore_position", "game_summary"]
