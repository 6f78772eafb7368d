"""The room after an event.

The clocks of a game that waits for its players, such as a rematch, begin to run at the moment that
`Started.clocks_from` gives, unless all players are there earlier, or the first turn is taken.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import structs

from pente_core.clock.clock import Clock, Lag
from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity
from pente_core.rating import RatingChange
from pente_core.room import events as ev
from pente_core.room.absence import (
    Absence,
    Absences,
    begun_anew,
    exchanged,
    extended_for_outage,
    grace,
    waiting_grace,
    without_seat,
)
from pente_core.room.analysis import annotated
from pente_core.room.conditions import AllConditions, after_stone, with_lines
from pente_core.room.first_moves import (
    FirstMoves,
    awaited,
    is_own,
    put_off,
    put_off_by_outage,
    seats_exchanged,
    with_own,
)
from pente_core.room.offers import (
    OfferKind,
    Offers,
    OpenOffer,
    after_outage,
    after_retirement,
    after_turn,
    agreed_to,
    lapsed,
    swapped,
    without,
)
from pente_core.room.room import CHAT_KEPT, Room, opened
from pente_core.room.takeback import WIDTH, Costs, is_swapped_back, spent, spent_by, with_cost
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, Move
from pente_core.rules.outcome import Outcome
from pente_core.value import replace


def apply(room: Room, event: ev.Event) -> Room:
    """The room after one more event. It trusts the event and decides nothing."""
    version = room.version + 1
    match event:
        case ev.Moved() | ev.Chosen() | ev.Retired():  # first, as nearly all are
            return played(room, event)
        case ev.Said():
            return replace(room, version=version, chat=(*room.chat, event)[-CHAT_KEPT:])
        case ev.Hidden():
            return replace(room, version=version)
        case ev.Readied(at=at, seat=seat) if room.status is ev.Status.PLAYING:  # the game is as it was
            return readied(replace(room, version=version), seat, at)
        case ev.RatingsChanged(changes=changes):
            return replace(room, version=version, rated=changes, seats=after_game(room.seats, changes))
        case ev.OutageCredited(start=start, end=end):
            return outage_credited(replace(room, version=version), start, end)
        case ev.ConditionsSet(player=player, lines=lines):
            return replace(room, version=version, conditions=with_lines(room.conditions, player, lines))
        case ev.VacationStarted(at=at, seat=seat, until=until):
            return rested(replace(room, version=version), seat, at, until)
        case ev.VacationEnded(at=at, seat=seat):
            return rested(replace(room, version=version), seat, at, at)
        case ev.Gone(seat=seat, until=until):
            absent = (*room.absent, Absence(seat, until))
            return replace(room, version=version, absent=absent, offers=lapsed(room.offers, seat))
        case ev.Returned(seat=seat):
            return replace(room, version=version, absent=without_seat(room.absent, seat))
        case ev.Muted() | ev.Unmuted() | ev.Kicked() | ev.Banned() | ev.Unbanned():
            return _moderated(replace(room, version=version), event)
        case ev.WatchPolicyChanged(watch=watch):
            return replace(room, version=version, watch=watch)
        case ev.VariationAdded() | ev.CommentAdded() | ev.PointsMarked() | ev.AnnotationRemoved():
            analysis = annotated(room.analysis, event, version, len(room.game.turns))
            return replace(room, version=version, analysis=analysis)
        case ev.Continued(room=sequel):
            return replace(room, version=version, sequel=sequel, offers=(), asked=())
        case ev.Offered() | ev.Accepted() | ev.Rejected() | ev.TimeGiven() | ev.Paused() | ev.Resumed():
            return negotiated(replace(room, version=version), event)
        case (
            ev.Created() | ev.Joined() | ev.Left() | ev.Declined() | ev.Readied() | ev.Started()
            | ev.TakenBack() | ev.Finished() | ev.Closed()
        ):  # fmt: skip
            changed = replace(room, version=version, changed=version, active=event.at)
            return _changed(changed, event)
        case _ as unreachable:
            assert_never(unreachable)


def replay(events: Iterable[ev.Event]) -> Room:
    """The room that a log describes. Raises ValueError when the log does not begin with Created."""
    events = iter(events)
    first = next(events, None)
    if not isinstance(first, ev.Created):
        raise ValueError(  # noqa: TRY004 -- the log is wrong, not the caller's types
            "a log begins with the creation of its room"
        )
    room = opened(first)
    for event in events:
        room = apply(room, event)
    return room


def _changed(
    room: Room,
    event: ev.Created
    | ev.Joined
    | ev.Left
    | ev.Declined
    | ev.Readied
    | ev.Started
    | ev.TakenBack
    | ev.Finished
    | ev.Closed,
) -> Room:
    match event:
        case ev.Created():
            return room
        case ev.Joined(seat=seat, player=player):
            invited = tuple(other for other in room.invited if other.id != player.id)
            return replace(room, seats=_seated(room, seat, player), invited=invited, ready=())
        case ev.Left(seat=seat):
            absent = without_seat(room.absent, seat)
            return replace(room, seats=_seated(room, seat, None), ready=(), absent=absent)
        case ev.Readied(seat=seat):
            return readied(room, seat, event.at)
        case ev.Declined(player=player):
            return replace(room, invited=tuple(p for p in room.invited if p.id != player.id))
        case ev.Started():
            return started(room, event)
        case ev.TakenBack():
            return taken_back(room, event)
        case ev.Finished():
            outcome = Outcome(event.termination, event.winners, event.lines, event.no_show)
            clock = room.clock.set_to(event.remaining, None, event.at)
            ended = replace(room, status=ev.Status.FINISHED, game=room.game.ended(outcome), clock=clock)
            still = replace(ended, starting=None, first_moves=None, ready=(), conditions=())
            return replace(still, paused=None, offers=(), asked=(), absent=(), costs=b"", charged=0)
        case ev.Closed():
            return replace(room, status=ev.Status.CLOSED, absent=())
        case _ as unreachable:
            assert_never(unreachable)


def _seated(room: Room, seat: int, player: Identity | None) -> tuple[Identity | None, ...]:
    return (*room.seats[:seat], player, *room.seats[seat + 1 :])


def _moderated(room: Room, event: ev.Moderated) -> Room:
    match event:
        case ev.Muted(player=player):
            return replace(room, muted=(*room.muted, player))
        case ev.Unmuted(player=player):
            return replace(room, muted=tuple(other for other in room.muted if other != player))
        case ev.Kicked():
            return room
        case ev.Banned(player=player):
            invited = tuple(other for other in room.invited if other.id != player)
            return replace(room, banned=(*room.banned, player), invited=invited)
        case ev.Unbanned(player=player):
            return replace(room, banned=tuple(other for other in room.banned if other != player))
        case _ as unreachable:
            assert_never(unreachable)


def started(room: Room, event: ev.Started) -> Room:
    position = room.game.position
    clock = room.clock.turned(event.at, position.to_act)
    if event.clocks_from is not None:
        clock = replace(clock, since=event.clocks_from)
    begins = room.created.needs_first_moves and clock.is_timed
    return replace(
        room,
        status=ev.Status.PLAYING,
        clock=clock,
        ready=(),
        starting=event.clocks_from,
        first_moves=awaited(FirstMoves(), position, clock) if begins else None,
    )


def played(room: Room, event: ev.Moved | ev.Chosen | ev.Retired) -> Room:
    game = _game_after(room.game, event)
    after = turned(room, event, game, _clock_after(room, event, game.position.to_act))
    return begun_if_ready(after, event.at) if isinstance(event, ev.Retired) else after


def turned(room: Room, event: ev.Moved | ev.Chosen | ev.Retired, game: Game, clock: Clock) -> Room:
    """The room after a turn, with the game and the clock that follow from it."""
    version = room.version + 1
    return replace(
        room,
        version=version,
        seats=room.seats[::-1] if _is_swap(event) else room.seats,
        game=game,
        clock=clock,
        changed=version,
        active=event.at,
        lag=_lag_after(room.lag, event),
        offers=_offers_after(room.offers, event) if room.offers else (),
        absent=_absent_after(room.absent, event) if room.absent else (),
        costs=_costs_after(room, event),
        charged=_charged_after(room, event, game),
        asked=(),
        conditions=_conditions_after(room.conditions, event) if room.conditions else (),
        starting=room.starting if isinstance(event, ev.Retired) else None,
        ready=room.ready if isinstance(event, ev.Retired) else (),
        first_moves=None if room.first_moves is None else _first_moves_after(room, event, game, clock),
    )


def _first_moves_after(
    room: Room, event: ev.Moved | ev.Chosen | ev.Retired, game: Game, clock: Clock
) -> FirstMoves | None:
    first, before = room.first_moves or FirstMoves(), room.game.position
    if not isinstance(event, ev.Retired) and is_own(before):
        first = with_own(first, (event.seat,))
    if _is_swap(event):
        first = seats_exchanged(first)
    after = awaited(first, game.position, clock)
    goes_on = game.position.to_act == before.to_act and not _is_swap(event)
    if after is None or after.until is None or not goes_on:
        return after
    return first


def taken_back(room: Room, event: ev.TakenBack) -> Room:
    game = room.game.back_to(event.turn_count)
    swaps = is_swapped_back(room.game, event.turn_count)
    clock = room.clock.back_to(event.remaining, game.position.to_act, event.at)
    if swaps:
        clock = replace(clock, rests=clock.rests[::-1])
    first = seats_exchanged(room.first_moves) if swaps and room.first_moves else room.first_moves
    return replace(
        room,
        seats=room.seats[::-1] if swaps else room.seats,
        game=game,
        clock=clock,
        lag=room.lag.swapped() if swaps else room.lag,
        absent=exchanged(room.absent) if swaps else room.absent,
        offers=(),
        asked=(),
        costs=room.costs[: WIDTH * event.turn_count],
        first_moves=None if first is None else awaited(first, game.position, clock),
        charged=0,
        takebacks=room.takebacks + 1,
        conditions=(),
    )


def _is_swap(event: ev.Moved | ev.Chosen | ev.Retired) -> bool:
    return isinstance(event, ev.Chosen) and event.choice is Choice.SWAP


def _clock_after(room: Room, event: ev.Moved | ev.Chosen | ev.Retired, to_act: int) -> Clock:
    clock = room.clock if isinstance(event, ev.Retired) else clock_in_turn(room, event.at)
    if _is_swap(event):
        clock = clock.swapped()  # a player who takes two turns in a row gets no new delay
    if room.paused is None:
        return clock.set_to(event.remaining, to_act, event.at)
    if to_act == room.game.position.to_act:
        return replace(clock, remaining=event.remaining)
    return clock.set_to(event.remaining, to_act, event.at).stopped(event.at)


def _lag_after(lag: Lag, event: ev.Moved | ev.Chosen | ev.Retired) -> Lag:
    match event:
        case ev.Moved(seat=seat, lag=uncharged):
            return lag.after(seat, uncharged)
        case ev.Chosen(seat=seat, choice=choice, lag=uncharged):
            after = lag.after(seat, uncharged)
            return after.swapped() if choice is Choice.SWAP else after
        case ev.Retired():
            return lag


def _offers_after(offers: Offers, event: ev.Moved | ev.Chosen | ev.Retired) -> Offers:
    if isinstance(event, ev.Retired):
        return after_retirement(offers, event.seat)
    outlasting = after_turn(offers, event.seat)
    return swapped(outlasting) if _is_swap(event) else outlasting


def _absent_after(absent: Absences, event: ev.Moved | ev.Chosen | ev.Retired) -> Absences:
    """A player who takes a turn is present; a seat that is out is no longer waited for."""
    others = without_seat(absent, event.seat)
    return exchanged(others) if _is_swap(event) else others


def _conditions_after(conditions: AllConditions, event: ev.Moved | ev.Chosen | ev.Retired) -> AllConditions:
    """Stones follow the lines that were planned; no other turn stands in one."""
    return after_stone(conditions, event.point) if isinstance(event, ev.Moved) else ()


def _costs_after(room: Room, event: ev.Moved | ev.Chosen | ev.Retired) -> Costs:
    is_known = len(room.costs) == WIDTH * len(room.game.turns)
    if not (is_known and event.remaining and room.created.options.takebacks):
        return b""
    if isinstance(event, ev.Retired):  # no takeback goes back beyond a retirement
        return with_cost(room.costs, 0)
    seat = 1 - event.seat if _is_swap(event) else event.seat
    return with_cost(room.costs, room.clock.remaining[event.seat] + room.charged - event.remaining[seat])


def _charged_after(room: Room, event: ev.Moved | ev.Chosen | ev.Retired, game: Game) -> int:
    if not (isinstance(event, ev.Retired) and event.remaining and game.position.to_act == room.clock.running):
        return 0
    return room.charged + room.clock.remaining[room.clock.running] - event.remaining[room.clock.running]


def _game_after(game: Game, event: ev.Moved | ev.Chosen | ev.Retired) -> Game:
    match event:
        case ev.Moved():
            return game.moved(Move(event.colour, event.point, event.captured, event.poofed, event.calls))
        case ev.Chosen(choice=choice):
            return game.choose(choice)
        case ev.Retired(seat=seat, reason=why):
            return game.retire(seat, why)


def outage_credited(room: Room, start: Instant, end: Instant) -> Room:
    """The room when an outage is charged to nobody: neither to clocks nor to those who are away or wait."""
    if room.status is ev.Status.WAITING:
        whole = waiting_grace(room.created.time, room.created.options, room.invited)
        room = replace(room, active=max(room.active, end))
    else:
        whole = grace(room.created.time)
    absent = extended_for_outage(room.absent, whole, start, end)
    first = room.first_moves and put_off_by_outage(room.first_moves, room.clock, start, end)
    credited = _on_the_clock(room, room.clock.outage_credited(start, end))
    return replace(credited, absent=absent, first_moves=first, offers=after_outage(room.offers, start, end))


def rested(room: Room, seat: int, at: Instant, until: Instant) -> Room:
    """The room with the clock of a seat standing still until a moment.

    In correspondence the time for a first move is that of the turn.
    """
    rested = _on_the_clock(room, room.clock.rested(seat, at, until))
    first = room.first_moves
    if first is None or first.until is None or seat != room.clock.running:
        return rested
    return replace(rested, first_moves=replace(first, until=rested.clock.flag_at()))


def _on_the_clock(room: Room, clock: Clock) -> Room:
    """The room in the same turn with another state of its clock."""
    return replace(room, clock=clock, charged=room.charged + spent(room.clock, clock))


def negotiated(
    room: Room, event: ev.Offered | ev.Accepted | ev.Rejected | ev.TimeGiven | ev.Paused | ev.Resumed
) -> Room:
    """The room after something that leaves the game as it is: no move becomes stale by it."""
    match event:
        case ev.Offered(seat=seat, kind=OfferKind.RESUME, until=until):
            notice = OpenOffer(OfferKind.RESUME, seat, (seat,), until)
            return replace(room, offers=(*without(room.offers, OfferKind.RESUME), notice))
        case ev.Offered(seat=seat, kind=kind):
            offers = (*without(room.offers, kind), OpenOffer(kind, seat))
            return replace(room, offers=offers, asked=(*room.asked, seat))
        case ev.Accepted(seat=seat, kind=kind):
            return replace(room, offers=agreed_to(room.offers, kind, seat))
        case ev.Rejected(kind=kind):
            return replace(room, offers=without(room.offers, kind))
        case ev.TimeGiven(at=at, remaining=left):
            charged = room.charged + spent_by(room.clock, at)
            return replace(room, clock=room.clock.set_to(left, room.clock.running, at), charged=charged)
        case ev.Paused(at=at):
            offers = without(room.offers, OfferKind.PAUSE)
            stopped = _on_the_clock(room, room.clock.stopped(at))
            return replace(stopped, paused=at, offers=offers, starting=None, ready=())
        case ev.Resumed(at=at):
            clock = room.clock.resumed(at, room.game.position.to_act)
            absent = begun_anew(room.absent, room.created.time, at)
            first = room.first_moves and put_off(room.first_moves, elapsed(room.clock.since, clock.since))
            if first is not None and first.until is not None and clock.rests:
                # A vacation may have begun or ended meanwhile; a turn is all the time that there is.
                first = replace(first, until=clock.flag_at())
            offers = without(room.offers, OfferKind.RESUME)
            return replace(room, clock=clock, paused=None, absent=absent, first_moves=first, offers=offers)
        case _ as unreachable:
            assert_never(unreachable)


def clock_in_turn(room: Room, now: Instant) -> Clock:
    """The clock of a turn that is taken at ``now``, which starts it if it was still waiting."""
    return room.clock if room.starting is None else _started(room.clock, room.starting, now)


def readied(room: Room, seat: int, now: Instant) -> Room:
    """The room once the player of a seat is ready, or there."""
    return begun_if_ready(replace(room, ready=(*room.ready, seat)), now)


def begun_if_ready(room: Room, now: Instant) -> Room:
    """The room with its clocks running from ``now`` on, if they wait and all who still play are there."""
    others = (other for other in range(len(room.seats)) if not room.game.position.out >> other & 1)
    if room.starting is None or any(other not in room.ready for other in others):
        return room
    clock, first = _started(room.clock, room.starting, now), room.first_moves
    if first is not None:
        first = awaited(first, room.game.position, clock)
    return replace(room, clock=clock, first_moves=first, starting=None, ready=())


def _started(clock: Clock, starting: Instant, now: Instant) -> Clock:
    """The clock running from ``now`` on; if an outage has put it off, still from the end of that."""
    return clock if clock.since > starting else replace(clock, since=min(clock.since, now))


Seats = tuple[Identity | None, ...]


def after_game(seats: Seats, changes: Iterable[RatingChange]) -> Seats:
    """The players by seat, with what a game did to their ratings."""
    after = {change.seat: change for change in changes}
    return tuple(
        replace(player, rating=after[seat].after, provisional=after[seat].provisional)
        if player is not None and seat in after
        else player
        for seat, player in enumerate(seats)
    )


def before_game(seats: Seats, changes: Iterable[RatingChange]) -> Seats:
    """The players by seat, with the ratings that they had when they played.

    Whether a rating was provisional then is not known any more, if it is not now.
    """
    before = {change.seat: change for change in changes}
    return tuple(
        replace(player, rating=before[seat].before) if player is not None and seat in before else player
        for seat, player in enumerate(seats)
    )


def with_clocks(room: Room, events: Sequence[ev.Event]) -> tuple[ev.Event, ...]:
    """The next events of a room, with what remains on the clocks after each that starts or stops them."""
    if not room.clock.is_timed or not any(event.facts.clocked for event in events):
        return tuple(events)
    told: list[ev.Event] = []
    for event in events:
        room = apply(room, event)
        told.append(_with_remaining(event, room) if event.facts.clocked else event)
    return tuple(told)


def _with_remaining(event: ev.Event, after: Room) -> ev.Event:
    # All of these events have it, as their facts promise; type checkers know of nobody's facts.
    return structs.replace(event, remaining=after.clock.remaining)
