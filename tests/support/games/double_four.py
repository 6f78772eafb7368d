"""A game with a forced win of two stones, and the puzzle that it makes."""

from collections.abc import Sequence
from typing import Final

from pente_bots.puzzles.finder import PuzzleBounds, SearchedGame, puzzles_of
from pente_core.puzzles.puzzle import Puzzle
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS

RULESET: Final = "freestyle"
BEFORE: Final = "K10 K9 K11 A1 K12 D3 G13 F13 H13 T19 J13 S2"
"""The stones up to the position in which K13 makes two fours, and so wins."""
WON: Final = f"{BEFORE} K13 K14 L13"
MISSED: Final = f"{BEFORE} A19 T1"


def points_of(names: str) -> list[Point]:
    return [parse_point(name, 19) for name in names.split()]


def puzzle_of(stones: Sequence[Point]) -> Puzzle:
    """The only puzzle of a game with such stones, or an image of it."""
    (puzzle,) = puzzles_of(SearchedGame(RULESETS[RULESET], tuple(stones)), PuzzleBounds())
    return puzzle
