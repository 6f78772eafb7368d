"""The events that follow from a command: the rules of the room, as pure functions."""

from collections.abc import Mapping
from functools import reduce
from types import MappingProxyType
from typing import Final, assert_never

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.rating import RatingChange
from pente_core.room.decisions.absence_claims import claim, mark_absent, mark_present
from pente_core.room.decisions.annotating import annotate
from pente_core.room.decisions.clocks import with_clocks
from pente_core.room.decisions.conditional_moves import set_conditions, with_answers
from pente_core.room.decisions.deadlines import shortens_wait, tick
from pente_core.room.decisions.ending import (
    aborted,
    counted_end,
    is_out,
    is_second_of_rated_set,
    retired,
    time_out,
)
from pente_core.room.decisions.negotiation import Negotiation, negotiate, rematch, resumed_without
from pente_core.room.decisions.permissions import check_host, moderate, say
from pente_core.room.decisions.seating import decline, join, leave, ready, seat_of
from pente_core.room.decisions.sequel import of_set
from pente_core.room.decisions.turns import NO_TIME, take_turn
from pente_core.room.decisions.vacations import mark_vacation
from pente_core.room.decisions.watching import set_watch_policy
from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room, Status
from pente_core.room.values.annotations import AddComment, AddVariation, MarkPoints, RemoveAnnotation
from pente_core.room.values.commands import (
    Abort,
    Accept,
    Ban,
    Choose,
    Claim,
    Command,
    CreditOutage,
    Decline,
    GiveTime,
    Join,
    Kick,
    Leave,
    MarkAbsent,
    MarkPresent,
    MarkVacation,
    Moderation,
    Mute,
    Offer,
    Play,
    Rate,
    Ready,
    Resign,
    Resume,
    Say,
    SetConditions,
    SetWatchPolicy,
    Tick,
    Unban,
    Unmute,
)
from pente_core.room.values.events import (
    Event,
    Finished,
    OutageCredited,
    RatingsChanged,
)
from pente_core.room.values.refusals import Reason, Refused
from pente_core.rules.outcome import Termination

BARELY_BEGUN: Final = 2
"""A game can't be aborted once this many turns have been taken."""

_Refusals = Mapping[Status, Reason]
_UNTIL_CLOSED: Final[_Refusals] = {Status.CLOSED: Reason.ROOM_CLOSED}
_BEFORE_THE_GAME: Final[_Refusals] = {
    Status.PLAYING: Reason.STARTED,
    Status.FINISHED: Reason.GAME_OVER,
    Status.CLOSED: Reason.ROOM_CLOSED,
}
_DURING_THE_GAME: Final[_Refusals] = {
    Status.WAITING: Reason.NOT_STARTED,
    Status.FINISHED: Reason.GAME_OVER,
    Status.CLOSED: Reason.ROOM_CLOSED,
}
_FROM_THE_START: Final[_Refusals] = {Status.WAITING: Reason.NOT_STARTED, Status.CLOSED: Reason.ROOM_CLOSED}
_AFTER_THE_GAME: Final[_Refusals] = {
    Status.WAITING: Reason.NOT_OVER,
    Status.PLAYING: Reason.NOT_OVER,
    Status.CLOSED: Reason.ROOM_CLOSED,
}
_UNTIL_THE_END: Final[_Refusals] = {Status.FINISHED: Reason.GAME_OVER, Status.CLOSED: Reason.ROOM_CLOSED}
_ONLY_PLAYING: Final[_Refusals] = dict.fromkeys(set(Status) - {Status.PLAYING}, Reason.NOTHING_DUE)
_ONLY_FINISHED: Final[_Refusals] = dict.fromkeys(set(Status) - {Status.FINISHED}, Reason.NOTHING_DUE)
_ONLY_ALIVE: Final[_Refusals] = dict.fromkeys((Status.FINISHED, Status.CLOSED), Reason.NOTHING_DUE)

