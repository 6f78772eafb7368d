"""What follows from a command: the rules of the room, as pure functions."""

from collections.abc import Callable
from functools import reduce
from typing import Final, assert_never

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.rating import RatingChange
from pente_core.room.decisions.absence_claims import claim, mark_absent, mark_present
from pente_core.room.decisions.ending import aborted, finished, is_out, retired
from pente_core.room.decisions.negotiation import LONGEST_PAUSE, Negotiation, negotiate, rematch
from pente_core.room.decisions.permissions import moderate, say
from pente_core.room.decisions.seating import decline, join, leave, ready, seat_of
from pente_core.room.decisions.sequel import of_set
from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room, Status
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
    Mute,
    Offer,
    Play,
    Rate,
    Ready,
    Resign,
    Resume,
    Say,
    Tick,
    Unban,
    Unmute,
)
from pente_core.room.values.events import (
    Chosen,
    Closed,
    Closing,
    Event,
    Finished,
    Moved,
    OutageCredited,
    Rated,
    Resumed,
)
from pente_core.room.values.refusals import Reason, Refused
from pente_core.rules.fast_new import fast_new
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point

WAITING_ENDS: Final = Millis(60 * 60 * 1000)
"""How long a room waits for players without anything happening: an hour."""
ABANDONED_AFTER: Final = Millis(7 * 24 * 60 * 60 * 1000)
"""How long a game without a clock may stand still: a week."""
BARELY_BEGUN: Final = 2
"""From so many turns on a game can't be aborted any more."""
NO_TIME: Final = Millis(0)


def deadline(room: Room) -> Instant | None:
    """When the keeper owes the room a `Tick`; None when never."""
    match room.status:
        case Status.WAITING:
            return later(room.active, WAITING_ENDS)
        case Status.PLAYING if room.paused is not None:
            return later(room.paused, LONGEST_PAUSE)
        case Status.PLAYING if room.clock.is_timed:
            return room.clock.flag_at()
        case Status.PLAYING:
            return later(room.clock.since, ABANDONED_AFTER)
        case Status.FINISHED | Status.CLOSED:
            return None


def decide(
    room: Room,
    command: Command,
    *,
    by: Identity | None,
    now: Instant,
    round_trip: Millis = NO_TIME,
    room_id: RoomId = NO_ROOM,
) -> tuple[Event, ...]:
    """The events that follow from a command given by a player (None: the keeper itself).

    Anything that is asked of the game after the flag has fallen retires the seat whose flag it is instead,
    which may end the game; a resignation is carried out on top of that. Raises Refused; the room is
    unchanged.

    ``round_trip`` is how long the way to the player and back takes, as the server has measured it. The part
    of it that `pente_core.clock.lag` allows is not charged to the turn. A flag
    that has fallen at ``now`` stays down nevertheless: else the end of a game would depend on whether the
    move or the keeper's `Tick` came first.

    ``room_id`` is the room's own; the id of the room that follows it is made from that.
    """
    events = _decided(room, command, by=by, now=now, round_trip=round_trip, room_id=room_id)
    last = events[-1]
    return (*events, *of_set(room, last, room_id)) if isinstance(last, Finished) else events


def _decided(
    room: Room, command: Command, *, by: Identity | None, now: Instant, round_trip: Millis, room_id: RoomId
) -> tuple[Event, ...]:
    match command:
        case Play() if by is not None:  # first, as nearly all are
            return _act(room, command, by, now, round_trip)
        case Tick():
            return _tick(room, now)
        case CreditOutage(start, end):
            return _credit_outage(room, start, end, now)
        case Rate(changes):
            return _rate(room, changes, now)
        case MarkAbsent(seat):
            return mark_absent(room, seat, now)
        case MarkPresent(seat):
            return mark_present(room, seat, now)
        case _ if by is None:
            raise Refused(Reason.NOT_SEATED)
        case Say():
            return say(room, command, by, now)
        case Join(seat):
            return join(room, seat, by, now)
        case Leave():
            return leave(room, by, now)
        case Decline(kind=None):
            return decline(room, by, now)
        case Ready():
            return ready(room, by, now)
        case Mute() | Unmute() | Kick() | Ban() | Unban():
            return moderate(room, command, by, now)
        case Offer() | Accept() | Decline() if room.status is Status.FINISHED:
            return rematch(room, command, seat_of(room, by), now, room_id)
        case (
            Play() | Choose() | Resign() | Abort() | Claim()
            | Offer() | Accept() | Decline() | GiveTime() | Resume()
        ):  # fmt: skip
            return _act(room, command, by, now, round_trip)
        case _ as unreachable:
            assert_never(unreachable)


