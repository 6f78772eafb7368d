"""Timekeeping of a game, from its log: when each turn reached the server, and what was not charged for it.

Everything here follows from the events, so both players find the same, as does
anybody else who may read the log.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pente_core.clock.clock import Clock, TimeControl
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity
from pente_core.room import events as ev
from pente_core.room.apply import apply
from pente_core.room.room import Room, opened
from pente_core.rules.outcome import Outcome, Termination
from pente_core.value import Value


class Uncharged(Value):
    """The parts of a turn's time that were not charged to its player, in milliseconds."""

    lag: Millis = Millis(0)
    """On the network, as far as it is compensated (see `pente_core.clock.clock`)."""
    outage: Millis = Millis(0)
    """The server was away."""
    pause: Millis = Millis(0)
    """The game was paused, or the player on vacation."""
    wait: Millis = Millis(0)
    """The clock did not run yet: players were awaited, or the server was just back."""
    given: Millis = Millis(0)
    """What the opponent gave."""

    @property
    def whole(self) -> Millis:
        """The sum."""
        return Millis(self.lag + self.outage + self.pause + self.wait + self.given)


class TimedTurn(Value):
    """A turn, and its time."""

    number: int
    """From 1. After a takeback, a number comes again."""
    player: Identity | None
    seat: int
    event: ev.Moved | ev.Chosen
    begun: Instant
    """When the turn before was carried out, or the game began."""
    uncharged: Uncharged
    remaining: Millis | None
    """On the player's clock after the turn; None: no time limit."""

    @property
    def received(self) -> Instant:
        """When the server carried it out."""
        return self.event.at

    @property
    def taken(self) -> Millis:
        """The time from the turn's beginning until the server had it, by the server's clock."""
        return elapsed(self.begun, self.received)


class AbsentSpan(Value):
    """A time without any connection of a player."""

    player: Identity | None
    start: Instant
    end: Instant | None
    """None: until the end of the game."""


class OutageSpan(Value):
    """A time for which no player was charged, because the server was away."""

    start: Instant
    end: Instant


class FlagFall(Value):
    """A player ran out of time."""

    player: Identity | None
    begun: Instant
    """When the turn had begun."""
    had: Millis
    """What the player's clock showed then."""
    uncharged: Uncharged
    fell: Instant
    """When the clock reached zero."""
    noticed: Instant
    """When the server ended the turn for it."""
    absent_since: Instant | None
    """Since when the player was not connected; None: they were."""


class Timekeeping(Value):
    """The times of a whole game."""

    control: TimeControl
    players: tuple[Identity | None, ...]
    """By seat, at the end."""
    begun: Instant | None
    """None: the game did not begin."""
    ended: Instant | None
    outcome: Outcome | None
    turns: tuple[TimedTurn, ...]
    outages: tuple[OutageSpan, ...]
    absences: tuple[AbsentSpan, ...]
    flags: tuple[FlagFall, ...]
    """With more than two sides there may be several."""


def timekeeping_of(events: Sequence[ev.Event]) -> Timekeeping:
    """The times of the game of a log, which begins with `Created`. Raises ValueError for another one."""
    if not events or not isinstance(events[0], ev.Created):
        raise ValueError("a log begins with the creation of its room")
    times = _Times(opened(events[0]))
    for event in events[1:]:
        times.take(event)
    return times.whole()


