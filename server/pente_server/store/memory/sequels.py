"""Sequels that may not be open yet, in memory."""

import secrets
from collections.abc import Sequence

from pente_core.identity import RoomId
from pente_server.store.sequel_store import NamedSequel


class MemorySequels:
    """A `SequelStore` in memory."""

    def __init__(self, named: dict[RoomId, RoomId]) -> None:
        """``named`` has the queued sequels, each with the room that names it; the store adds to it."""
        self._named = named

    def draw(self, room: RoomId) -> RoomId:  # noqa: ARG002 -- any id is found as quickly
        return RoomId(secrets.token_hex(8))

    async def predecessor(self, sequel: RoomId) -> RoomId | None:
        return self._named.get(sequel)

    async def unopened(self) -> Sequence[NamedSequel]:
        return [NamedSequel(room, sequel) for sequel, room in self._named.items()]

    async def opened(self, named: NamedSequel) -> None:
        self._named.pop(named.sequel, None)
