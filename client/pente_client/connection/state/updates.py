"""The updates that a client gives its user, in order, and the queue in which they wait."""

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pente_core.identity import Identity, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import LobbyUpdate, PlayersUpdate, RoomSummary
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.messages.rooms import RoomPresence


@dataclass(frozen=True, slots=True)
class Connected:
    """The server said welcome, for the first time or again. Updates missed meanwhile follow."""

    welcome: Welcome


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The connection is lost, or an attempt to reconnect failed; the next is ``retry_in`` seconds away."""

    reason: str
    retry_in: float


@dataclass(frozen=True, slots=True)
class RoomAdvanced:
    """One event of a watched room: ``after`` is ``before`` with the event applied."""

    room: RoomId
    version: int
    event: ev.Event
    before: Room
    after: Room


@dataclass(frozen=True, slots=True)
class Resynced:
    """A whole room: at first sight, or in place of events that this client missed."""

    room: RoomId
    after: Room
    before: Room | None = None
    """The room as it was shown before, if the server has lost the end of it and goes on from an earlier
    version; else None.
    """
    is_read_only: bool = False
    """Whether this version can't replay the room: ``after`` has its position, and little else that is so."""


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """The presence of players or viewers changed."""

    room: RoomId
    presence: RoomPresence


@dataclass(frozen=True, slots=True)
class LooksChanged:
    """Where people look in a finished game has changed."""

    room: RoomId
    looks: tuple[PlayerLook, ...]


@dataclass(frozen=True, slots=True)
class MoveExplained:
    """A computer player of a local game has explained the move that it is about to make."""

    room: RoomId
    player: Identity
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InvitationReceived:
    """Another player reserved a seat for this player."""

    summary: RoomSummary


@dataclass(frozen=True, slots=True)
class InvitationOver:
    """An invitation has come to nothing: its host has left, or the game has begun without this player."""

    room: RoomId
    host: Identity


@dataclass(frozen=True, slots=True)
class FriendCame:
    """A friend has connected after an absence."""

    friend: Identity


@dataclass(frozen=True, slots=True)
class MessageArrived:
    """Another player has written to this player."""

    message: DirectMessage


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """Changes to the list of who is here, for a client that looks at it."""

    news: PlayersUpdate


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """Changes to the rooms of the lobby, for a client that browses."""

    news: LobbyUpdate


@dataclass(frozen=True, slots=True)
class Superseded:
    """A newer connection of this player took the room over: it is no longer watched here."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class Removed:
    """The server stopped showing a room: this player was kicked, may not watch it any more, or it is lost."""

    room: RoomId
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class FeaturedGameChanged:
    """Another game is featured now in the channel that is followed."""

    room: RoomId
    channel: TvChannel = BEST
    is_asked: bool = field(default=False, kw_only=True)
    """Whether the user wanted another one."""


@dataclass(frozen=True, slots=True)
class ClientStopped:
    """The connection is over for good; the last update."""

    reason: str


PersonalNews = InvitationReceived | InvitationOver | FriendCame | MessageArrived
"""What a player wants to know wherever they are."""
Update = (
    Connected
    | Disconnected
    | RoomAdvanced
    | Resynced
    | PresenceChanged
    | LooksChanged
    | MoveExplained
    | PersonalNews
    | LobbyChanged
    | PlayersChanged
    | Superseded
    | Removed
    | FeaturedGameChanged
    | ClientStopped
)

MOST_WAITING: Final = 4096
"""The most updates that wait for a slow user; beyond that they are merged."""
_NEWS_KEPT: Final = 64


class UpdateQueue:
    """Updates that wait to be taken. Mutable; one consumer.

    Nothing is dropped while fewer than MOST_WAITING updates wait. Beyond that they are merged: all events of
    a room become one `Resynced`, and of the rest the latest stay.
    """

    def __init__(self) -> None:
        self._waiting: deque[Update] = deque()
        self._more = asyncio.Event()
        self._closed = False

    def push(self, update: Update) -> None:
        """Append an update; without effect once closed."""
        if self._closed:
            return
        self._waiting.append(update)
        if len(self._waiting) > MOST_WAITING:
            self._waiting = deque(merged_updates(self._waiting))
        self._more.set()

    def close(self) -> None:
        """No more will come; what waits can still be taken."""
        self._closed = True
        self._more.set()

    async def take(self) -> Update | None:
        """The next update, when there is one; None when no more will come."""
        while not self._waiting:
            if self._closed:
                return None
            self._more.clear()
            await self._more.wait()
        return self._waiting.popleft()


def merged_updates(updates: "deque[Update]") -> Iterator[Update]:
    """Fewer updates that lead to the same state: at most a few for every room, and a bounded rest."""
    rooms: dict[RoomId, Resynced] = {}
    presences: dict[RoomId, PresenceChanged] = {}
    looks: dict[RoomId, LooksChanged] = {}
    latest: dict[type, Update] = {}
    personal: deque[PersonalNews] = deque(maxlen=_NEWS_KEPT)
    players: PlayersUpdate | None = None
    lobby: LobbyUpdate | None = None
    taken: dict[RoomId, Superseded | Removed] = {}
    for update in updates:
        match update:
            case RoomAdvanced(room=room, after=after):
                rooms[room] = Resynced(room, after, rooms[room].before if room in rooms else None)
            case Resynced(room=room):
                rooms[room] = update
            case PresenceChanged(room=room):
                presences[room] = update
            case LooksChanged(room=room):
                looks[room] = update
            case MoveExplained():
                latest[MoveExplained] = update
            case InvitationReceived() | InvitationOver() | FriendCame() | MessageArrived():
                personal.append(update)
            case PlayersChanged(news=changed):
                players = changed if players is None else _both_players(players, changed)
            case LobbyChanged(news=news):
                lobby = news if lobby is None else _both(lobby, news)
            case Superseded(room=room) | Removed(room=room):
                rooms.pop(room, None)
                presences.pop(room, None)
                looks.pop(room, None)
                taken[room] = update
            case Connected() | Disconnected():
                latest[Connected] = update
            case FeaturedGameChanged() | ClientStopped():
                latest[type(update)] = update
    changes: list[Update] = [] if lobby is None else [LobbyChanged(lobby)]
    changes += [] if players is None else [PlayersChanged(players)]
    of_rooms: list[Update] = [*rooms.values(), *presences.values(), *looks.values()]
    return iter([*taken.values(), *of_rooms, *personal, *changes, *latest.values()])


def _both_players(earlier: PlayersUpdate, later: PlayersUpdate) -> PlayersUpdate:
    """One piece of news with the effect of two."""
    rows = {
        row.player.id: row for row in (*earlier.players, *later.players) if row.player.id not in later.removed
    }
    gone = dict.fromkeys((*earlier.removed, *later.removed))
    return PlayersUpdate(tuple(rows.values()), tuple(id_ for id_ in gone if id_ not in rows), later.count)


def _both(earlier: LobbyUpdate, later: LobbyUpdate) -> LobbyUpdate:
    """One piece of news with the effect of two."""
    rows = (*earlier.rooms, *later.rooms)
    rooms = {row.room.id: row for row in rows if row.room.id not in later.removed}
    gone = dict.fromkeys((*earlier.removed, *later.removed))
    return LobbyUpdate(
        tuple(rooms.values()), tuple(id_ for id_ in gone if id_ not in rooms), later.players_online
    )
