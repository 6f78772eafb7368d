"""The room after an event."""

from collections.abc import Iterable
from typing import assert_never

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant, elapsed
from pente_core.clock.lag import Lag
from pente_core.identity import Identity
from pente_core.room.state.absence import (
    Absence,
    Absences,
    begun_anew,
    exchanged,
    extended_for_outage,
    grace,
    waiting_grace,
    without_seat,
)
from pente_core.room.state.analysis import annotated
from pente_core.room.state.clock_start import begun_if_ready, clock_in_turn, readied
from pente_core.room.state.first_moves import (
    FirstMoves,
    awaited,
    is_own,
    put_off,
    put_off_by_outage,
    seats_exchanged,
    with_own,
)
from pente_core.room.state.rated_seats import after_game
from pente_core.room.state.room import CHAT_KEPT, Room, Status, opened
from pente_core.room.state.takeback import WIDTH, Costs, is_swapped_back, spent, spent_by, with_cost
from pente_core.room.values.annotations import (
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.room.values.conditions import AllConditions, after_stone, with_lines
from pente_core.room.values.events import (
    PEOPLE_FROM,
    Accepted,
    Banned,
    Chosen,
    Closed,
    ConditionsSet,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Joined,
    Kicked,
    Left,
    Moderated,
    Moved,
    Muted,
    Offered,
    OutageCredited,
    Paused,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Said,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    WatchPolicyChanged,
)
from pente_core.room.values.offers import (
    OfferKind,
    Offers,
    OpenOffer,
    after_turn,
    agreed_to,
    swapped,
    without,
)
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, Move
from pente_core.rules.outcome import Outcome
from pente_core.value import replace


def apply(room: Room, event: Event) -> Room:
    """The room after one more event. It trusts the event and decides nothing."""
    version = room.version + 1
    match event:
        case Moved() | Chosen() | Retired():  # first, as nearly all are
            return _played(room, event)
        case Said():
            return replace(room, version=version, chat=(*room.chat, event)[-CHAT_KEPT:])
        case Hidden():
            return replace(room, version=version)
        case Readied(at=at, seat=seat) if room.status is Status.PLAYING:  # the game is as it was
            return readied(replace(room, version=version), seat, at)
        case RatingsChanged(changes=changes):
            return replace(room, version=version, rated=changes, seats=after_game(room.seats, changes))
        case OutageCredited(start=start, end=end):
            return _outage_credited(replace(room, version=version), start, end)
        case ConditionsSet(player=player, lines=lines):
            return replace(room, version=version, conditions=with_lines(room.conditions, player, lines))
        case VacationStarted(at=at, seat=seat, until=until):
            return _rested(replace(room, version=version), seat, at, until)
        case VacationEnded(at=at, seat=seat):
            return _rested(replace(room, version=version), seat, at, at)
        case Gone(seat=seat, until=until):
            return replace(room, version=version, absent=(*room.absent, Absence(seat, until)))
        case Returned(seat=seat):
            return replace(room, version=version, absent=without_seat(room.absent, seat))
        case Muted() | Unmuted() | Kicked() | Banned() | Unbanned():
            return _moderated(replace(room, version=version), event)
        case WatchPolicyChanged(watch=watch):
            return replace(room, version=version, watch=watch)
        case VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved():
            analysis = annotated(room.analysis, event, version, len(room.game.turns))
            return replace(room, version=version, analysis=analysis)
        case Continued(room=sequel):
            return replace(room, version=version, sequel=sequel, offers=(), asked=())
        case Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed():
            return _negotiated(replace(room, version=version), event)
        case (
            Created() | Joined() | Left() | Declined() | Readied() | Started()
            | TakenBack() | Finished() | Closed()
        ):  # fmt: skip
            changed = replace(room, version=version, changed=version, active=event.at)
            return _changed(changed, event)
        case _ as unreachable:
            assert_never(unreachable)


def replay(events: Iterable[Event]) -> Room:
    """The room that a log describes. Raises ValueError when the log does not begin with Created."""
    events = iter(events)
    first = next(events, None)
    if not isinstance(first, Created):
        raise ValueError(  # noqa: TRY004 -- the log is wrong, not the caller's types
            "a log begins with the creation of its room"
        )
    room = opened(first)
    for event in events:
        room = apply(room, event)
    return room


def _outage_credited(room: Room, start: Instant, end: Instant) -> Room:
    """The room when an outage is charged to nobody: neither to clocks nor to those who are away or wait."""
    if room.status is Status.WAITING:
        whole = waiting_grace(room.created.time, room.created.options, room.invited)
        room = replace(room, active=max(room.active, end))
    else:
        whole = grace(room.created.time)
    absent = extended_for_outage(room.absent, whole, start, end)
    first = room.first_moves and put_off_by_outage(room.first_moves, room.clock, start, end)
    credited = _on_the_clock(room, room.clock.outage_credited(start, end))
    return replace(credited, absent=absent, first_moves=first)


def _changed(
    room: Room,
    event: Created | Joined | Left | Declined | Readied | Started | TakenBack | Finished | Closed,
) -> Room:
    match event:
        case Created():
            return room
        case Joined(seat=seat, player=player):
            invited = tuple(other for other in room.invited if other.id != player.id)
            return replace(room, seats=_seated(room, seat, player), invited=invited, ready=())
        case Left(seat=seat):
            absent = without_seat(room.absent, seat)
            return replace(room, seats=_seated(room, seat, None), ready=(), absent=absent)
        case Readied(seat=seat):
            return readied(room, seat, event.at)
        case Declined(player=player):
            return replace(room, invited=tuple(p for p in room.invited if p.id != player.id))
        case Started():
            return _started(room, event)
        case TakenBack():
            return _taken_back(room, event)
        case Finished():
            outcome = Outcome(event.termination, event.winners, event.lines, event.no_show)
            clock = room.clock.set_to(event.remaining, None, event.at)
            ended = replace(room, status=Status.FINISHED, game=room.game.ended(outcome), clock=clock)
            still = replace(ended, starting=None, first_moves=None, ready=(), conditions=())
            return replace(still, paused=None, offers=(), asked=(), absent=(), costs=b"", charged=0)
        case Closed():
            return replace(room, status=Status.CLOSED, absent=())
        case _ as unreachable:
            assert_never(unreachable)


def _started(room: Room, event: Started) -> Room:
    position = room.game.position
    clock = room.clock.turned(event.at, position.to_act)
    if event.clocks_from is not None:
        clock = replace(clock, since=event.clocks_from)
    begins = room.created.format >= PEOPLE_FROM and clock.is_timed
    return replace(
        room,
        status=Status.PLAYING,
        clock=clock,
        ready=(),
        starting=event.clocks_from,
        first_moves=awaited(FirstMoves(), position, clock) if begins else None,
    )


def _seated(room: Room, seat: int, player: Identity | None) -> tuple[Identity | None, ...]:
    return (*room.seats[:seat], player, *room.seats[seat + 1 :])


def _played(room: Room, event: Moved | Chosen | Retired) -> Room:
    game = _game_after(room.game, event)
    after = turned(room, event, game, _clock_after(room, event, game.position.to_act))
    return begun_if_ready(after, event.at) if isinstance(event, Retired) else after


def turned(room: Room, event: Moved | Chosen | Retired, game: Game, clock: Clock) -> Room:
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
        starting=room.starting if isinstance(event, Retired) else None,
        ready=room.ready if isinstance(event, Retired) else (),
        first_moves=None if room.first_moves is None else _first_moves_after(room, event, game, clock),
    )


