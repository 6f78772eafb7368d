"""The board of the engine for a position."""

from functools import cache
from random import Random
from typing import Final

from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.line_table import LineTable
from pente_bots.engine.kernel.move_picker import MovePicker
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_NEVER: Final = 1 << 20
"""A goal that nobody reaches."""
_KEY_BITS: Final = 62


def is_supported(rules: Ruleset) -> bool:
    """Whether the engine's board knows these rules: two sides, one stone a turn, rows of five on at least 5x5
    points, captures of runs of two and three, and nothing that poofs or can't be broken.
    """
    return (
        rules.sides == 2
        and rules.stones_per_turn == 1
        and rules.line == 5
        and not rules.poof
        and not rules.unbreakable
        and set(rules.captures) <= {2, 3}
    )


def board_of(position: Position) -> EngineBoard:
    """A new board with the stones, captures and turn of a position. Its rules must be supported."""
    rules = position.rules
    table = _line_table(rules.exact_line, 2 in rules.captures, 3 in rules.captures)
    goals = [rules.goal_of(side) if rules.captures else _NEVER for side in (0, 1)]
    board = EngineBoard(table, rules.size, _random_keys(rules.even), goals)
    stones = [
        (point, side)
        for side, own in enumerate(position.board.stones)
        for point in position.board.geometry.points(own)
    ]
    board.set_up(
        [point for point, _ in stones], [side for _, side in stones], position.taken, position.colour
    )
    return board


def picker_of(board: EngineBoard, position: Position) -> MovePicker:
    """A list of candidates for a board, which knows where the second stone of the first side may not be."""
    compiled = position.compiled
    closed = compiled.full & ~compiled.second
    points = list(position.board.geometry.points(closed))
    return MovePicker(board, points, position.ply, compiled.second_ply if closed else -1)


def root_cells(board: EngineBoard, picker: MovePicker, position: Position) -> list[int]:
    """The cells to try in a position, the most promising first; all legal ones if none is near others."""
    cells = sorted(picker.listed(picker.list_all()), key=picker.rank, reverse=True)
    legal = position.legal_points
    return [cell for cell in cells if Point(board.point_of(cell)) in legal] or [
        board.cell_of(point) for point in legal
    ]


@cache
def _line_table(exact: bool, takes_two: bool, takes_three: bool) -> LineTable:  # noqa: FBT001 -- a cache
    return LineTable(exact, takes_two, takes_three)


@cache
def _random_keys(rules: Ruleset) -> list[int]:
    """Random numbers for hash keys, others for each ruleset, so that their positions do not get mixed up."""
    chance = Random(repr(compile_rules(rules).rules))
    return [chance.getrandbits(_KEY_BITS) for _ in range(2 * (rules.size + 12) ** 2 + 257)]
