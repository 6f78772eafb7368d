"""Watching: the host's changes of who may, and the events that end it for some."""

from collections.abc import Sequence
from typing import assert_never

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.room.decisions.permissions import is_always_expected, may_watch
from pente_core.room.state.room import Room
from pente_core.room.values.annotations import (
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.room.values.commands import SetWatchPolicy
from pente_core.room.values.events import (
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
from pente_core.room.values.options import WatchPolicy
from pente_core.room.values.refusals import Reason, Refused


def set_watch_policy(room: Room, command: SetWatchPolicy, now: Instant) -> tuple[Event, ...]:
    """The event of a change of who may watch, by the host. Raises Refused."""
    if command.watch is room.watch:
        raise Refused(Reason.SO_ALREADY)
    return (WatchPolicyChanged(now, command.watch),)


def may_end_watching(event: Event) -> bool:
    """Whether an event may end watching for some players: an explicit list, so that a new event is
    considered here.
    """
    match event:
        case Left() | Kicked() | Banned() | WatchPolicyChanged():
            return True
        case (
            Created() | Joined() | Declined() | Readied() | Started()
            | Moved() | Chosen() | Retired() | TakenBack()
            | Offered() | Accepted() | Rejected() | TimeGiven() | Paused() | Resumed()
            | ConditionsSet() | VacationStarted() | VacationEnded()
            | Gone() | Returned() | Muted() | Unmuted() | Unbanned() | Said()
            | VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved()
            | OutageCredited() | Finished() | Continued() | RatingsChanged() | Closed() | Hidden()
        ):  # fmt: skip
            return False
        case _ as unreachable:
            assert_never(unreachable)


def ends_watching(event: Event, after: Room, player: PlayerId) -> bool:
    """Whether an event ends watching for a player who could watch before it; ``after`` is the room after it.

    The player still sees this event, and nothing after it. A player who was kicked may come back.
    """
    return (isinstance(event, Kicked) and event.player == player) or not may_watch(after, player)


def could_watch_all(room: Room, events: Sequence[Event], player: PlayerId) -> bool:
    """Whether a player could watch a room during all of some events, the last of which led to ``room``.

    False also for some who could: the events do not tell who sat where before them.
    """
    if not may_watch(room, player) or any(_is_about(event, player) for event in events):
        return False
    changed = any(isinstance(event, WatchPolicyChanged) for event in events)
    if not (changed or room.watch is WatchPolicy.INVITED) or is_always_expected(room, player):
        return True
    has_joined = any(isinstance(event, Joined) and event.player.id == player for event in events)
    return room.seat_of(player) is not None and not has_joined


def _is_about(event: Event, player: PlayerId) -> bool:
    """Whether an event bans a player, or lifts a ban."""
    return isinstance(event, Banned | Unbanned) and event.player == player


def hides_game(room: Room, events: Sequence[Event]) -> bool:
    """Whether only the players of a room can find and read its game afterwards; ``events`` are its whole log.

    True if its options hide games, or if it could at any time be watched by invitation only. As that can't
    change once the game is over, the answer stays the same.
    """
    policies = {event.watch for event in events if isinstance(event, WatchPolicyChanged)}
    return room.created.options.hides_games or WatchPolicy.INVITED in policies
