"""A step of a room: the events that follow from a command, and the room after them."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple, assert_never

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.room.decide import decide
from pente_core.room.decisions.turns import NO_TIME, placed, uncharged
from pente_core.room.state.apply import apply, turned
from pente_core.room.state.room import Room
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
from pente_core.room.values.events import Continued, Event, Finished, Retired
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point


class Step(NamedTuple):
    """What follows from a command."""

    events: tuple[Event, ...]
    room: Room
    """The room after them."""
    too_late: bool = False
    """Whether the command was not carried out, as a flag had fallen first: the events are that fall."""


def step(
    room: Room,
    command: Command,
    *,
    by: Identity | None,
    now: Instant,
    round_trip: Millis = NO_TIME,
    room_id: RoomId = NO_ROOM,
) -> Step:
    """What `decide` says, and what `apply` makes of that. Raises Refused.

    A stone that goes on with a game, as nearly all commands are, is not carried out a second time for it.
    """
    if by is not None and isinstance(command, Play):
        played = _played(room, command.point, by, now, round_trip)
        if played is not None:
            return played
    events = decide(room, command, by=by, now=now, round_trip=round_trip, room_id=room_id)
    return Step(events, reduce(apply, events, room), was_too_late(command, events))


def was_too_late(command: Command, events: Sequence[Event]) -> bool:
    """`Step.too_late` of the step that a command led to.

    ``events`` are those of the step, or any end of the log that it has led to: who sends a command again gets
    the answer that it got the first time.
    """
    match command:
        case Play() | Choose() | Abort() | Offer() | Accept() | GiveTime() | Resume():
            return _is_flag_fall(events)
        case Decline(kind):
            return kind is not None and _is_flag_fall(events)
        case Resign() | Claim():  # whose flag has fallen gives up no less, and who claims has won by it
            return False
        case (
            Say() | Join() | Leave() | Ready() | Mute() | Unmute() | Kick() | Ban() | Unban()
            | Tick() | CreditOutage() | MarkAbsent() | MarkPresent() | Rate()
        ):  # fmt: skip
            return False
        case _ as unreachable:
            assert_never(unreachable)


def _is_flag_fall(events: Sequence[Event]) -> bool:
    """Whether the last step is the fall of a flag. No command that may be too late retires a seat itself."""
    match events:
        case (*before, Continued()):
            return _is_flag_fall(before)
        case (*_, Retired(why=Termination.TIME)) | (*_, Finished(termination=Termination.TIME)):
            return True
        case (*_, Retired(why=Termination.TIME), Finished(termination=end)):
            # Nobody left can win; but agreeing and aborting end a game too, in a step of their own.
            return end in (Termination.DEAD, Termination.NO_MOVES)
        case _:
            return False


def _played(room: Room, point: Point, by: Identity, now: Instant, round_trip: Millis) -> Step | None:
    """The step of a player whose turn and time it is; None where there is more to decide."""
    seat, flag = room.seat_of(by.id), room.clock.flag_at()
    if seat is None or seat != room.to_act or (flag is not None and flag <= now):
        return None
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    moved, game, clock = placed(room, seat, point, now, lag)
    return None if game.is_over else Step((moved,), turned(room, moved, game, clock))
