"""Proofs that a side wins by force, made by the rules alone.

The attacker plays only stones that threaten to win with the next one; the defender answers with every stone
that stops the threat, captures included. What this finds is a win against any defence. A win with a stone
that threatens nothing at once is not looked for, so a position may be won in fewer stones than it says.
"""

from collections.abc import Iterator

from pente_bots.puzzles.forcing_points import forcing_points
from pente_core.puzzles.forcing import defences, forced_by
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win

_Key = tuple[tuple[int, ...], tuple[int, ...], int]


class GivenUp(Exception):
    """The prover has looked at as many positions as it may."""


class Prover:
    """Looks for forced wins, and remembers what it found. Mutable; for one game or one position."""

    def __init__(self, nodes: int, *, try_all: bool = False) -> None:
        """``nodes`` is the number of attacker's positions to look at until `restart`. ``try_all`` is for
        `pente_core.puzzles.forcing.defences`.
        """
        self._most = self._left = nodes
        self._try_all = try_all
        self._won: dict[_Key, int] = {}
        """The stones until the win, as few as are known."""
        self._not_won: dict[_Key, int] = {}
        """The stones in which there is no win, as many as are known."""

    def restart(self) -> None:
        """Allow as many positions as at first; what is known stays known."""
        self._left = self._most

    def win_in(self, position: Position, most: int) -> int | None:
        """The fewest stones, of both sides, in which the side to move wins by force; None if not in ``most``.

        1: with the next stone. Raises GivenUp.
        """
        return next((stones for stones in range(1, most + 1, 2) if self._wins(position, stones)), None)

    def wins(self, position: Position, most: int) -> dict[Point, int]:
        """Every forcing stone that wins in at most ``most`` stones, and in how many; the fewest first.

        The side to move must not win with its next stone (not checked). Raises GivenUp.
        """
        found: dict[Point, int] = {}
        for stones in range(3, most + 1, 2):
            for point, after in self.attacks(position):
                if point not in found and self._holds(after, stones):
                    found[point] = stones
        return found

    def attacks(self, position: Position) -> Iterator[tuple[Point, Position]]:
        """The forcing stones, with the positions after them."""
        for point in position.board.geometry.points(forcing_points(position)):
            after = forced_by(position, point)
            if after is not None:
                yield point, after

    def refutation(self, after: Position, stones: int) -> Point | None:
        """A defence after which the attacker no longer wins in ``stones``, counted with the one that led to
        ``after``; None if there is none. Raises GivenUp.
        """
        for point, reply in defences(after, try_all=self._try_all):
            if not self._wins(reply, stones - 2):
                return point
        return None

    def _wins(self, position: Position, stones: int) -> bool:
        if stones < 1:
            return False
        key = (position.board.stones, position.taken, position.colour)
        if self._won.get(key, stones + 1) <= stones:
            return True
        if self._not_won.get(key, 0) >= stones:
            return False
        if self._left <= 0:
            raise GivenUp
        self._left -= 1
        if points_that_win(position):
            self._won[key] = 1
            return True
        if stones >= 3 and any(self._holds(after, stones) for _, after in self.attacks(position)):
            self._won[key] = stones
            return True
        self._not_won[key] = stones
        return False

    def _holds(self, after: Position, stones: int) -> bool:
        """Whether the attacker wins against every defence."""
        return self.refutation(after, stones) is None
