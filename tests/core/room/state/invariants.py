"""A second opinion on a room: what has to hold, whatever is asked of it."""

from dataclasses import dataclass, field

import pytest

from pente_core.clock.clock import (
    ByoYomi,
    Delay,
    Fischer,
    Odds,
    PerMove,
    TimeControl,
    Unlimited,
    control_of,
)
from pente_core.clock.instant import Instant, Millis
from pente_core.clock.lag import REFILL, STOCK
from pente_core.identity import Identity, PlayerId
from pente_core.room import (
    Chosen,
    Command,
    Event,
    Finished,
    Moved,
    OutageCredited,
    Paused,
    Reason,
    Refused,
    Resumed,
    Retired,
    Room,
    Started,
    Status,
    TakenBack,
    TimeGiven,
    VacationEnded,
    VacationStarted,
    Viewer,
    apply,
    could_watch_all,
    deadline,
    decide,
    may_end_watching,
    may_watch,
    replay,
    restore,
    snapshot,
    step,
    view,
    was_too_late,
)
from pente_core.room.values.conditions import are_plannable
from pente_core.room.values.offers import MOST_ASKED, OfferKind
from pente_core.value import replace
from tests.support.games.room_scenario import EVE, PEOPLE, SEQUEL, Scene, as_clients_know


@dataclass
class Ledger:
    """The time of the players, counted in another way: by player instead of seat, with every forgiven span
    kept. Mutable.
    """

    control: TimeControl
    controls: dict[PlayerId, TimeControl] = field(default_factory=dict)
    """Those of each player, once the game has begun; they differ with time odds."""
    left: dict[PlayerId, int] = field(default_factory=dict)
    running: PlayerId | None = None
    turn_of: PlayerId | None = None
    since: int = 0
    free: int = 0
    """What is left of the delay of the turn."""
    forgiven: list[tuple[int, int]] = field(default_factory=list)
    resting: dict[PlayerId, int] = field(default_factory=dict)
    """Until when the clock of a player stands still."""
    uncharged: int = 0
    """All lag that was not charged to anybody."""
    before: list[dict[PlayerId, int]] = field(default_factory=list)
    """What everybody had when each turn began, with what was given since."""

    def left_at(self, now: int) -> dict[PlayerId, int]:
        spent = {self.running: max(0, self._counted(now) - self.free)}
        return {player: max(0, left - spent.get(player, 0)) for player, left in self.left.items()}

    def follow(self, event: Event, before: Room, after: Room) -> None:
        """Take one event into account."""
        match event:
            case OutageCredited() if before.status is Status.WAITING:
                pass  # no clock runs yet
            case VacationStarted(seat=seat, until=until) | VacationEnded(seat=seat, at=until):
                taker = after.seats[seat]
                assert taker is not None
                if taker.id == self.running:
                    self._settle(event.at)
                    self._go_on(event.at, after)
                self.resting[taker.id] = until
            case OutageCredited():
                self.forgiven = sorted({*self.forgiven, (event.start, event.end)})
            case Started():
                takers = {taker.id: seat for seat, taker in enumerate(after.seats) if taker}
                self.controls = {taker: control_of(self.control, seat) for taker, seat in takers.items()}
                self.left = {taker: _initial(control) for taker, control in self.controls.items()}
                self.before = [dict(self.left)]
                self._go_on(event.at, after)
            case TakenBack(turn_count=turns):
                self._settle(event.at)
                del self.before[turns + 1 :]
                self.left, self.turn_of = dict(self.before[turns]), None
                self._go_on(event.at, after)
            case Moved() | Chosen():
                self._settle(event.at, event.lag)
                self.uncharged += event.lag
                if _on_turn(after) != self.turn_of and self.turn_of is not None:
                    control = self.controls[self.turn_of]
                    self.left[self.turn_of] = _earned(control, self.left[self.turn_of])
                self.before.append(dict(self.left))
                self._go_on(event.at, after)
            case TimeGiven():
                self._settle(event.at)
                team = after.created.ruleset.team(event.seat)
                for seat, taker in enumerate(after.seats):
                    if taker and seat not in team and not before.game.position.out >> seat & 1:
                        for left in (self.left, *self.before):
                            left[taker.id] += event.span
                self._go_on(event.at, after)
            case Retired():
                self._settle(event.at)
                begun = dict(self.left)
                if self.turn_of is not None and self.turn_of == _on_turn(after):
                    begun[self.turn_of] = self.before[-1][self.turn_of]  # the turn goes on
                self.before.append(begun)
                self._go_on(event.at, after)
            case Paused() | Resumed() | Finished() if self.left:
                self._settle(event.at)
                self._go_on(event.at, after)
            case _:
                pass

    def _settle(self, now: int, lag: int = 0) -> None:
        counted = self._counted(now)
        charged = max(0, counted - self.free)
        assert lag <= charged
        self.left = self.left_at(now)
        if self.running is not None:
            self.left[self.running] += lag
            self.free = max(0, self.free - counted)

    def _go_on(self, now: int, after: Room) -> None:
        following = _on_turn(after)
        if following != self.turn_of:
            is_delayed = following is not None and isinstance(self.control, Delay)
            self.free = self.control.delay if is_delayed and isinstance(self.control, Delay) else 0
        self.turn_of = following
        self.running = None if after.paused is not None else following
        self.since = max(now, self.since)

    def _counted(self, now: int) -> int:
        """How much of the time since the last event counts; the forgiven spans do not overlap."""
        if self.running is None:
            return 0
        since = max(self.since, self.resting.get(self.running, 0))
        spared = sum(max(0, min(end, now) - max(start, since)) for start, end in self.forgiven)
        return max(0, now - since - spared)


