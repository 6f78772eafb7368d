"""The main line of a forced win: the quickest attack against the defence that lasts longest."""

from pente_bots.puzzles.prover import Prover
from pente_core.puzzles.forcing import defences, hopeless_reply
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win


def main_line(prover: Prover, position: Position, stones: int) -> tuple[Point, ...]:
    """The stones of both sides in a position won in exactly so many, as `Prover.win_in` says.

    Among equal ones the lowest point is taken. Raises GivenUp.
    """
    line: list[Point] = []
    while stones > 1:
        attack, after = _attack(prover, position, stones)
        defence, position, stones = longest_defence(prover, after, stones)
        line += (attack, defence)
    return (*line, next(position.board.geometry.points(points_that_win(position))))


def longest_defence(prover: Prover, after: Position, stones: int) -> tuple[Point, Position, int]:
    """The best answer to a forcing stone that wins in so many, the position after it, and the stones left.

    Where nothing stops the threat, it is a stone on one of the points where the attacker would win. Raises
    GivenUp.
    """
    found: tuple[Point, Position, int] | None = None
    for point, reply in defences(after):
        left = prover.win_in(reply, stones - 2)
        assert left is not None
        if found is None or left > found[2]:
            found = point, reply, left
    return found or _hopeless(after)


def _attack(prover: Prover, position: Position, stones: int) -> tuple[Point, Position]:
    return next(
        (point, after)
        for point, after in prover.attacks(position)
        if prover.refutation(after, stones) is None
    )


def _hopeless(after: Position) -> tuple[Point, Position, int]:
    point = hopeless_reply(after)
    return point, after.play(point)[1], 1
