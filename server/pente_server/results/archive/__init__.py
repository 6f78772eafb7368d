"""The archive of finished games: indexing, search, and the opening explorer."""

from pente_server.results.archive.game_search import GameSearch
from pente_server.results.archive.indexing import archived_game, file_game, game_summary
from pente_server.results.archive.opening_explorer import explore_position

__all__ = ["GameSearch", "archived_game", "explore_position", "file_game", "game_summary"]
