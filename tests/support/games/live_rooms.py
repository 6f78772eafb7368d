"""The rooms that are live in a store, private ones too, which no request lists."""

from pente_core.identity import RoomId
from pente_protocol.codec import decode_summary
from pente_protocol.messages.lists import RoomSummary
from pente_server.live.lobby import OVER
from pente_server.node import Node
from pente_server.store import Store
from pente_server.store.memory.store import MemoryStore
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys


async def live_rooms(store: Store) -> dict[RoomId, RoomSummary]:
    """All live rooms of a store."""
    bodies: list[bytes] = []
    if isinstance(store, MemoryStore):
        bodies = list(store._memory.rooms.live.values())
    elif isinstance(store, RedisStore):
        for tag in store._keys.tags:
            bodies += await store._redis.hvals(keys.live(tag))
    else:
        raise TypeError(f"no telling what is live in {store!r}")
    return {room.id: room for room in map(decode_summary, bodies)}


def has_heard_of(node: Node, room: RoomId) -> bool:
    """Whether a node has been told that a room is open."""
    return 0 < node.lobby._versions.get(room, 0) < OVER


def has_heard_of_end(node: Node, room: RoomId) -> bool:
    """Whether a node has been told that a room is over."""
    return node.lobby._versions.get(room) == OVER