def _first_moves_after(
    room: Room, event: Moved | Chosen | Retired, game: Game, clock: Clock
) -> FirstMoves | None:
    first, before = room.first_moves or FirstMoves(), room.game.position
    if not isinstance(event, Retired) and is_own(before):
        first = with_own(first, (event.seat,))
    if _is_swap(event):
        first = seats_exchanged(first)
    after = awaited(first, game.position, clock)
    goes_on = game.position.to_act == before.to_act and not _is_swap(event)
    if after is None or after.until is None or not goes_on:
        return after
    return first


def _taken_back(room: Room, event: TakenBack) -> Room:
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


def _is_swap(event: Moved | Chosen | Retired) -> bool:
    return isinstance(event, Chosen) and event.choice is Choice.SWAP


def _clock_after(room: Room, event: Moved | Chosen | Retired, to_act: int) -> Clock:
    clock = room.clock if isinstance(event, Retired) else clock_in_turn(room, event.at)
    if _is_swap(event):
        clock = clock.swapped()  # a player who takes two turns in a row gets no new delay
    if room.paused is None:
        return clock.set_to(event.remaining, to_act, event.at)
    if to_act == room.game.position.to_act:
        return replace(clock, remaining=event.remaining)
    return clock.set_to(event.remaining, to_act, event.at).stopped(event.at)


