"""A second opinion on a room: what has to hold, whatever is asked of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pente_core.clock.clock import (
    REFILL,
    STOCK,
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
from pente_core.identity import Identity, PlayerId
from pente_core.room import (
    Reason,
    Refused,
    Room,
    Viewer,
    apply,
    could_watch_all,
    deadline,
    decide,
    lines_of,
    may_watch,
    replay,
    restore,
    snapshot,
    step,
    view,
    was_too_late,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.conditions import are_plannable
from pente_core.room.offers import MOST_ASKED, OfferKind
from pente_core.rules.outcome import Termination
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

    waiting: tuple[int, int] | None = None
    """From when to when the clocks stand still for players who are still coming."""
    here: set[int] = field(default_factory=set)
    """The seats of those who have come."""
    begun: set[PlayerId] = field(default_factory=set)
    """The players who have made a stone or a choice of their own."""
    waited: int = 0
    """What counted of the turn of the player to act before ``since``, while the first move is due."""
    may_wait: int = 0
    """How much of it may count."""

    def left_at(self, now: int) -> dict[PlayerId, int]:
        spent = {self.running: max(0, self._counted(now) - self.free)}
        return {player: max(0, left - spent.get(player, 0)) for player, left in self.left.items()}

    def follow(self, event: ev.Event, before: Room, after: Room) -> None:
        """Take one event into account."""
        match event:
            case ev.Readied(seat=seat) if self.waiting:
                self._arrive(seat, event.at, before)
            case ev.OutageCredited() if before.status is ev.Status.WAITING:
                pass  # no clock runs yet
            case ev.VacationStarted(seat=seat, until=until) | ev.VacationEnded(seat=seat, at=until):
                self._rest(after.seats[seat], event.at, until, after)
            case ev.OutageCredited():
                self.forgiven = sorted({*self.forgiven, (event.start, event.end)})
            case ev.Started():
                self._start(event, after)
            case ev.TakenBack(turn_count=turns):
                self._settle(event.at)
                del self.before[turns + 1 :]
                self.left, self.turn_of = dict(self.before[turns]), None
                self._go_on(event.at, after)
            case ev.Moved() | ev.Chosen():
                self._stop_waiting(event.at)
                self._begin(before)
                self._settle(event.at, event.lag)
                self.uncharged += event.lag
                if _on_turn(after) != self.turn_of and self.turn_of is not None:
                    control = self.controls[self.turn_of]
                    self.left[self.turn_of] = _earned(control, self.left[self.turn_of])
                self.before.append(dict(self.left))
                self._go_on(event.at, after)
            case ev.TimeGiven():
                self._settle(event.at)
                team = after.created.ruleset.team(event.seat)
                for seat, taker in enumerate(after.seats):
                    if taker and seat not in team and not before.game.position.out >> seat & 1:
                        for left in (self.left, *self.before):
                            left[taker.id] += event.span
                self._go_on(event.at, after)
            case ev.Retired():
                self._begin_if_all_are_here(event.at, after)
                self._settle(event.at)
                begun = dict(self.left)
                if self.turn_of is not None and self.turn_of == _on_turn(after):
                    begun[self.turn_of] = self.before[-1][self.turn_of]  # the turn goes on
                self.before.append(begun)
                self._go_on(event.at, after)
            case ev.Paused() | ev.Resumed() | ev.Finished() if self.left:
                self.waiting = None
                self._settle(event.at)
                self._go_on(event.at, after)
            case _:
                pass

    def _start(self, event: ev.Started, after: Room) -> None:
        takers = {taker.id: seat for seat, taker in enumerate(after.seats) if taker}
        self.controls = {taker: control_of(self.control, seat) for taker, seat in takers.items()}
        self.left = {taker: _initial(control) for taker, control in self.controls.items()}
        self.before = [dict(self.left)]
        if event.clocks_from is not None:
            self.waiting = event.at, event.clocks_from
            self.forgiven.append(self.waiting)
        self._go_on(event.at, after)

    def _arrive(self, seat: int, now: int, room: Room) -> None:
        self.here.add(seat)
        self._begin_if_all_are_here(now, room)

    def _begin_if_all_are_here(self, now: int, room: Room) -> None:
        out = room.game.position.out
        if all(other in self.here or out >> other & 1 for other in range(len(room.seats))):
            self._stop_waiting(now)

    def _begin(self, before: Room) -> None:
        if len(before.game.position.legal_points) != 1 and self.turn_of is not None:
            self.begun.add(self.turn_of)

    def _stop_waiting(self, now: int) -> None:
        if self.waiting is not None and now < self.waiting[1]:
            self.forgiven.remove(self.waiting)
            self.forgiven = sorted({*self.forgiven, (self.waiting[0], now)})
        self.waiting = None

    def first_move_due(self, now: int) -> int | None:
        """When the player to act has to have made the first move, if nothing more is forgiven."""
        if self.running is None or self.running in self.begun:
            return None
        begins = max(now, self.resting.get(self.running, 0))
        to_come = sum(max(0, end - max(start, begins)) for start, end in self.forgiven)
        return begins + to_come + self.may_wait - self.waited - self._counted(now)

    def _rest(self, taker: Identity | None, now: int, until: int, after: Room) -> None:
        assert taker is not None
        if taker.id == self.running:
            self._settle(now)
            self._go_on(now, after)
        self.resting[taker.id] = until

    def _settle(self, now: int, lag: int = 0) -> None:
        counted = self._counted(now)
        charged = max(0, counted - self.free)
        assert lag <= charged
        self.left = self.left_at(now)
        self.waited += counted
        if self.running is not None:
            self.left[self.running] += lag
            self.free = max(0, self.free - counted)

    def _go_on(self, now: int, after: Room) -> None:
        following = _on_turn(after)
        if following != self.turn_of:
            is_delayed = following is not None and isinstance(self.control, Delay)
            self.free = self.control.delay if is_delayed and isinstance(self.control, Delay) else 0
            self.waited = 0
            self.may_wait = (
                0 if following is None else min(_slack(self.control), self.free + self.left[following])
            )
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


def _slack(control: TimeControl) -> int:
    """How long anybody may take for the first move, if the flag does not fall earlier."""
    if isinstance(control, PerMove):
        return control.each if control.each >= 86_400_000 else min(60_000, control.each)
    return sorted((10_000, _initial(control) // 5, 60_000))[1]


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

    def ask(self, command: cmd.Command, by: Identity | None, round_trip: int = 0) -> tuple[ev.Event, ...]:
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
            self.happen(event)
        self._check_answers(events, before)
        if events:
            taken = step(before, command, by=by, now=self.now, round_trip=measured, sequel=SEQUEL)
            assert (taken.events, taken.room) == (events, self.room)
            assert taken.too_late is was_too_late(command, self.log)
            due = deadline(before)
            assert not taken.too_late or (due is not None and due <= self.now)
        assert self.room.version == before.version + len(events) == len(self.log)
        self.check()
        return events

    def check(self) -> None:
        """What holds between two commands, at any time."""
        room, due = self.room, deadline(self.room)
        assert (due is None) == (room.status in (ev.Status.FINISHED, ev.Status.CLOSED))
        stands_still = room.status is not ev.Status.PLAYING or room.paused is not None
        assert (room.to_act is None) == stands_still == (room.clock.running is None)
        self._check_offers()
        self._check_absences()
        assert room.clock.running == room.to_act
        assert (room.game.outcome is not None) == (room.status is ev.Status.FINISHED)
        assert len({taker.id for taker in room.seats if taker}) == len(
            [taker for taker in room.seats if taker]
        )
        assert room.status is ev.Status.PLAYING or not room.conditions
        assert are_plannable([line for own in room.conditions for line in own.lines], room.created.ruleset)
        assert len(room.invited) <= room.seats.count(None)
        left = room.clock.remaining_at(self.now)
        assert all(span >= 0 for span in left)
        flag = room.clock.flag_at()
        if room.clock.is_timed and room.to_act is not None and flag is not None:
            assert room.clock.remaining_at(flag)[room.to_act] == 0
            begins = room.clock.starts_at + room.clock.free
            assert room.clock.remaining_at(Instant(flag - 1))[room.to_act] > 0 or flag == begins
        if self.ledger is not None and self.ledger.left:
            ours = {taker.id: left[seat] for seat, taker in enumerate(room.seats) if taker}
            assert ours == self.ledger.left_at(self.now)
            self._check_first_moves(self.ledger)

    def _check_answers(self, events: Sequence[ev.Event], before: Room) -> None:
        """Planned answers come with what they answer, at no time; none is left, nor outlasts a takeback."""
        moves = [event for event in events if isinstance(event, ev.Moved)]
        planned = {point for own in before.conditions for line in own.lines for point in line}
        for answer in moves[1:]:
            assert (answer.at, answer.lag) == (events[0].at, 0)
            assert answer.point in planned
        room = self.room
        player = None if room.to_act is None else room.seats[room.to_act]
        waits = room.to_act is not None and any(offer.concerns(room.to_act) for offer in room.offers)
        assert waits or player is None or not lines_of(room.conditions, player.id)
        assert not (room.conditions and any(isinstance(event, ev.TakenBack) for event in events))

    def _check_first_moves(self, ledger: Ledger) -> None:
        """Nobody is waited for any longer, or shorter, than for anybody else."""
        room, first = self.room, self.room.first_moves
        if room.status is not ev.Status.PLAYING:
            assert (room.starting, first) == (None, None)
            return
        players = [taker.id if taker else None for taker in room.seats]
        made = set() if first is None else {players[seat] for seat in first.made}
        assert first is None or made == ledger.begun
        still_in = {player for seat, player in enumerate(players) if not room.game.position.out >> seat & 1}
        assert (first is None) == (still_in <= ledger.begun)
        if first is not None and room.paused is None:
            assert first.until == ledger.first_move_due(self.now)

    def _check_end(self, event: ev.Finished, before: Room) -> None:
        """Nobody wins or loses against a player who was never there."""
        players = [taker.id if taker else None for taker in before.seats]
        begun = set() if self.ledger is None else self.ledger.begun
        assert not {players[seat] for seat in event.no_show} & begun
        if event.no_show:
            assert (event.termination, event.winners) == (Termination.ABORTED, ())
        if event.termination in (Termination.TIME, Termination.FORFEIT) and len(players) == 2:
            assert {*players} - {players[seat] for seat in event.winners} <= begun

    def _check_absences(self) -> None:
        room = self.room
        away = [absence.seat for absence in room.absent]
        assert len(set(away)) == len(away)
        assert all(room.seats[seat] is not None for seat in away)
        began = isinstance(self.log[-1], ev.Started)
        assert not (began and away), "a game begins only when all are there"
        if room.status is ev.Status.WAITING and away:
            due = deadline(room)
            assert due is not None
            assert due <= min(absence.until for absence in room.absent)

    def _check_offers(self) -> None:
        room, seats = self.room, range(len(self.room.seats))
        if room.status is not ev.Status.PLAYING:
            assert (room.paused, room.costs) == (None, b"")
            assert room.status is ev.Status.WAITING or not room.absent
            assert {offer.kind for offer in room.offers} <= {OfferKind.REMATCH}
            assert room.status is ev.Status.FINISHED or not room.asked
        assert len({offer.kind for offer in room.offers}) == len(room.offers)
        assert all(room.asked.count(seat) <= MOST_ASKED for seat in seats)
        for offer in room.offers if room.status is ev.Status.PLAYING else ():
            # A notice stands although its player has left the game.
            assert offer.kind is OfferKind.RESUME or not room.game.position.out >> offer.seat & 1
            assert any(offer.concerns(seat) and not room.game.position.out >> seat & 1 for seat in seats)
        if self.ledger is not None:
            turns = sum(isinstance(event, ev.Moved | ev.Chosen) for event in self.log)
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

    def happen(self, event: ev.Event) -> None:
        """Apply one event, and check what came of it."""
        before = self.room
        self.room = apply(before, event)
        self.log += (event,)
        self._check_watching(event, before)
        if isinstance(event, ev.ConditionsSet):
            people = {player.id for player in (*PEOPLE, EVE, *before.seats) if player is not None}
            assert {player for player in people if self._is_told(event, player)} == {event.player}
        if isinstance(event, ev.Finished):
            self._check_end(event, before)
        if isinstance(event, ev.Retired):
            assert self.room.game.position.out >> event.seat & 1
            assert self.room.to_act != event.seat
        self.seen_by_players = apply(self.seen_by_players, view(event, Viewer.PLAYER))
        if self.ledger is not None:
            self.ledger.follow(event, before, self.room)

    def _is_told(self, event: ev.Event, player: PlayerId) -> bool:
        return any(not isinstance(view(event, viewer, me=player), ev.Hidden) for viewer in Viewer)

    def _check_watching(self, event: ev.Event, before: Room) -> None:
        """Only the events that are named for it end watching, and no gap in it goes unnoticed."""
        for player in (*PEOPLE, EVE):
            could, can = may_watch(before, player.id), may_watch(self.room, player.id)
            assert can or not could or event.facts.ends_watching
            assert (could and can) or not could_watch_all(self.room, (event,), player.id)


def _on_turn(room: Room) -> PlayerId | None:
    """Whose turn it is, also while the game is paused."""
    if room.status is not ev.Status.PLAYING:
        return None
    taker = room.seats[room.game.position.to_act]
    return taker.id if taker else None
