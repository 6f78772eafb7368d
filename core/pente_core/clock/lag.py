"""Lag compensation: the part of a turn that was spent on the network and is not charged.

Only lag that a server has measured counts, and only in part: at most `QUOTA` a turn, out of a stock that
refills slowly. A player who fakes lag by delaying the answers to the measurement gains no more than that:
`STOCK` in all, and `REFILL` for every turn after.
"""

from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Millis

QUOTA: Final = Millis(300)
"""The most that is not charged for one command."""
STOCK: Final = Millis(1500)
"""The most that a seat can have for turns in a row."""
REFILL: Final = Millis(100)
"""What comes back to the stock with every command."""


@dataclass(frozen=True, slots=True)
class Lag:
    """How much each seat has taken out of its stock."""

    taken: tuple[Millis, ...] = ()
    """Each at most `STOCK`; seats beyond the end have taken nothing."""

    def allowed(self, seat: int, measured: Millis) -> Millis:
        """What of a round trip that the server has measured need not be charged to a seat now."""
        return Millis(max(0, min(measured, QUOTA, STOCK - self._of(seat))))

    def after(self, seat: int, uncharged: Millis) -> "Lag":
        """The stocks after a command of a seat, of whose time so much was not charged."""
        before = self._of(seat)
        after = Millis(min(STOCK, max(0, before + uncharged - REFILL)))
        if after == before:  # nearly always none, before and after
            return self
        taken = [self._of(number) for number in range(max(seat + 1, len(self.taken)))]
        taken[seat] = after
        return _lag(taken)

    def swapped(self) -> "Lag":
        """The stocks once the players of the two seats have changed places."""
        return _lag([self._of(1), self._of(0)])

    def _of(self, seat: int) -> Millis:
        return self.taken[seat] if seat < len(self.taken) else Millis(0)


def _lag(taken: list[Millis]) -> Lag:
    while taken and not taken[-1]:
        taken.pop()
    return Lag(tuple(taken)) if taken else NO_LAG


NO_LAG: Final = Lag()
"""Nobody has taken anything."""