def _initial(control: TimeControl) -> int:
    match control:
        case ByoYomi(initial, periods, period):
            return initial + periods * period
        case PerMove(each):
            return each
        case Fischer(initial) | Delay(initial):
            return initial
        case Unlimited() | Odds():
            return 0


def _earned(control: TimeControl, left: int) -> int:
    """What a player has after a turn that ended with so much left."""
    match control:
        case Fischer(_, increment):
            return left + increment
        case ByoYomi(_, periods, period) if left < periods * period:
            return next(whole * period for whole in range(periods + 1) if whole * period >= left)
        case PerMove(each):
            return each
        case _:
            return left


class Audited(Scene):
    """A scene in which everything is checked after every command. Mutable."""

    def begin_audit(self) -> None:
        """To be called once the room has been created."""
        control = self.room.created.time
        self.ledger = None if isinstance(control, Unlimited) else Ledger(control)
        self.seen_by_players = replay(view(event, Viewer.PLAYER) for event in self.log)
        self.reasons: set[Reason] = set()

    def ask(self, command: Command, by: Identity | None, round_trip: int = 0) -> tuple[Event, ...]:
        """Have a command carried out or refused, and check what came of it; no events when refused."""
        before, measured = self.room, Millis(round_trip)
        try:
            events = decide(before, command, by=by, now=self.now, round_trip=measured, sequel=SEQUEL)
        except Refused as refused:
            reason = refused.reason
            self.reasons.add(reason)
            with pytest.raises(Refused, check=lambda again: again.reason is reason):
                step(before, command, by=by, now=self.now, round_trip=measured, sequel=SEQUEL)
            events = ()
        for event in events:
            self._go_on(event)
        if events:
            taken = step(before, command, by=by, now=self.now, round_trip=measured, sequel=SEQUEL)
            assert (taken.events, taken.room) == (events, self.room)
            assert taken.too_late is was_too_late(command, self.log)
            flag = before.clock.flag_at()
            assert not taken.too_late or (flag is not None and flag <= self.now)
        assert self.room.version == before.version + len(events) == len(self.log)
        self.check()
        return events

    def check(self) -> None:
        """What holds between two commands, at any time."""
        room, due = self.room, deadline(self.room)
        assert (due is None) == (room.status in (Status.FINISHED, Status.CLOSED))
        stands_still = room.status is not Status.PLAYING or room.paused is not None
        assert (room.to_act is None) == stands_still == (room.clock.running is None)
        self._check_offers()
        self._check_absences()
        assert room.clock.running == room.to_act
        assert (room.game.outcome is not None) == (room.status is Status.FINISHED)
        assert len({taker.id for taker in room.seats if taker}) == len(
            [taker for taker in room.seats if taker]
        )
        assert room.status is Status.PLAYING or not room.conditions
        assert are_plannable([line for own in room.conditions for line in own.lines], room.created.ruleset)
        assert len(room.invited) <= room.seats.count(None)
        left = room.clock.remaining_at(self.now)
        assert all(span >= 0 for span in left)
        if room.clock.is_timed and room.to_act is not None and due is not None:
            assert room.clock.remaining_at(due)[room.to_act] == 0
            begins = room.clock.starts_at + room.clock.free
            assert room.clock.remaining_at(Instant(due - 1))[room.to_act] > 0 or due == begins
        if self.ledger is not None and self.ledger.left:
            ours = {taker.id: left[seat] for seat, taker in enumerate(room.seats) if taker}
            assert ours == self.ledger.left_at(self.now)

    def _check_absences(self) -> None:
        room = self.room
        away = [absence.seat for absence in room.absent]
        assert len(set(away)) == len(away)
        assert all(room.seats[seat] is not None for seat in away)
        began = isinstance(self.log[-1], Started)
        assert not (began and away), "a game begins only when all are there"
        if room.status is Status.WAITING and away:
            due = deadline(room)
            assert due is not None
            assert due <= min(absence.until for absence in room.absent)

    def _check_offers(self) -> None:
        room, seats = self.room, range(len(self.room.seats))
        if room.status is not Status.PLAYING:
            assert (room.paused, room.costs) == (None, b"")
            assert room.status is Status.WAITING or not room.absent
            assert {offer.kind for offer in room.offers} <= {OfferKind.REMATCH}
            assert room.status is Status.FINISHED or not room.asked
        assert len({offer.kind for offer in room.offers}) == len(room.offers)
        assert all(room.asked.count(seat) <= MOST_ASKED for seat in seats)
        for offer in room.offers if room.status is Status.PLAYING else ():
            assert not room.game.position.out >> offer.seat & 1
            assert any(offer.concerns(seat) and not room.game.position.out >> seat & 1 for seat in seats)
        if self.ledger is not None:
            turns = sum(isinstance(event, Moved | Chosen) for event in self.log)
            assert self.ledger.uncharged <= len(seats) * STOCK + turns * REFILL

    def check_history(self) -> None:
        """The log, the snapshots and what players see all tell of the same room."""
        assert replay(self.log) == self.room
        assert restore(snapshot(self.room, Viewer.WATCHER)) == replace(
            as_clients_know(self.room), conditions=()
        )
        for own in self.room.conditions:
            seen = restore(snapshot(self.room, Viewer.PLAYER, me=own.player))
            assert seen.conditions == (own,)
        for_players = snapshot(self.room, Viewer.PLAYER)
        assert snapshot(restore(for_players), Viewer.PLAYER) == for_players
        assert snapshot(self.seen_by_players, Viewer.PLAYER).turns == for_players.turns
        assert self.seen_by_players.clock == self.room.clock
        assert self.seen_by_players.version == self.room.version

    def _go_on(self, event: Event) -> None:
        before = self.room
        self.room = apply(before, event)
        self.log += (event,)
        self._check_watching(event, before)
        if isinstance(event, Retired):
            assert self.room.game.position.out >> event.seat & 1
            assert self.room.to_act != event.seat
        self.seen_by_players = apply(self.seen_by_players, view(event, Viewer.PLAYER))
        if self.ledger is not None:
            self.ledger.follow(event, before, self.room)

    def _check_watching(self, event: Event, before: Room) -> None:
        """Only the events that are named for it end watching, and no gap in it goes unnoticed."""
        for player in (*PEOPLE, EVE):
            could, can = may_watch(before, player.id), may_watch(self.room, player.id)
            assert can or not could or may_end_watching(event)
            assert (could and can) or not could_watch_all(self.room, (event,), player.id)


def _on_turn(room: Room) -> PlayerId | None:
    """Whose turn it is, also while the game is paused."""
    if room.status is not Status.PLAYING:
        return None
    taker = room.seats[room.game.position.to_act]
    return taker.id if taker else None
