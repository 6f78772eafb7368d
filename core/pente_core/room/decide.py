"""What follows from a command: the rules of the room, as pure functions."""

from collections.abc import Sequence
from functools import reduce
from typing import Final, assert_never

from pente_core.clock import TimeControl
from pente_core.game import Game
from pente_core.instant import Instant, Millis, later
from pente_core.move import Choice, IllegalMove
from pente_core.outcome import Outcome, Termination
from pente_core.player import Player
from pente_core.point import Point
from pente_core.rating import Change
from pente_core.room.bargain import LONGEST_PAUSE, Bargain, bargain
from pente_core.room.commands import (
    Accept,
    Audience,
    Choose,
    Command,
    Decline,
    Forgive,
    GiveTime,
    Join,
    Leave,
    Offer,
    Play,
    Rate,
    Resign,
    Resume,
    Say,
    Tick,
)
from pente_core.room.events import (
    Chosen,
    Closed,
    Closing,
    Created,
    Declined,
    Event,
    Finished,
    Forgiven,
    Joined,
    Left,
    Moved,
    Rated,
    Resumed,
    Retired,
    Said,
    Started,
)
from pente_core.room.refused import Reason, Refused
from pente_core.room.state import Room, Status, apply
from pente_core.ruleset import Ruleset

WAITING_ENDS: Final = Millis(60 * 60 * 1000)
"""How long a room waits for players without anything happening: an hour."""
ABANDONED_AFTER: Final = Millis(7 * 24 * 60 * 60 * 1000)
"""How long a game without a clock may stand still: a week."""
_NO_TIME: Final = Millis(0)
LONGEST_TEXT: Final = 200
"""Characters in a line of chat."""


def create(
    ruleset: Ruleset,
    time: TimeControl,
    *,
    by: Player,
    now: Instant,
    seat: int | None = 0,
    invited: Sequence[Player] = (),
) -> tuple[Event, ...]:
    """The first events of a new room: created by ``by``, who takes ``seat`` (None: stays standing).

    Raises Refused when there is no such seat, or more players than seats are invited.
    """
    if seat is not None and not 0 <= seat < ruleset.sides:
        raise Refused(Reason.NO_SUCH_SEAT)
    others = {player.id: player for player in invited if player.id != by.id}
    if len(others) > ruleset.sides - (seat is not None):
        raise Refused(Reason.ROOM_FULL)
    created = Created(now, by, ruleset, time, tuple(others.values()))
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
    room: Room, command: Command, *, by: Player | None, now: Instant, round_trip: Millis = _NO_TIME
) -> tuple[Event, ...]:
    """The events that follow from a command given by a player (None: the keeper itself).

    Anything that is asked of the game after the flag has fallen retires the seat whose flag it is instead,
    which may end the game; a resignation is carried out on top of that. Raises Refused; the room is
    unchanged.

    ``round_trip`` is how long the way to the player and back takes, as the server has measured it. Of that
    a turn is not charged what `pente_core.lag` allows, and no more than it would be charged else. A flag
    that has fallen at ``now`` stays down nevertheless: else the end of a game would depend on whether the
    move or the keeper's `Tick` came first.
    """
    match command:
        case Tick():
            return _tick(room, now)
        case Forgive(start, end):
            return _forgive(room, start, end, now)
        case Rate(changes):
            return _rate(room, changes, now)
        case _ if by is None:
            raise Refused(Reason.NOT_SEATED)
        case Say():
            return _say(room, command, by, now)
        case Join(seat):
            return _join(room, seat, by, now)
        case Leave():
            return _leave(room, by, now)
        case Decline(kind=None):
            return _decline(room, by, now)
        case Play() | Choose() | Resign() | Offer() | Accept() | Decline() | GiveTime() | Resume():
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
    return _flag(room, now) or (_finished(Outcome(Termination.ABORTED), room.clock.left, now),)


