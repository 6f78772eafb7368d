"""The puzzles that come with pente."""

from importlib.resources import files
from typing import Final

from pente_core.puzzles.puzzle import Puzzle
from pente_core.puzzles.puzzle_text import read_puzzles

_FILE: Final = "built_in.jsonl"


def built_in_puzzles() -> list[Puzzle]:
    """All of them, the shortest wins first."""
    text = files("pente_core.puzzles").joinpath(_FILE).read_text(encoding="ascii")
    return list(read_puzzles(text.splitlines()))
