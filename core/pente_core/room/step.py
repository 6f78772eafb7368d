"""A step of a room: the events that follow from a command, and the room after them."""

from functools import reduce
from typing import NamedTuple

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.room.decide import decide
from pente_core.room.decisions.turns import NO_TIME, placed, uncharged
from pente_core.room.state.apply import apply, turned
from pente_core.room.state.room import Room
from pente_core.room.values.commands import Command, Play
from pente_core.room.values.events import Event
from pente_core.rules.point import Point


class Step(NamedTuple):
    """What follows from a command."""

    events: tuple[Event, ...]
    room: Room
    """The room after them."""


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
    return Step(events, reduce(apply, events, room))


def _played(room: Room, point: Point, by: Identity, now: Instant, round_trip: Millis) -> Step | None:
    """The step of a player whose turn and time it is; None where there is more to decide."""
    seat, flag = room.seat_of(by.id), room.clock.flag_at()
    if seat is None or seat != room.to_act or (flag is not None and flag <= now):
        return None
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    moved, game, clock = placed(room, seat, point, now, lag)
    return None if game.is_over else Step((moved,), turned(room, moved, game, clock))
