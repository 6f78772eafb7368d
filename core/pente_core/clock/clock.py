"""Game clocks: the thinking time that each seat has left.

Lag compensation: the network time of a turn that is not charged to its player.

Only lag that the server has measured itself is compensated, at most `QUOTA` per turn, from a stock that
refills slowly. A player who fakes lag by answering pings late therefore gains at most `STOCK` in all, plus
`REFILL` for every further turn.
"""

from typing import Final, assert_never

from pente_core.clock.instant import Instant, Millis, elapsed, later
from pente_core.clock.time_control import (
    BadTimeControl,
    ByoYomi,
    Delay,
    Fischer,
    Odds,
    PerMove,
    Reading,
    TimeControl,
    Unlimited,
    control_of,
    format_time_control,
    gift,
    initial_time,
    initial_times,
    parse_time_control,
    reading,
)
from pente_core.value import Value, replace

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


__all__ = [
    "BadTimeControl",
    "ByoYomi",
    "Clock",
    "Delay",
    "Fischer",
    "Odds",
    "PerMove",
    "Reading",
    "TimeControl",
    "Unlimited",
    "control_of",
    "format_time_control",
    "gift",
    "initial_time",
    "initial_times",
    "parse_time_control",
    "reading",
]

_NOTHING: Final = Millis(0)


