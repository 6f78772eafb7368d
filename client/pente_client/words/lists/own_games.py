"""A player's own games: which one waits for them first, and until when."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from math import inf

from pente_client.words.lists.activity import activity_text, mover_text, player_to_act
from pente_client.words.phrases import local_time, name_of
from pente_core.clock.clock import TimeControl, Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_protocol.messages.lists import ListedRoom, RoomActivity, RoomSummary
from pente_protocol.sentences import tell


def is_my_turn(row: ListedRoom, me: PlayerId) -> bool:
    """Whether it is a player's turn in a game."""
    mover = player_to_act(row.room, row.activity) if row.room.status is ev.Status.PLAYING else None
    return mover is not None and mover.id == me


def own_order(row: ListedRoom, me: PlayerId) -> tuple[bool, bool, float, float, RoomId]:
    """What sorts the games of a player: first those on their turn, with the least time left before others.

    Games behind rooms that wait for players come last; the newest room is first where nothing else tells.
    """
    waits = row.room.status is not ev.Status.PLAYING
    due = row.activity.deadline
    return (
        not is_my_turn(row, me),
        waits,
        inf if due is None or waits else due,
        -row.room.created_at,
        row.room.id,
    )


def on_turn(rows: Iterable[ListedRoom], me: PlayerId) -> list[ListedRoom]:
    """The games in which it is a player's turn, in the order in which they wait."""
    return sorted((row for row in rows if is_my_turn(row, me)), key=lambda row: own_order(row, me))


def after_current(rows: Sequence[ListedRoom], current: RoomId | None) -> RoomId | None:
    """The game after the current one, and the first after the last; None if there is no other."""
    rooms = [row.room.id for row in rows]
    start = rooms.index(current) + 1 if current in rooms else 0
    return next((room for room in (*rooms[start:], *rooms[:start]) if room != current), None)


def may_take_days(control: TimeControl) -> bool:
    """Whether a turn may take days, so that a moment says more than a clock."""
    return isinstance(control, Unlimited) or is_correspondence(control)


def due_text(
    room: RoomSummary, activity: RoomActivity, now: Instant | None = None, zone: tzinfo | None = None
) -> str:
    """Until when the player who is to act has time, in games in which that may be days; else empty."""
    is_on = room.status is ev.Status.PLAYING and activity.to_act is not None
    if not is_on or activity.deadline is None or not may_take_days(room.time):
        return ""
    return tell("list.by", moment=local_time(activity.deadline, now, zone))


def own_activity_text(
    room: RoomSummary, activity: RoomActivity, me: Identity, now: Instant | None = None
) -> str:
    """What goes on in a player's own room: until when it is whose turn, where that may be days."""
    if activity.paused_at is not None:
        return paused_activity_text(activity, now)
    due, mover = due_text(room, activity, now), player_to_act(room, activity)
    if not due or mover is None:
        return activity_text(room, activity, me)
    return f"{mover_text(mover, me)} {due}"


def paused_activity_text(
    activity: RoomActivity, now: Instant | None = None, zone: tzinfo | None = None
) -> str:
    """That a game is paused, and when it goes on at the latest, if that was announced."""
    if activity.resumes_at is None:
        return tell("lobby.paused")
    return tell("lobby.paused-until", moment=local_time(activity.resumes_at, now, zone))


def opponents_text(room: RoomSummary, me: PlayerId) -> str:
    """The other players of a room."""
    return ", ".join(
        tell("list.open-seat") if player is None else name_of(player)
        for player in room.seats
        if player is None or player.id != me
    )
