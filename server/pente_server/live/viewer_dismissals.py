"""Dismissals: the end of watching for players who may no longer watch a room, or were kicked."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from pente_core.identity import PlayerId
from pente_core.room import SENTENCES, Reason, Room, apply, ends_watching, may_watch
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_server.rooms.observer import Advance

_LEFT: Final = "You left this room, and it can be watched by invitation only."
_ENDED: Final = "You were not invited to this room, so you can no longer watch it."


class Dismissal(NamedTuple):
    """The end of watching for one player."""

    player: PlayerId
    code: str
    text: str


def dismissals(advance: Advance, players: Iterable[PlayerId]) -> dict[int, list[Dismissal]]:
    """The players for whom the events of an advance end watching, by the version of the last event that they
    still see. ``players`` could watch the room before it.

    Every event is judged by the room that it led to, so that the result does not depend on how many events
    arrive together. Nearly all advances end watching for nobody, and cost a look at their events.
    """
    room, found = advance.before, dict[int, list[Dismissal]]()
    if room is None or not any(event.facts.ends_watching for event in advance.events):
        return found
    watching = dict.fromkeys(players)
    for event in advance.events:
        room = apply(room, event)
        if not event.facts.ends_watching:
            continue
        gone = [player for player in watching if ends_watching(event, room, player)]
        for player in gone:
            del watching[player]
            found.setdefault(room.version, []).append(_dismissal(event, room, player))
    return found


def lost_access(room: Room, players: Iterable[PlayerId]) -> list[Dismissal]:
    """Those who may not watch a room that has lost its last events."""
    unwelcome = [player for player in dict.fromkeys(players) if not may_watch(room, player)]
    return [Dismissal(player, *_refusal(room, player)) for player in unwelcome]


def _dismissal(event: ev.Event, after: Room, player: PlayerId) -> Dismissal:
    if isinstance(event, ev.Kicked):
        return Dismissal(player, ErrorCode.KICKED, "The host of this room has kicked you.")
    if player in after.banned:
        return Dismissal(player, *_refusal(after, player))
    return Dismissal(player, Reason.NOT_INVITED, _LEFT if isinstance(event, ev.Left) else _ENDED)


def _refusal(room: Room, player: PlayerId) -> tuple[Reason, str]:
    reason = Reason.BANNED if player in room.banned else Reason.NOT_INVITED
    return reason, SENTENCES[reason]