REFUSED_BY_STATUS: Final[Mapping[type[Command], _Refusals]] = MappingProxyType(
    {
        Join: _UNTIL_CLOSED,
        Say: _UNTIL_CLOSED,
        Mute: _UNTIL_CLOSED,
        Unmute: _UNTIL_CLOSED,
        Kick: _UNTIL_CLOSED,
        Ban: _UNTIL_CLOSED,
        Unban: _UNTIL_CLOSED,
        SetWatchPolicy: _UNTIL_THE_END,
        AddVariation: _AFTER_THE_GAME,
        AddComment: _AFTER_THE_GAME,
        MarkPoints: _AFTER_THE_GAME,
        RemoveAnnotation: _AFTER_THE_GAME,
        Leave: _BEFORE_THE_GAME,
        Ready: _BEFORE_THE_GAME,
        Play: _DURING_THE_GAME,
        Choose: _DURING_THE_GAME,
        Resign: _DURING_THE_GAME,
        Abort: _DURING_THE_GAME,
        SetConditions: _DURING_THE_GAME,
        Claim: _DURING_THE_GAME,
        GiveTime: _DURING_THE_GAME,
        Resume: _DURING_THE_GAME,
        # A rematch can be offered, accepted and declined after the game.
        Offer: _FROM_THE_START,
        Accept: _FROM_THE_START,
        Decline: _FROM_THE_START,  # of an offer; an invitation can be declined before the game only
        Tick: _ONLY_ALIVE,
        CreditOutage: _ONLY_ALIVE,
        MarkAbsent: _ONLY_ALIVE,
        MarkVacation: _ONLY_PLAYING,
        MarkPresent: _ONLY_ALIVE,
        Rate: _ONLY_FINISHED,
    }
)
"""The reason that a status alone is enough to refuse a command for. Where a status is not named, the command
may be carried out. Commands that need a seat or a host are refused for the lack of that first.
"""

_KeeperCommand = Tick | CreditOutage | Rate | MarkAbsent | MarkPresent | MarkVacation
_GameCommand = Play | Choose | Resign | Abort | Claim | SetConditions | Negotiation


def decide(
    room: Room,
    command: Command,
    *,
    by: Identity | None,
    now: Instant,
    round_trip: Millis = NO_TIME,
    sequel: RoomId = NO_ROOM,
) -> tuple[Event, ...]:
    """The events that follow from a command given by a player (None: the keeper itself).

    After the time of the seat to act was up, any command to the game leads to what follows from that instead:
    a player who has made no first move ends the game, and a flag that has fallen retires its seat, which may
    end the game; a resignation is then carried out on top of that. Raises Refused; the room is unchanged.

    ``round_trip`` is the time that a message takes to the player and back, as the server has measured it.
    The part of it that `pente_core.clock.lag` allows is not charged to the turn. A flag that has fallen at
    ``now`` stays down all the same: else the end of a game would depend on whether the move or the keeper's
    `Tick` came first.

    ``sequel`` is the id of the next room, if the command leads there: a new id that nobody can guess. Only
    rooms that `may_continue` need it, and none does of a caller who only asks whether a command is allowed.
    """
    events = _decided(room, command, by=by, now=now, round_trip=round_trip, sequel=sequel)
    if not isinstance(last := events[-1], Finished):
        return with_clocks(room, events)
    before = events[:-1]
    end = counted_end(room, before, last)
    return with_clocks(room, (*before, end, *of_set(room, end, sequel)))


def _decided(
    room: Room, command: Command, *, by: Identity | None, now: Instant, round_trip: Millis, sequel: RoomId
) -> tuple[Event, ...]:
    match command:
        case Play() if by is not None:  # first: nearly all commands are stones
            return _in_game(room, command, by, now, round_trip)
        case Tick() | CreditOutage() | Rate() | MarkAbsent() | MarkPresent() | MarkVacation():
            _check_status(room, command)
            return _by_keeper(room, command, now)
        case _ if by is None:
            raise Refused(Reason.NOT_SEATED)
        case Decline(kind=None):
            return decline(room, by, now)
        case SetWatchPolicy():
            check_host(room, by)  # first: others may not know yet that the game is over
            _check_status(room, command)
            return set_watch_policy(room, command, now)
        case Join() | Say() | Mute() | Unmute() | Kick() | Ban() | Unban():
            _check_status(room, command)
            return _by_anybody(room, command, by, now)
        case AddVariation() | AddComment() | MarkPoints() | RemoveAnnotation():
            _check_status(room, command)
            return annotate(room, command, by, now)
        case Leave():
            return leave(room, _seat(room, command, by), now)
        case Ready():
            return ready(room, _seat(room, command, by), now)
        case Offer() | Accept() | Decline() if room.status is Status.FINISHED:
            return rematch(room, command, _seat(room, command, by), now, sequel)
        case (
            Play() | Choose() | Resign() | Abort() | Claim() | SetConditions()
            | Offer() | Accept() | Decline() | GiveTime() | Resume()
        ):  # fmt: skip
            return _in_game(room, command, by, now, round_trip)
        case _ as unreachable:
            assert_never(unreachable)


