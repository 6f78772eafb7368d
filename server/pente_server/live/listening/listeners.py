"""Listeners: the sessions that are sent what happens in a room."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, Protocol

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.errors import CloseCode
from pente_protocol.messages.account import DeviceId
from pente_protocol.messages.base import Right
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.messages.rooms import RoomPresence
from pente_server.live.listening.delayed_game import DelayedGame
from pente_server.live.listening.frames import Frames
from pente_server.live.presence.attendance import Attendance, ViewerMark
from pente_server.live.presence.presence_page import Occupation, RoomStage

NEVER: Final = Instant(0)


class Listener(Protocol):
    """A session, as the hub sees it."""

    @property
    def player(self) -> Identity: ...

    @property
    def device(self) -> DeviceId:
        """The device that the player signed in with."""
        ...

    right: Right
    """What that device may do; the hub changes it."""

    @property
    def is_aside(self) -> bool:
        """Whether it only watches, even in rooms where its player has a seat."""
        ...

    @property
    def is_anonymous(self) -> bool:
        """Whether it has no account, and is counted as a viewer, but in no list."""
        ...

    def send(self, frames: Frames) -> None:
        """Queue a message, in the form of the connection; never waits and never fails."""
        ...

    def end(self, code: CloseCode, reason: str) -> None:
        """Close the connection after what is queued, and carry out no more requests; never waits."""
        ...


Listeners = tuple[Listener, ...]
"""Without duplicates. Most rooms have few, and a set takes four times the memory."""


Viewers = tuple[frozenset[ViewerMark], Mapping[ViewerMark, str]]
"""The viewers of a room, and the names of some; see `Attendance`."""


@dataclass(slots=True)
class PresenceSending:
    """The presence messages of a room to some of its listeners. Mutable."""

    is_due: bool = False
    """Whether a message is scheduled."""
    sent_at: float = float("-inf")
    """When the last one was sent, by the event loop's clock."""
    sent: RoomPresence | None = None
    recipients: Listeners = ()
    """Who has that."""


@dataclass(slots=True)
class RoomListeners:
    """The sessions that listen to a room. Mutable."""

    players: Listeners = ()
    """The sessions of players with a seat."""
    watchers: Listeners = ()
    attached_at: dict[PlayerId, Instant] = field(default_factory=dict)
    """When the newest session of each player with a seat was attached."""
    seats: tuple[Identity | None, ...] = ()
    is_private: bool = False
    stage: RoomStage | None = None
    """None: the room is over."""
    to_players: PresenceSending = field(default_factory=PresenceSending)
    to_watchers: PresenceSending = field(default_factory=PresenceSending)
    """Apart from those to the players, of which a game that is seen later must show no moment."""
    viewers: Viewers = (frozenset(), {})
    """The watchers as the other nodes know them."""
    delayed: DelayedGame | None = None
    """What the watchers know of the room, while something is kept from them."""

    def forget_delayed(self) -> None:
        """Keep nothing from the watchers any more."""
        if self.delayed is not None and self.delayed.timer is not None:
            self.delayed.timer.cancel()
            self.delayed.timer = None
        self.delayed = None

    def ids(self) -> Iterator[PlayerId]:
        """The players of all sessions, some perhaps more than once."""
        return (session.player.id for session in chain(self.players, self.watchers))


class PresencePort(Protocol):
    """Exchanges presence with the other nodes."""

    def entered(self, player: Identity, now: Instant) -> None: ...

    def left(self, player: PlayerId) -> None: ...

    def occupied(self, player: PlayerId, occupation: Occupation) -> None: ...

    def attended(self, room: RoomId, attendance: Attendance, stage: RoomStage | None = None) -> None: ...

    def elsewhere(self, room: RoomId) -> Iterable[Attendance]: ...

    def looked(self, room: RoomId, looks: Sequence[PlayerLook]) -> None: ...

    def looks_elsewhere(self, room: RoomId) -> Iterable[PlayerLook]: ...


class BlockListPort(Protocol):
    """The block lists of connected players."""

    def of(self, player: PlayerId) -> AbstractSet[PlayerId]: ...

    def forget(self, player: PlayerId) -> None: ...


def without(listeners: Listeners, gone: Collection[Listener]) -> Listeners:
    return tuple(session for session in listeners if session not in gone)


def send(sessions: Iterable[Listener], frames: Frames) -> None:
    for session in sessions:
        session.send(frames)
