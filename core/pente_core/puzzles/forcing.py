"""Forcing play: threats to win with the next stone, and everything that stops them.

For the rulesets of `can_be_forced` only. All of it follows from the rules alone, without any search.
"""

from collections.abc import Iterator

from pente_core.rules.geometry import Bits
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_capture, points_that_win
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.verdict import verdict


def can_be_forced(rules: Ruleset) -> bool:
    """Whether this module can answer for a ruleset: two sides that place one stone a turn, no poof, and a row
    wins at once.
    """
    is_plain = not (rules.poof or rules.unbreakable)
    return rules.sides == 2 and rules.stones_per_turn == 1 and is_plain


def played(position: Position, point: Point) -> Position | None:
    """The position after a stone; None if the game is over then. Raises IllegalMove."""
    move, after, lines = position.judge(point)
    return after if verdict(move, after, lines) is None else None


def forced_by(position: Position, point: Point) -> Position | None:
    """The position after a stone that threatens to win with the next one; None for any other stone.

    The game must go on, the opponent must not be able to win at once, and must lose if it did nothing.
    """
    after = played(position, point)
    if after is None or not points_that_win(after.passed()) or points_that_win(after):
        return None
    return after


def defences(position: Position, *, try_all: bool = False) -> Iterator[tuple[Point, Position]]:
    """Every stone after which the opponent can't win with its next stone, with the position after it.

    The opponent threatens to win, and the side to move can't win at once (neither is checked). A stone that
    draws the game is not among them. ``try_all`` tries every legal point even where only those that win or
    capture something can matter; it finds the same, more slowly.
    """
    table = position.board.geometry
    points = position.legal_points.bits if try_all else _points_that_matter(position)
    for point in table.points(points):
        after = played(position, point)
        if after is not None and not points_that_win(after):
            yield point, after


def hopeless_reply(position: Position) -> Point:
    """What to answer to a threat that nothing stops: a point where the opponent would win, if one is open."""
    legal = position.legal_points.bits
    return next(position.board.geometry.points(points_that_win(position.passed()) & legal or legal))


def _points_that_matter(position: Position) -> Bits:
    """The points that can stop a threat: where the opponent would win, and those that capture.

    A stone elsewhere changes neither the row nor the run that the opponent completes.
    """
    return points_that_win(position.passed()) & position.legal_points.bits | points_that_capture(position)
