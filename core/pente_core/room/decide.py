"""What follows from a command: the rules of the room, as pure functions."""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Final, assert_never

from pente_core.clock import TimeControl
from pente_core.draft import drafted
from pente_core.instant import Instant, Millis, later
from pente_core.move import Choice, IllegalMove
from pente_core.outcome import Termination
from pente_core.player import Player
from pente_core.point import Point
from pente_core.rating import Change
from pente_core.room.absence import grace, is_absent
from pente_core.room.bargain import LONGEST_PAUSE, Bargain, bargain, rematch
from pente_core.room.claim import claim
from pente_core.room.commands import (
    Abort,
    Accept,
    Back,
    Ban,
    Choose,
    Claim,
    Command,
    Decline,
    Forgive,
    GiveTime,
    Join,
    Kick,
    Leave,
    Missing,
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
from pente_core.room.ending import aborted, finished, is_out, retired
from pente_core.room.events import (
    Chosen,
    Closed,
    Closing,
    Created,
    Declined,
    Event,
    Finished,
    Forgiven,
    Gone,
    Joined,
    Left,
    Moved,
    Rated,
    Readied,
    Resumed,
    Returned,
    Started,
)
from pente_core.room.options import USUAL, Options
from pente_core.room.refused import Reason, Refused
from pente_core.room.rights import moderate, say
from pente_core.room.sequel import of_set
from pente_core.room.state import Room, Status, apply
from pente_core.ruleset import Ruleset

WAITING_ENDS: Final = Millis(60 * 60 * 1000)
"""How long a room waits for players without anything happening: an hour."""
ABANDONED_AFTER: Final = Millis(7 * 24 * 60 * 60 * 1000)
"""How long a game without a clock may stand still: a week."""
BARELY_BEGUN: Final = 2
"""From so many turns on a game can't be aborted any more."""
_NO_TIME: Final = Millis(0)


def create(
    ruleset: Ruleset,
    time: TimeControl,
    *,
    by: Player,
    now: Instant,
    seat: int | None = 0,
    invited: Sequence[Player] = (),
    options: Options = USUAL,
) -> tuple[Event, ...]:
    """The first events of a new room: created by ``by``, who takes ``seat`` (None: stays standing).

    Raises Refused when there is no such seat, or more players than seats are invited.
    """
    if seat is not None and not 0 <= seat < ruleset.sides:
        raise Refused(Reason.NO_SUCH_SEAT)
    others = {player.id: player for player in invited if player.id != by.id}
    if len(others) > ruleset.sides - (seat is not None):
        raise Refused(Reason.ROOM_FULL)
    created = Created(now, by, ruleset, time, tuple(others.values()), options)
    return (created,) if seat is None else (created, Joined(now, seat, by))


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
    by: Player | None,
    now: Instant,
    round_trip: Millis = _NO_TIME,
    room_id: str = "",
) -> tuple[Event, ...]:
    """The events that follow from a command given by a player (None: the keeper itself).

    Anything that is asked of the game after the flag has fallen retires the seat whose flag it is instead,
    which may end the game; a resignation is carried out on top of that. Raises Refused; the room is
    unchanged.

    ``round_trip`` is how long the way to the player and back takes, as the server has measured it. Of that
    a turn is not charged what `pente_core.lag` allows, and no more than it would be charged else. A flag
    that has fallen at ``now`` stays down nevertheless: else the end of a game would depend on whether the
    move or the keeper's `Tick` came first.

    ``room_id`` is the room's own; the id of the room that follows it is made from that.
    """
    events = _decided(room, command, by=by, now=now, round_trip=round_trip, room_id=room_id)
    last = events[-1]
    return (*events, *of_set(room, last, room_id)) if isinstance(last, Finished) else events


def _decided(
    room: Room, command: Command, *, by: Player | None, now: Instant, round_trip: Millis, room_id: str
) -> tuple[Event, ...]:
    match command:
        case Play() if by is not None:  # first, as nearly all are
            return _act(room, command, by, now, round_trip)
        case Tick():
            return _tick(room, now)
        case Forgive(start, end):
            return _forgive(room, start, end, now)
        case Rate(changes):
            return _rate(room, changes, now)
        case Missing(seat):
            return _missing(room, seat, now)
        case Back(seat):
            return _back(room, seat, now)
        case _ if by is None:
            raise Refused(Reason.NOT_SEATED)
        case Say():
            return say(room, command, by, now)
        case Join(seat):
            return _join(room, seat, by, now)
        case Leave():
            return _leave(room, by, now)
        case Decline(kind=None):
            return _decline(room, by, now)
        case Ready():
            return _ready(room, by, now)
        case Mute() | Unmute() | Kick() | Ban() | Unban():
            return moderate(room, command, by, now)
        case Offer() | Accept() | Decline() if room.status is Status.FINISHED:
            return rematch(room, command, _seat(room, by), now, room_id)
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


def _forgive(room: Room, start: Instant, end: Instant, now: Instant) -> tuple[Event, ...]:
    if room.clock.forgiving(start, end) == room.clock:
        raise Refused(Reason.NOTHING_DUE)
    return (Forgiven(now, start, end),)


def _rate(room: Room, changes: tuple[Change, ...], now: Instant) -> tuple[Event, ...]:
    if room.status is not Status.FINISHED or room.rated:
        raise Refused(Reason.NOTHING_DUE)
    return (Rated(now, changes),)