class Clock(Value):
    """The clocks of all seats, of which at most one is running."""

    control: TimeControl
    remaining: tuple[Millis, ...]
    """The time that each seat had left at ``since``, periods included; empty if time is unlimited."""
    running: int | None = None
    """The seat whose clock is running; None: all clocks are stopped."""
    since: Instant = Instant(0)
    """The moment from which it runs. After an outage it lies in the future, so that players can reconnect."""
    free: Millis = _NOTHING
    """The rest of the turn's delay: how long after ``since`` the clock starts to count down."""
    rests: tuple[Instant, ...] = ()
    """By seat, until when the clock of a player stands still, as on a vacation; empty if none ever did."""

    @classmethod
    def new(cls, control: TimeControl, sides: int) -> "Clock":
        """The clock of a new game, not started yet."""
        return cls(control, initial_times(control, sides))

    @property
    def is_timed(self) -> bool:
        """Whether the game has a time limit."""
        return bool(self.remaining)

    def rest_of(self, seat: int) -> Instant:
        """Until when the clock of a seat stands still; long past if it never did."""
        return self.rests[seat] if self.rests else Instant(0)

    @property
    def starts_at(self) -> Instant:
        """The moment from which the running clock runs: ``since``, or the end of its player's vacation."""
        return self.since if self.running is None else max(self.since, self.rest_of(self.running))

    def remaining_at(self, now: Instant) -> tuple[Millis, ...]:
        """The time that each seat has left at ``now``, at least zero; empty if time is unlimited."""
        if self.running is None or not self.remaining:
            return self.remaining
        rest = self.remaining[self.running] - self.charged_at(now)
        return _with(self.remaining, self.running, Millis(max(0, rest)))

    def charged_at(self, now: Instant) -> Millis:
        """The time charged to the running seat between `starts_at` and ``now``."""
        return _NOTHING if self.running is None else Millis(max(0, now - self.starts_at - self.free))

    def free_at(self, now: Instant) -> Millis:
        """The rest of the turn's delay at ``now``."""
        if self.running is None or not self.free:
            return self.free
        return Millis(max(0, self.free - elapsed(self.starts_at, now)))

    def flag_at(self) -> Instant | None:
        """The moment at which the running seat runs out of time; None if no clock is running."""
        if self.running is None or not self.remaining:
            return None
        return later(self.starts_at, Millis(self.free + self.remaining[self.running]))

    def turned(self, now: Instant, seat: int | None, uncharged: Millis = _NOTHING) -> "Clock":
        """The clock after the running seat ends its turn at ``now`` and ``seat`` is next (None: nobody).

        The seat that ended its turn gets its increment, a fresh period, or the time for its next move. A
        seat that takes two turns in a row gets nothing in between. The last ``uncharged`` milliseconds of
        the turn, at most `charged_at`, are not charged to any seat.
        """
        remaining, ended = self.remaining, self.running
        if remaining and ended is not None:
            rest = Millis(max(0, remaining[ended] - self.charged_at(Instant(now - uncharged))))
            remaining = _with(remaining, ended, rest if seat == ended else self._earned(ended, rest))
        return self.set_to(remaining, seat, now)

    def _earned(self, seat: int, rest: Millis) -> Millis:
        """The time of a seat that ended its turn with ``rest`` left, after its increment or reset."""
        match control_of(self.control, seat):
            case Fischer(increment=increment):
                return Millis(rest + increment)
            case ByoYomi() as control:
                return control.whole(rest)
            case PerMove(each):
                return each
            case Delay() | Unlimited() | Odds():
                return rest
            case _ as unreachable:
                assert_never(unreachable)

    def swapped(self) -> "Clock":
        """The clock after the two players have exchanged seats; each keeps their time."""
        running = None if self.running is None else 1 - self.running
        return replace(self, remaining=self.remaining[::-1], running=running, rests=self.rests[::-1])

    def set_to(self, remaining: tuple[Millis, ...], running: int | None, now: Instant) -> "Clock":
        """The clock set to the ``remaining`` times of a recorded event at ``now``, with ``running`` to move.

        If an outage was credited up to a moment after ``now``, the clock of the next seat does not run before
        that moment either. A new seat gets its own delay; the rest of the previous delay is lost.
        """
        free = self.free_at(now) if running == self.running else self._delay(running)
        return Clock(self.control, remaining, running, max(now, self.since), free, self.rests)

    def _delay(self, running: int | None) -> Millis:
        return self.control.delay if running is not None and isinstance(self.control, Delay) else _NOTHING

    def back_to(self, remaining: tuple[Millis, ...], seat: int, now: Instant) -> "Clock":
        """The clock set to ``remaining`` when ``seat`` starts its turn again at ``now``, after a takeback."""
        return Clock(self.control, remaining, seat, max(now, self.since), self._delay(seat), self.rests)

    def outage_credited(self, start: Instant, end: Instant) -> "Clock":
        """The clock with the time of an outage, ``start`` to ``end``, not charged to any seat.

        Crediting the same outage again has no effect. ``end`` may lie in the future.
        """
        if self.running is None or end <= max(start, self.since):
            return self
        remaining, free = self.remaining_at(start), self.free_at(start)
        return Clock(self.control, remaining, self.running, end, free, self.rests)

    def rested(self, seat: int, now: Instant, until: Instant) -> "Clock":
        """The clock standing still for a seat from ``now`` to ``until``, whenever it is that seat's turn.

        It replaces what was known of that seat; with ``until`` at ``now``, the clock goes on.
        """
        rests = self.rests or (Instant(0),) * len(self.remaining)
        rested = replace(self, rests=(*rests[:seat], until, *rests[seat + 1 :]))
        if seat != self.running:
            return rested
        left, free = self.remaining_at(now), self.free_at(now)
        return replace(rested, remaining=left, since=max(now, self.since), free=free)

    def stopped(self, now: Instant) -> "Clock":
        """The clock stopped at ``now`` until it is `resumed`, as by a pause."""
        left, free = self.remaining_at(now), self.free_at(now)
        return Clock(self.control, left, None, max(now, self.since), free, self.rests)

    def resumed(self, now: Instant, seat: int | None) -> "Clock":
        """The clock running again for ``seat`` from ``now`` on, with the times at which it was `stopped`."""
        return replace(self, running=seat, since=max(now, self.since))


def _with(remaining: tuple[Millis, ...], seat: int, value: Millis) -> tuple[Millis, ...]:
    return (*remaining[:seat], value, *remaining[seat + 1 :])
