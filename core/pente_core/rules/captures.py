"""Stones that leave the board: captured enemy runs, and the player's own runs that poof.

Both are determined on the board with the new stone placed and nothing removed yet.
"""

from collections.abc import Iterator

from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import CompiledRules
from pente_core.rules.geometry import Bits
from pente_core.rules.move import Capture
from pente_core.rules.point import Point


def captures_by(compiled: CompiledRules, board: Board, colour: int, point: Point) -> tuple[Capture, ...]:
    """The captures that a stone of ``colour`` on the empty ``point`` makes, in all eight directions.

    A run is captured when it lies between the new stone and another stone of the same colour, and its length
    is one of the ruleset's ``captures``. All its stones belong to one opponent, or in a team game to either.
    That ``point`` is empty is not checked.
    """
    own = board.stones[colour]
    reach, runs = compiled.flanks[point]
    flanks = own & reach  # most stones have no partner at a flanking point and capture nothing
    if not flanks:
        return ()
    others, taken = board.occupied ^ own, 0
    while flanks:
        flank = flanks & -flanks  # isolates the lowest set bit
        flanks ^= flank
        run = runs[flank]
        if others & run == run and (compiled.rules.sides == 2 or _is_prey(compiled, board, colour, run)):
            taken |= run
    return tuple(_by_colour(board, taken)) if taken else ()


def poofed_by(compiled: CompiledRules, board: Board, colour: int, point: Point) -> tuple[Point, ...]:
    """The stones of ``colour`` that poof when it plays on the empty ``point``, perhaps including the new one.

    A run through the new stone poofs when its length is one of the ruleset's ``poof`` and an enemy stone is
    at both ends. For two sides only. That ``point`` is empty is not checked.
    """
    enemy = board.stones[1 - colour]
    reach, brackets = compiled.brackets[point]
    firsts = enemy & reach
    if not firsts:
        return ()
    own, lost = board.stones[colour] | board.geometry.bit[point], 0
    while firsts:
        first = firsts & -firsts  # isolates the lowest set bit
        firsts ^= first
        for last, run in brackets[first]:
            if enemy & last and own & run == run:
                lost |= run
    return tuple(board.geometry.points(lost)) if lost else ()


def _is_prey(compiled: CompiledRules, board: Board, colour: int, run: Bits) -> bool:
    """Whether a run of other colours may be captured: it has one owner, or in teams no partner's stone."""
    if compiled.rules.teams:
        return not board.stones[(colour + 2) % 4] & run  # partners sit opposite each other
    return any(stones & run == run for stones in board.stones)


def _by_colour(board: Board, taken: Bits) -> Iterator[Capture]:
    for colour, stones in enumerate(board.stones):
        if stones & taken:
            yield Capture(colour, tuple(board.geometry.points(stones & taken)))
