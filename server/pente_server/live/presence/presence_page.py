"""A presence page: what a node says about the players who are connected to it, field by field."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room, Status
from pente_protocol.messages import PlayerActivity
from pente_server.live.presence.attendance import Attendance, unpacked

_log = logging.getLogger(__name__)


class FieldKind(Enum):
    """What a field of a page is about; the value is the prefix of its name, before an id."""

    PLAYER = "player:"
    """A connected player, and what they do."""
    ROOM = "room:"
    """The players and viewers who are connected to a room."""
    STAGE = "stage:"
    """A live room to which a player with a seat is connected."""
    ACCOUNT = "blocks:"
    """A player whose block list or devices were changed lately, and when, so that a new change differs."""


class OnlinePlayer(NamedTuple):
    """A connected player."""

    player: Identity
    activity: PlayerActivity = PlayerActivity.LOBBY


class RoomStage(NamedTuple):
    """What lists need to know of a live room without reading it."""

    created: Instant
    status: Status


def stage_of(room: Room) -> RoomStage | None:
    """The stage of a room; None: it is over."""
    is_live = room.status in (Status.WAITING, Status.PLAYING)
    return RoomStage(room.created.at, room.status) if is_live else None


class PlayerChange(NamedTuple):
    player: PlayerId
    online: OnlinePlayer | None
    """None: no longer connected there."""


class AttendanceChange(NamedTuple):
    room: RoomId
    attendance: Attendance | None


class StageChange(NamedTuple):
    room: RoomId
    stage: RoomStage | None


class AccountChange(NamedTuple):
    player: PlayerId
    at: int | None


PageChange = PlayerChange | AttendanceChange | StageChange | AccountChange


@dataclass(slots=True)
class NodePage:
    """The page of another node. Mutable."""

    edition: int = 0
    rooms: dict[RoomId, Attendance] = field(default_factory=dict)
    accounts: dict[PlayerId, int] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    """The names of all its fields."""

    def all_gone(self) -> dict[str, bytes]:
        """The fields of a change that removes everything."""
        return dict.fromkeys(self.names, b"")

    def change(self, fields: Mapping[str, bytes]) -> None:
        """Note which fields there are after a change."""
        for name, body in fields.items():
            if body:
                self.names[name] = None
            else:
                self.names.pop(name, None)


def changes_in(fields: Mapping[str, bytes]) -> Iterator[PageChange]:
    """The changes that fields of a page tell of; an empty field was removed.

    Fields of other versions are left out, and logged if they can't be decoded.
    """
    for name, body in fields.items():
        for kind in FieldKind:
            if name.startswith(kind.value):
                try:
                    content: Any = msgpack.unpackb(body, strict_map_key=False) if body else None
                    yield _change(kind, name.removeprefix(kind.value), content)
                except (ValueError, TypeError, IndexError, msgpack.UnpackException):
                    _log.warning("another node with a different version of pente uses the same store")


def _change(kind: FieldKind, id_: str, content: Any) -> PageChange:
    match kind:
        case FieldKind.PLAYER:
            player = PlayerId(id_)
            return PlayerChange(player, None if content is None else _online(player, *content))
        case FieldKind.ROOM:
            return AttendanceChange(RoomId(id_), None if content is None else unpacked(*content))
        case FieldKind.STAGE:
            stage = None if content is None else RoomStage(Instant(content[0]), Status(content[1]))
            return StageChange(RoomId(id_), stage)
        case FieldKind.ACCOUNT:
            return AccountChange(PlayerId(id_), None if content is None else int(content))


def _online(
    id_: PlayerId, name: str, kind: str, activity: str = PlayerActivity.LOBBY, *_: object
) -> OnlinePlayer:
    return OnlinePlayer(Identity(id_, str(name), PlayerKind(kind)), PlayerActivity(activity))


def packed_player(online: OnlinePlayer) -> bytes:
    body: bytes = msgpack.packb((online.player.name, online.player.kind, online.activity))
    return body


def packed_stage(stage: RoomStage) -> bytes:
    body: bytes = msgpack.packb(stage)
    return body
