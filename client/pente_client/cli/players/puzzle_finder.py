"""The finder of puzzles, which lives in another package."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Final

from pente_core.puzzles.puzzle import Puzzle
from pente_core.records import Record

# import-linter does not see imports by name: a test holds this to the module named here.
PUZZLE_SEARCH: Final = "pente_bots.puzzles.search_records"


def puzzles_in(
    records: Iterable[tuple[str, Record]], least: int, most: int, processes: int
) -> Iterator[tuple[Puzzle, ...]]:
    """The puzzles of each record, which comes with a few words about where it is from, in their order.

    They are won in at least ``least`` and at most ``most`` stones of both sides.
    """
    found: Iterator[tuple[Puzzle, ...]] = import_module(PUZZLE_SEARCH).search_records(
        records, least, most, processes
    )
    return found