def _lag_after(lag: Lag, event: Moved | Chosen | Retired) -> Lag:
    match event:
        case Moved(seat=seat, lag=uncharged):
            return lag.after(seat, uncharged)
        case Chosen(seat=seat, choice=choice, lag=uncharged):
            after = lag.after(seat, uncharged)
            return after.swapped() if choice is Choice.SWAP else after
        case Retired():
            return lag


def _offers_after(offers: Offers, event: Moved | Chosen | Retired) -> Offers:
    """All offers end when a seat leaves the game: it can neither make nor answer one."""
    if isinstance(event, Retired):
        return ()
    outlasting = after_turn(offers, event.seat)
    return swapped(outlasting) if _is_swap(event) else outlasting


def _absent_after(absent: Absences, event: Moved | Chosen | Retired) -> Absences:
    """A player who takes a turn is present; a seat that is out is no longer waited for."""
    others = without_seat(absent, event.seat)
    return exchanged(others) if _is_swap(event) else others


def _conditions_after(conditions: AllConditions, event: Moved | Chosen | Retired) -> AllConditions:
    """Stones follow the lines that were planned; no other turn stands in one."""
    return after_stone(conditions, event.point) if isinstance(event, Moved) else ()


def _costs_after(room: Room, event: Moved | Chosen | Retired) -> Costs:
    is_known = len(room.costs) == WIDTH * len(room.game.turns)
    if not (is_known and event.remaining and room.created.options.takebacks):
        return b""
    if isinstance(event, Retired):  # no takeback goes back beyond a retirement
        return with_cost(room.costs, 0)
    seat = 1 - event.seat if _is_swap(event) else event.seat
    return with_cost(room.costs, room.clock.remaining[event.seat] + room.charged - event.remaining[seat])


def _charged_after(room: Room, event: Moved | Chosen | Retired, game: Game) -> int:
    if not (isinstance(event, Retired) and event.remaining and game.position.to_act == room.clock.running):
        return 0
    return room.charged + room.clock.remaining[room.clock.running] - event.remaining[room.clock.running]


def _moderated(room: Room, event: Moderated) -> Room:
    match event:
        case Muted(player=player):
            return replace(room, muted=(*room.muted, player))
        case Unmuted(player=player):
            return replace(room, muted=tuple(other for other in room.muted if other != player))
        case Kicked():
            return room
        case Banned(player=player):
            invited = tuple(other for other in room.invited if other.id != player)
            return replace(room, banned=(*room.banned, player), invited=invited)
        case Unbanned(player=player):
            return replace(room, banned=tuple(other for other in room.banned if other != player))
        case _ as unreachable:
            assert_never(unreachable)


def _rested(room: Room, seat: int, at: Instant, until: Instant) -> Room:
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


def _negotiated(room: Room, event: Offered | Accepted | Rejected | TimeGiven | Paused | Resumed) -> Room:
    """The room after something that leaves the game as it is: no move becomes stale by it."""
    match event:
        case Offered(seat=seat, kind=kind):
            offers = (*without(room.offers, kind), OpenOffer(kind, seat))
            return replace(room, offers=offers, asked=(*room.asked, seat))
        case Accepted(seat=seat, kind=kind):
            return replace(room, offers=agreed_to(room.offers, kind, seat))
        case Rejected(kind=kind):
            return replace(room, offers=without(room.offers, kind))
        case TimeGiven(at=at, remaining=left):
            charged = room.charged + spent_by(room.clock, at)
            return replace(room, clock=room.clock.set_to(left, room.clock.running, at), charged=charged)
        case Paused(at=at):
            offers = without(room.offers, OfferKind.PAUSE)
            stopped = _on_the_clock(room, room.clock.stopped(at))
            return replace(stopped, paused=at, offers=offers, starting=None, ready=())
        case Resumed(at=at):
            clock = room.clock.resumed(at, room.game.position.to_act)
            absent = begun_anew(room.absent, room.created.time, at)
            first = room.first_moves and put_off(room.first_moves, elapsed(room.clock.since, clock.since))
            if first is not None and first.until is not None and clock.rests:
                # A vacation may have begun or ended meanwhile; a turn is all the time that there is.
                first = replace(first, until=clock.flag_at())
            return replace(room, clock=clock, paused=None, absent=absent, first_moves=first)
        case _ as unreachable:
            assert_never(unreachable)


def _game_after(game: Game, event: Moved | Chosen | Retired) -> Game:
    match event:
        case Moved():
            return game.moved(Move(event.colour, event.point, event.captured, event.poofed, event.calls))
        case Chosen(choice=choice):
            return game.choose(choice)
        case Retired(seat=seat, reason=why):
            return game.retire(seat, why)