@dataclass(slots=True)
class _Times:
    """What is known up to an event. Mutable."""

    room: Room
    begun: Instant | None = None
    ended: Instant | None = None
    turn_begun: Instant = Instant(0)
    had: Millis = Millis(0)
    shifted: Counter[ev.Shift] = field(default_factory=Counter)
    """By how much the flag of the turn falls later, as what."""
    runs_from: Instant = Instant(0)
    """When the clock of the turn began to run, or will."""
    paused_flag: Instant | None = None
    """When the flag would have fallen, had the game not been paused."""
    turns: list[TimedTurn] = field(default_factory=list)
    outages: list[OutageSpan] = field(default_factory=list)
    absences: list[AbsentSpan] = field(default_factory=list)
    away: dict[int, Instant] = field(default_factory=dict)
    """Since when each absent seat is so."""
    flags: list[FlagFall] = field(default_factory=list)

    def take(self, event: ev.Event) -> None:
        """Add an event."""
        before, self.room = self.room, apply(self.room, event)
        if event.facts.shifts is not None:
            flag = before.clock.flag_at() or self.paused_flag
            self.shifted[event.facts.shifts] += _shift(flag, self.room.clock.flag_at())
        match event:
            case ev.Started(at):
                self.begun = at
                self._begin_turn(at)
            case ev.Readied():
                self.runs_from = self.room.clock.since
            case ev.Moved() | ev.Chosen():
                self._add_turn(before, event)
                self._begin_turn(event.at)
            case ev.TakenBack(at):
                self._begin_turn(at)
            case ev.Retired(at, reason=reason):
                self._add_flag(before, at, reason)
                self._begin_turn(at)
            case ev.Finished(at, termination):
                self._add_flag(before, at, termination)
                self.ended = at
            case ev.OutageCredited(start=start, end=end):
                self.outages.append(OutageSpan(start, end))
            case ev.Paused():
                self.paused_flag = before.clock.flag_at()
            case ev.Resumed():
                self.paused_flag = None
            case ev.Gone(at, seat):
                self.away[seat] = at
            case ev.Returned(at, seat):
                self._add_absence(before, seat, at)
            case _:
                pass

    def _begin_turn(self, at: Instant) -> None:
        clock = self.room.clock
        self.turn_begun, self.shifted = at, Counter()
        self.runs_from, self.had = max(at, clock.since), Millis(0)
        if clock.running is not None and clock.remaining:
            self.had = clock.remaining[clock.running]
            self.shifted[ev.Shift.PAUSE] = elapsed(
                self.runs_from, clock.starts_at
            )  # it may begin on vacation

    def _uncharged(self, lag: Millis, clock: Clock, until: Instant) -> Uncharged:
        """What is not charged of a turn that has lasted ``until`` then, with ``clock``."""
        wait = elapsed(self.turn_begun, min(until, self.runs_from)) if self.had else 0
        on_vacation = 0 if clock.running is None else elapsed(until, clock.rest_of(clock.running))
        pause = Millis(max(0, self.shifted[ev.Shift.PAUSE] - on_vacation))  # but what is left of the vacation
        outage, given = (Millis(self.shifted[shift]) for shift in (ev.Shift.OUTAGE, ev.Shift.GIVEN))
        return Uncharged(lag, outage, pause, Millis(wait), given)

    def _add_turn(self, before: Room, event: ev.Moved | ev.Chosen) -> None:
        remaining = event.remaining[event.seat] if event.remaining else None
        number = len(before.game.turns) + 1
        turn = TimedTurn(
            number,
            before.seats[event.seat],
            event.seat,
            event,
            self.turn_begun,
            self._uncharged(event.lag, before.clock, event.at),
            remaining,
        )
        self.turns.append(turn)

    def _add_flag(self, before: Room, at: Instant, reason: Termination) -> None:
        fell, seat = before.clock.flag_at(), before.clock.running
        if reason is not Termination.TIME or fell is None or seat is None or at < fell:
            return  # the last of these: the end that follows from a flag that has been added
        flag = FlagFall(
            before.seats[seat],
            self.turn_begun,
            self.had,
            self._uncharged(Millis(0), before.clock, fell),
            fell,
            at,
            self.away.get(seat),
        )
        self.flags.append(flag)

    def _add_absence(self, before: Room, seat: int, end: Instant | None) -> None:
        start = self.away.pop(seat, None)
        if start is not None:
            self.absences.append(AbsentSpan(before.seats[seat], start, end))

    def whole(self) -> Timekeeping:
        """The times, after the last event."""
        for seat in tuple(self.away):
            self._add_absence(self.room, seat, None)
        return Timekeeping(
            control=self.room.created.time,
            players=self.room.seats,
            begun=self.begun,
            ended=self.ended,
            outcome=self.room.game.outcome,
            turns=tuple(self.turns),
            outages=tuple(self.outages),
            absences=tuple(sorted(self.absences, key=lambda each: each.start)),
            flags=tuple(self.flags),
        )


def _shift(before: Instant | None, after: Instant | None) -> int:
    """By how much a flag falls later, in ms; negative: earlier. 0 if no clock is running."""
    return 0 if before is None or after is None else after - before
