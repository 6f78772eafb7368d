"""Looks for puzzles in game records: what the command line asks for by name."""

from collections.abc import Iterable, Iterator

from pente_bots.puzzles.finder import PuzzleBounds, SearchedGame
from pente_bots.puzzles.search_games import search_games
from pente_core.puzzles.puzzle import Puzzle
from pente_core.records import Record


def search_records(
    records: Iterable[tuple[str, Record]], least: int, most: int, processes: int
) -> Iterator[tuple[Puzzle, ...]]:
    """The puzzles of each record, in order; see `search_games`. Each record comes with its source."""
    games = (SearchedGame(record.ruleset, record.turns, record.setup, source) for source, record in records)
    return search_games(games, PuzzleBounds(least, most), processes)