def _forgive(room: Room, start: Instant, end: Instant, now: Instant) -> tuple[Event, ...]:
    if room.clock.forgiving(start, end) == room.clock:
        raise Refused(Reason.NOTHING_DUE)
    return (Forgiven(now, start, end),)


def _rate(room: Room, changes: tuple[Change, ...], now: Instant) -> tuple[Event, ...]:
    if room.status is not Status.FINISHED or room.rated:
        raise Refused(Reason.NOTHING_DUE)
    return (Rated(now, changes),)


def _say(room: Room, command: Say, by: Player, now: Instant) -> tuple[Event, ...]:
    text = command.text
    if not text.strip() or len(text) > LONGEST_TEXT or not text.isprintable():
        raise Refused(Reason.BAD_TEXT)
    if room.status is Status.CLOSED:
        raise Refused(Reason.ROOM_CLOSED)
    if command.to is Audience.WATCHERS and room.seat_of(by.id) is not None:
        raise Refused(Reason.NOT_WATCHING)
    return (Said(now, by, command.text, command.to),)


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
    if not _is_invited(room, by) and len(free) <= len(room.invited):
        raise Refused(Reason.RESERVED)
    joined = Joined(now, seat, by)
    return (joined, Started(now)) if len(free) == 1 else (joined,)


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
    room: Room, command: Play | Choose | Resign | Bargain, by: Player, now: Instant, round_trip: Millis
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
        resigns = isinstance(command, Resign) and after.status is Status.PLAYING and not _is_out(after, seat)
        return (*fallen, *_resign(after, seat, now)) if resigns else fallen
    match command:
        case Resign():
            return _resign(room, seat, now)
        case Play() | Choose():
            return _turn(room, command, seat, now, round_trip)
        case _ if _is_out(room, seat):
            raise Refused(Reason.GAME_OVER)
        case _:
            return bargain(room, command, seat, now)


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
    moved = Moved(now, seat, move.colour, point, key, move.captured, move.poofed, move.calls, clock.left, lag)
    if game.outcome is None:
        return (moved,)
    return (moved, _finished(game.outcome, clock.left, now))


def _choose(room: Room, seat: int, choice: Choice, now: Instant, lag: Millis) -> tuple[Event, ...]:
    try:
        game = room.game.choose(choice)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    clock = room.clock.swapped() if choice is Choice.SWAP else room.clock
    return (Chosen(now, seat, choice, clock.turned(now, game.position.to_act, lag).left, lag),)


def _resign(room: Room, seat: int, now: Instant) -> tuple[Event, ...]:
    if _is_out(room, seat):
        raise Refused(Reason.GAME_OVER)
    return _out(room, seat, Termination.RESIGNATION, now)


def _flag(room: Room, now: Instant) -> tuple[Event, ...]:
    """What follows from the fall of the running seat's flag; nothing while it is up."""
    flag = room.clock.flag_at()
    if flag is None or now < flag or room.clock.running is None:
        return ()
    return _out(room, room.clock.running, Termination.TIME, now)


def _out(room: Room, seat: int, why: Termination, now: Instant) -> tuple[Event, ...]:
    """A seat leaves the game, which may end it."""
    game: Game = room.game.retire(seat, why)
    left = room.clock.left_at(now)
    retired = (Retired(now, seat, why, left),) if len(room.seats) > 2 else ()
    if game.outcome is None:
        return retired
    return (*retired, _finished(game.outcome, left, now))


def _finished(outcome: Outcome, left: tuple[Millis, ...], now: Instant) -> Finished:
    return Finished(now, outcome.termination, outcome.winners, outcome.lines, left)


def _seat(room: Room, player: Player) -> int:
    seat = room.seat_of(player.id)
    if seat is None:
        raise Refused(Reason.NOT_SEATED)
    return seat


def _is_out(room: Room, seat: int) -> bool:
    return bool(room.game.position.out >> seat & 1)


def _is_invited(room: Room, player: Player) -> bool:
    return any(invited.id == player.id for invited in room.invited)
