"""A presence page: what a node says about the players who are connected to it, field by field."""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.messages.lists import PlayerActivity
from pente_protocol.messages.post_mortem import PlayerLook
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
    LOOKS = "looks:"
    """Where those who are connected to a room look in its game, which is over."""
    ACCOUNT = "blocks:"
    """A player whose block list, friends or devices were changed lately, and when: a new change differs."""
    MESSAGES = "messages:"
    """The same of the messages to a player."""
    TELEVISED = "tv:"
    """A game that is worth watching, as `live/tv` packs it."""


NOTICES: Final = (FieldKind.ACCOUNT, FieldKind.MESSAGES)
"""What a node tells the others only for a while: that they have to read something in the store again."""


class Occupation(NamedTuple):
    """What a connected player does."""

    activity: PlayerActivity = PlayerActivity.LOBBY
    room: RoomId | None = None
    """The room where they do that; None: in none that others may know."""
    opponents: tuple[str, ...] = ()
    """The names of the others in the game that they play, if others may know."""


IN_THE_LOBBY: Final = Occupation()
_ACTIVITIES: Final = tuple(PlayerActivity)


def busiest(occupations: Iterable[Occupation]) -> Occupation:
    """What a player does who does several things: playing is before waiting, and that before watching."""
    return min(occupations, key=lambda each: _ACTIVITIES.index(each.activity), default=IN_THE_LOBBY)


class OnlinePlayer(NamedTuple):
    """A connected player."""

    player: Identity
    occupation: Occupation = IN_THE_LOBBY
    since: Instant = Instant(0)
    """Since when they have been connected; 0: not known."""


class RoomStage(NamedTuple):
    """What lists need to know of a live room without reading it."""

    created: Instant
    status: ev.Status


def stage_of(room: Room) -> RoomStage | None:
    """The stage of a room; None: it is over."""
    is_live = room.status in (ev.Status.WAITING, ev.Status.PLAYING)
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


class LooksChange(NamedTuple):
    room: RoomId
    looks: tuple[PlayerLook, ...]


class NoticeChange(NamedTuple):
    kind: FieldKind
    """One of `NOTICES`."""
    player: PlayerId
    at: int | None


class TelevisedChange(NamedTuple):
    room: RoomId
    body: bytes
    """Empty: no longer on TV there."""


PageChange = PlayerChange | AttendanceChange | StageChange | LooksChange | NoticeChange | TelevisedChange


@dataclass(slots=True)
class NodePage:
    """The page of another node. Mutable."""

    edition: int = 0
    rooms: dict[RoomId, Attendance] = field(default_factory=dict)
    looks: dict[RoomId, tuple[PlayerLook, ...]] = field(default_factory=dict)
    notices: dict[tuple[FieldKind, PlayerId], int] = field(default_factory=dict)
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
            stage = None if content is None else RoomStage(Instant(content[0]), ev.Status(content[1]))
            return StageChange(RoomId(id_), stage)
        case FieldKind.LOOKS:
            return LooksChange(RoomId(id_), tuple(_look(*each) for each in content or ()))
        case FieldKind.ACCOUNT | FieldKind.MESSAGES:
            return NoticeChange(kind, PlayerId(id_), None if content is None else int(content))
        case FieldKind.TELEVISED:
            return TelevisedChange(RoomId(id_), b"" if content is None else bytes(content))


def _online(id_: PlayerId, *content: Any) -> OnlinePlayer:
    """The inverse of `packed_player`; that of a later version may say more."""
    name, kind, activity, room, opponents, since, *_ = content
    occupation = Occupation(PlayerActivity(activity), RoomId(room) or None, tuple(map(str, opponents)))
    return OnlinePlayer(Identity(id_, str(name), PlayerKind(kind)), occupation, Instant(since))


def _look(id_: Any, name: Any, kind: Any, node: Any, points: Any, *_: object) -> PlayerLook:
    player = Identity(PlayerId(str(id_)), str(name), PlayerKind(kind))
    return PlayerLook(player, int(node), tuple(Point(int(point)) for point in points))


def packed_looks(looks: Sequence[PlayerLook]) -> bytes:
    """The looks of a room; empty for none."""
    if not looks:
        return b""
    body: bytes = msgpack.packb(
        [(look.player.id, look.player.name, look.player.kind, look.node, look.points) for look in looks]
    )
    return body


def packed_player(online: OnlinePlayer) -> bytes:
    (activity, room, opponents), player = online.occupation, online.player
    fields = (player.name, player.kind, activity, room or "", opponents, online.since)
    body: bytes = msgpack.packb(fields)
    return body


def packed_stage(stage: RoomStage) -> bytes:
    body: bytes = msgpack.packb(stage)
    return body