def _join(room: Room, seat: int | None, by: Player, now: Instant) -> tuple[Event, ...]:
    if room.status is Status.CLOSED:
        raise Refused(Reason.ROOM_CLOSED)
    if room.seat_of(by.id) is not None:
        raise Refused(Reason.ALREADY_SEATED)
    free = [number for number, taker in enumerate(room.seats) if taker is None]
    if not free:
        raise Refused(Reason.ROOM_FULL)
    if seat is None:
        seat = free[0]
    if not 0 <= seat < len(room.seats):
        raise Refused(Reason.NO_SUCH_SEAT)
    if seat not in free:
        raise Refused(Reason.SEAT_TAKEN)
    if by.id in room.banned:
        raise Refused(Reason.BANNED)
    if not _is_invited(room, by):
        _check_uninvited(room, by, len(free))
    joined = Joined(now, seat, by)
    is_begun = len(free) == 1 and not room.created.options.ready
    return (joined, Started(now)) if is_begun else (joined,)


def _check_uninvited(room: Room, by: Player, free: int) -> None:
    """Raises Refused for somebody for whom none of the free seats is meant."""
    if free <= len(room.invited):
        raise Refused(Reason.RESERVED)
    ratings = room.created.options.ratings
    if ratings is not None and by.id != room.created.by.id and by.rating not in ratings:
        raise Refused(Reason.OTHER_RATING)


def _ready(room: Room, by: Player, now: Instant) -> tuple[Event, ...]:
    seat = _seat(room, by)
    if room.status is not Status.WAITING:
        raise Refused(Reason.STARTED if room.status is Status.PLAYING else Reason.GAME_OVER)
    if not room.created.options.ready:
        raise Refused(Reason.NOT_ASKED)
    if None in room.seats:
        raise Refused(Reason.NOT_STARTED)
    if seat in room.ready:
        raise Refused(Reason.READY_ALREADY)
    readied = Readied(now, seat)
    return (readied, Started(now)) if len(room.ready) + 1 == len(room.seats) else (readied,)


def _missing(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    whole = grace(room.created.time)
    if whole is None or room.status is not Status.PLAYING or not 0 <= seat < len(room.seats):
        raise Refused(Reason.NOTHING_DUE)
    if is_out(room, seat) or is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    return (Gone(now, seat, later(now, whole)),)


def _back(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    if not is_absent(room.absent, seat):
        raise Refused(Reason.NOTHING_DUE)
    return (Returned(now, seat),)


def _leave(room: Room, by: Player, now: Instant) -> tuple[Event, ...]:
    seat = _seat(room, by)
    if room.status is Status.PLAYING:
        raise Refused(Reason.STARTED)
    if room.status is not Status.WAITING:
        raise Refused(Reason.GAME_OVER)
    left = Left(now, seat)
    alone = sum(taker is not None for taker in room.seats) == 1
    return (left, Closed(now, Closing.LEFT)) if alone else (left,)


def _decline(room: Room, by: Player, now: Instant) -> tuple[Event, ...]:
    if not _is_invited(room, by) or room.status is not Status.WAITING:
        raise Refused(Reason.NOT_INVITED)
    declined = Declined(now, by)
    return (declined, Closed(now, Closing.DECLINED)) if len(room.seats) == 2 else (declined,)


def _act(
    room: Room,
    command: Play | Choose | Resign | Abort | Claim | Bargain,
    by: Player,
    now: Instant,
    round_trip: Millis,
) -> tuple[Event, ...]:
    """What a seated player asks of the game, or the fall of a flag that came first."""
    seat = _seat(room, by)
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
            return bargain(room, command, seat, now)


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
    lag = _uncharged(room, seat, now, round_trip) if round_trip else _NO_TIME
    match command:
        case Play(point):
            return _play(room, seat, point, now, lag)
        case Choose(choice):
            return _choose(room, seat, choice, now, lag)
        case _ as unreachable:
            assert_never(unreachable)


def _uncharged(room: Room, seat: int, now: Instant, round_trip: Millis) -> Millis:
    """What of the time that a seat on turn is to be charged was lag."""
    if not room.clock.is_timed:
        return _NO_TIME
    return min(room.lag.allowed(seat, round_trip), room.clock.charged_at(now))


def _play(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[Event, ...]:
    try:
        move, game = room.game.play(point)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    position = game.position
    clock = room.clock.turned(now, position.to_act, lag)
    key = f"{position.key:016x}"
    done = move.captured, move.poofed, move.calls
    moved = _moved(now, seat, move.colour, point, key, *done, clock.left, lag)
    if game.outcome is None:
        return (moved,)
    return (moved, finished(game.outcome, clock.left, now))


_moved: Callable[..., Moved] = drafted(Moved)
"""Takes every field, by position."""


def _choose(room: Room, seat: int, choice: Choice, now: Instant, lag: Millis) -> tuple[Event, ...]:
    try:
        game = room.game.choose(choice)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    clock = room.clock.swapped() if choice is Choice.SWAP else room.clock
    return (Chosen(now, seat, choice, clock.turned(now, game.position.to_act, lag).left, lag),)


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


def _seat(room: Room, player: Player) -> int:
    seat = room.seat_of(player.id)
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return seat


def _is_invited(room: Room, player: Player) -> bool:
    return any(invited.id == player.id for invited in room.invited)