def _tick(room: Room, now: Instant) -> tuple[Event, ...]:
    due = deadline(room)
    if due is None or now < due:
        raise Refused(Reason.NOTHING_DUE)
    if room.status is Status.WAITING:
        return (Closed(now, Closing.EXPIRED),)
    if room.paused is not None:
        return (Resumed(now),)
    return _flag(room, now) or (aborted(room, now),)


def _credit_outage(room: Room, start: Instant, end: Instant, now: Instant) -> tuple[Event, ...]:
    if room.clock.outage_credited(start, end) == room.clock:
        raise Refused(Reason.NOTHING_DUE)
    return (OutageCredited(now, start, end),)


def _rate(room: Room, changes: tuple[RatingChange, ...], now: Instant) -> tuple[Event, ...]:
    if room.status is not Status.FINISHED or room.rated:
        raise Refused(Reason.NOTHING_DUE)
    return (Rated(now, changes),)


def _act(
    room: Room,
    command: Play | Choose | Resign | Abort | Claim | Negotiation,
    by: Identity,
    now: Instant,
    round_trip: Millis,
) -> tuple[Event, ...]:
    """What a seated player asks of the game, or the fall of a flag that came first."""
    seat = seat_of(room, by)
    if room.status is Status.WAITING:
        raise Refused(Reason.NOT_STARTED)
    if room.status is not Status.PLAYING:
        raise Refused(Reason.GAME_OVER)
    fallen = _flag(room, now)
    if fallen:
        after = reduce(apply, fallen, room)
        resigns = isinstance(command, Resign) and after.status is Status.PLAYING and not is_out(after, seat)
        return (*fallen, *_resign(after, seat, now)) if resigns else fallen
    match command:
        case Resign():
            return _resign(room, seat, now)
        case Play() | Choose():
            return _turn(room, command, seat, now, round_trip)
        case _ if is_out(room, seat):
            raise Refused(Reason.GAME_OVER)
        case Abort():
            return _abort(room, now)
        case Claim(what):
            return claim(room, what, seat, now)
        case _:
            return negotiate(room, command, seat, now)


def _abort(room: Room, now: Instant) -> tuple[Event, ...]:
    if len(room.game.turns) >= BARELY_BEGUN:
        raise Refused(Reason.UNDER_WAY)
    return (aborted(room, now),)


def _turn(
    room: Room, command: Play | Choose, seat: int, now: Instant, round_trip: Millis
) -> tuple[Event, ...]:
    if room.paused is not None:
        raise Refused(Reason.PAUSED)
    if seat != room.to_act:
        raise Refused(Reason.NOT_YOUR_TURN)
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    match command:
        case Play(point):
            return _play(room, seat, point, now, lag)
        case Choose(choice):
            return _choose(room, seat, choice, now, lag)
        case _ as unreachable:
            assert_never(unreachable)


def uncharged(room: Room, seat: int, now: Instant, round_trip: Millis) -> Millis:
    """What of the time that a seat on turn is to be charged was lag."""
    if not room.clock.is_timed:
        return NO_TIME
    return min(room.lag.allowed(seat, round_trip), room.clock.charged_at(now))


def _play(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[Event, ...]:
    moved, game, clock = placed(room, seat, point, now, lag)
    if game.outcome is None:
        return (moved,)
    return (moved, finished(game.outcome, clock.remaining, now))


def placed(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[Moved, Game, Clock]:
    """What a stone of the seat to act does, and the game and the clock after it. Raises Refused."""
    try:
        move, game = room.game.play(point)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    position = game.position
    clock = room.clock.turned(now, position.to_act, lag)
    key = f"{position.key:016x}"
    done = move.captured, move.poofed, move.calls
    return _moved(now, seat, move.colour, point, key, *done, clock.remaining, lag), game, clock


_moved: Callable[..., Moved] = fast_new(Moved)
"""Takes every field, by position."""


def _choose(room: Room, seat: int, choice: Choice, now: Instant, lag: Millis) -> tuple[Event, ...]:
    try:
        game = room.game.choose(choice)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    clock = room.clock.swapped() if choice is Choice.SWAP else room.clock
    return (Chosen(now, seat, choice, clock.turned(now, game.position.to_act, lag).remaining, lag),)


def _resign(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    if is_out(room, seat):
        raise Refused(Reason.GAME_OVER)
    return retired(room, seat, Termination.RESIGNATION, now)


def _flag(room: Room, now: Instant) -> tuple[Event, ...]:
    """What follows from the fall of the running seat's flag; nothing while it is up."""
    flag = room.clock.flag_at()
    if flag is None or now < flag or room.clock.running is None:
        return ()
    return retired(room, room.clock.running, Termination.TIME, now)
