"""A step of a room: the events that follow from a command, and the room after them."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple, assert_never

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import NO_ROOM, Identity, RoomId
from pente_core.room.decide import decide
from pente_core.room.decisions.turns import NO_TIME, placed, uncharged
from pente_core.room.state.after_turn import turned
from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room
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
    Mute,
    Offer,
    Play,
    PlayerCommand,
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
from pente_core.room.values.events import Accepted, Continued, Event, Finished, Moved, Retired
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point


class Step(NamedTuple):
    """The result of a command."""

    events: tuple[Event, ...]
    room: Room
    """The room after the events."""
    too_late: bool = False
    """Whether the time was up first: the events are what followed, and the command was not carried out."""


def step(
    room: Room,
    command: Command,
    *,
    by: Identity | None,
    now: Instant,
    round_trip: Millis = NO_TIME,
    sequel: RoomId = NO_ROOM,
) -> Step:
    """Decide a command, and apply its events. Raises Refused.

    Nearly all commands place a stone after which the game goes on, where nobody has planned an answer. For
    these, the game and the clock that the decision has computed are used again, instead of playing the stone
    a second time in `apply`.
    """
    if by is not None and isinstance(command, Play) and not room.conditions:
        played = _played(room, command.point, by, now, round_trip)
        if played is not None:
            return played
    events = decide(room, command, by=by, now=now, round_trip=round_trip, sequel=sequel)
    return Step(events, reduce(apply, events, room), was_too_late(command, events))


def was_too_late(command: Command, events: Sequence[Event]) -> bool:
    """The value of `Step.too_late` for a command and the events of its step.

    ``events`` may also be any end of the log up to that step. A server that receives a command again has only
    the log to give the same answer as the first time, so both answers come from this function.
    """
    match command:
        case (
            Play() | Choose() | Abort() | Offer() | Accept() | GiveTime() | Resume() | SetConditions()
        ):  # fmt: skip
            return _is_time_out(command, events)
        case Decline(kind):
            return kind is not None and _is_time_out(command, events)
        case (
            Resign() | Claim()
        ):  # a resignation counts after the fall too, and a fallen flag gives the claim what it asks for
            return False
        case (
            Say() | Join() | Leave() | Ready() | Mute() | Unmute() | Kick() | Ban() | Unban()
            | AddVariation() | AddComment() | MarkPoints() | RemoveAnnotation()
            | SetWatchPolicy() | Tick()
            | CreditOutage() | MarkAbsent() | MarkPresent() | MarkVacation() | Rate()
        ):  # fmt: skip
            return False
        case _ as unreachable:
            assert_never(unreachable)


def _is_time_out(command: PlayerCommand, events: Sequence[Event]) -> bool:
    """Whether the last step is the end of somebody's time. Commands that can be too late retire no seat."""
    match events:
        case (*before, Continued()):
            return _is_time_out(command, before)
        case (*_, Retired(reason=Termination.TIME)) | (*_, Finished(termination=Termination.TIME)):
            return True
        case (*_, Finished(no_show=(_, *_))):  # the first move was due; a claim is answered before
            return True
        case (*before, Finished(termination=Termination.ABORTED) as end):  # a flag may end a rated game so
            return not _aborts(command, before, end)
        case (*_, Retired(reason=Termination.TIME), Finished(termination=end)):
            # After the fall no remaining side can win. A draw that is agreed later is another step.
            return end in (Termination.DEAD, Termination.NO_MOVES)
        case _:
            return False


def _aborts(command: PlayerCommand, before: Sequence[Event], end: Finished) -> bool:
    """Whether a command itself has ended a game without a result. The events of a step have one moment."""
    match command, before:
        case Abort(), _:
            return True
        case ((Offer() | Accept()), (*_, Accepted(at=at))):
            return at == end.at
        case Play(point), (*_, Moved(at=at, point=placed)):  # a win with the first stone
            return at == end.at and placed == point
        case _:
            return False


def _played(room: Room, point: Point, by: Identity, now: Instant, round_trip: Millis) -> Step | None:
    """The step of a player who is to act and has time left; None if there is more to decide."""
    seat, flag, first = room.seat_of(by.id), room.clock.flag_at(), room.first_moves
    if seat is None or seat != room.to_act or (flag is not None and flag <= now):
        return None
    if first is not None and first.until is not None and first.until <= now:
        return None
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    moved, game, clock = placed(room, seat, point, now, lag)
    return None if game.is_over else Step((moved,), turned(room, moved, game, clock))