def _check_status(room: Room, command: Command) -> None:
    reason = REFUSED_BY_STATUS[type(command)].get(room.status)
    if reason is not None:
        raise Refused(reason)


def _seat(room: Room, command: Command, by: Identity) -> int:
    """The seat of the player who gives a command that the room's status allows. Raises Refused."""
    seat = seat_of(room, by)
    _check_status(room, command)
    return seat


def _by_keeper(room: Room, command: _KeeperCommand, now: Instant) -> tuple[Event, ...]:
    match command:
        case Tick():
            return tick(room, now)
        case CreditOutage(start, end):
            return _credit_outage(room, start, end, now)
        case Rate(changes):
            return _rate(room, changes, now)
        case MarkAbsent(seat):
            return mark_absent(room, seat, now)
        case MarkPresent(seat):
            return mark_present(room, seat, now)
        case MarkVacation(player, until):
            return mark_vacation(room, player, until, now)
        case _ as unreachable:
            assert_never(unreachable)


def _by_anybody(
    room: Room, command: Join | Say | Moderation, by: Identity, now: Instant
) -> tuple[Event, ...]:
    """A command that needs no seat."""
    match command:
        case Join():
            return join(room, command, by, now)
        case Say():
            return say(room, command, by, now)
        case Mute() | Unmute() | Kick() | Ban() | Unban():
            return moderate(room, command, by, now)
        case _ as unreachable:
            assert_never(unreachable)


def _credit_outage(room: Room, start: Instant, end: Instant, now: Instant) -> tuple[Event, ...]:
    is_charged = room.clock.outage_credited(start, end) != room.clock
    if not is_charged and not shortens_wait(room, start, end):
        raise Refused(Reason.NOTHING_DUE)
    return (OutageCredited(now, start, end),)


def _rate(room: Room, changes: tuple[RatingChange, ...], now: Instant) -> tuple[Event, ...]:
    if room.rated:
        raise Refused(Reason.NOTHING_DUE)
    return (RatingsChanged(now, changes),)


def _in_game(
    room: Room, command: _GameCommand, by: Identity, now: Instant, round_trip: Millis
) -> tuple[Event, ...]:
    """A player's command to the game, or the fall of a flag that came first."""
    seat = _seat(room, command, by)
    fallen = time_out(room, now)
    if fallen:
        after = reduce(apply, fallen, room)
        resigns = isinstance(command, Resign) and after.status is Status.PLAYING and not is_out(after, seat)
        return (*fallen, *_resign(after, seat, now)) if resigns else fallen
    match command:
        case Resign():
            return _resign(room, seat, now)
        case Play() | Choose():
            return with_answers(room, take_turn(room, command, seat, now, round_trip), now)
        case Abort() | Claim() | SetConditions() | Offer() | Accept() | Decline() | GiveTime() | Resume():
            return _in_play(room, command, seat, now)
        case _ as unreachable:
            assert_never(unreachable)


def _in_play(
    room: Room, command: Abort | Claim | SetConditions | Negotiation, seat: int, now: Instant
) -> tuple[Event, ...]:
    """A command of a seat that has not left the game."""
    if is_out(room, seat):
        raise Refused(Reason.GAME_OVER)
    match command:
        case Abort():
            return _abort(room, now)
        case Claim(what):
            return claim(room, what, seat, now)
        case SetConditions():
            return set_conditions(room, command, seat, now)
        case Decline():  # an answer may be planned that has waited for this
            return with_answers(room, negotiate(room, command, seat, now), now)
        case Offer() | Accept() | GiveTime() | Resume():
            return negotiate(room, command, seat, now)
        case _ as unreachable:
            assert_never(unreachable)


def _abort(room: Room, now: Instant) -> tuple[Event, ...]:
    # Who leads in a rated set could keep that lead by aborting its second game.
    if len(room.game.turns) >= BARELY_BEGUN or is_second_of_rated_set(room):
        raise Refused(Reason.UNDER_WAY)
    return (aborted(room, now),)


def _resign(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    if is_out(room, seat):
        raise Refused(Reason.GAME_OVER)
    left = retired(room, seat, Termination.RESIGNATION, now)
    return (*left, *resumed_without(reduce(apply, left, room), now))
