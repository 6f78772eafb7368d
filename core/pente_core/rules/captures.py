"""Stones that leave the board: captures of enemy runs, and poofs of own runs.

Both are found on the board with the new stone placed and nothing removed.
"""

from collections.abc import Callable, Iterator

from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import CompiledRules
from pente_core.rules.fast_new import fast_new
from pente_core.rules.geometry import Bits, run_through
from pente_core.rules.move import Capture
from pente_core.rules.point import Point


def captures_by(law: CompiledRules, board: Board, colour: int, point: Point) -> tuple[Capture, ...]:
    """What a stone of ``colour`` on the empty ``point`` takes, in all eight directions at once.

    A run is taken when it lies between the new stone and another stone of the same colour, and is of a
    length that the ruleset takes. It is of one opponent, or of both opponents where there are teams.
    """
    own = board.stones[colour]
    reach, runs = law.flanks[point]
    flanks = own & reach
    if not flanks:
        return ()
    others, taken = board.occupied ^ own, 0
    while flanks:
        flank = flanks & -flanks
        flanks ^= flank
        run = runs[flank]
        if others & run == run and (law.rules.sides == 2 or _is_prey(law, board, colour, run)):
            taken |= run
    return tuple(_by_colour(board, taken)) if taken else ()


def poofed_by(law: CompiledRules, board: Board, colour: int, point: Point) -> tuple[Point, ...]:
    """The own stones, the new one included, that a stone on the empty ``point`` loses by moving in."""
    table, bit, lengths = board.geometry, board.geometry.bit[point], law.rules.poof
    own, enemy = board.stones[colour] | bit, board.stones[1 - colour]
    lost = 0
    for step in table.steps:
        run, ends = run_through(own, bit, step)
        if run.bit_count() in lengths and (enemy & ends).bit_count() == 2:
            lost |= run
    return tuple(table.points(lost))


def _is_prey(law: CompiledRules, board: Board, colour: int, run: Bits) -> bool:
    """Whether a run of the stones of others is of opponents, and of those that may be taken together."""
    if law.rules.teams:
        return not board.stones[(colour + 2) % 4] & run
    return any(stones & run == run for stones in board.stones)


def _by_colour(board: Board, taken: Bits) -> Iterator[Capture]:
    for colour, stones in enumerate(board.stones):
        if stones & taken:
            yield _capture(colour, tuple(board.geometry.points(stones & taken)))


_capture: Callable[[int, tuple[Point, ...]], Capture] = fast_new(Capture)
