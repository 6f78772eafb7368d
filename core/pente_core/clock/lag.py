"""Lag compensation: the network time of a turn that is not charged to its player.

Only lag that the server has measured itself is compensated, at most `QUOTA` per turn, from a stock that
refills slowly. A player who fakes lag by answering pings late therefore gains at most `STOCK` in all, plus
`REFILL` for every further turn.
"""

from typing import Final

from pente_core.clock.instant import Millis
from pente_core.value import Value

QUOTA: Final = Millis(300)
"""The maximum compensation for one command."""
STOCK: Final = Millis(1500)
"""The size of a seat's full stock, from which compensation is taken."""
REFILL: Final = Millis(100)
"""The time added to the stock with every command."""


class Lag(Value):
    """The compensation that each seat has taken from its stock and not regained yet."""

    taken: tuple[Millis, ...] = ()
    """By seat, each at most `STOCK`; trailing zeros are left out, so that equal values compare equal."""

    def allowed(self, seat: int, measured: Millis) -> Millis:
        """The part of a ``measured`` round trip that a seat is not charged for now."""
        return Millis(max(0, min(measured, QUOTA, STOCK - self._of(seat))))

    def after(self, seat: int, uncharged: Millis) -> "Lag":
        """The stocks after a command of ``seat`` for which ``uncharged`` milliseconds were compensated."""
        before = self._of(seat)
        after = Millis(min(STOCK, max(0, before + uncharged - REFILL)))
        if after == before:  # nearly always: zero before and after
            return self
        taken = [self._of(number) for number in range(max(seat + 1, len(self.taken)))]
        taken[seat] = after
        return _lag(taken)

    def swapped(self) -> "Lag":
        """The stocks after the two players have exchanged seats."""
        return _lag([self._of(1), self._of(0)])

    def _of(self, seat: int) -> Millis:
        return self.taken[seat] if seat < len(self.taken) else Millis(0)


def _lag(taken: list[Millis]) -> Lag:
    while taken and not taken[-1]:
        taken.pop()
    return Lag(tuple(taken)) if taken else NO_LAG


NO_LAG: Final = Lag()
"""The full stocks at the start of a game."""
