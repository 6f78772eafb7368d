"""What the screen needs of a connection; `pente_client.connection.Client` has it."""

from collections.abc import AsyncIterator, Mapping
from typing import Protocol

from pente_client.connection import Replica, Update
from pente_client.words.series import GameFinder
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import PlayerCommand
from pente_protocol.messages import (
    ProfileFound,
)


class GamePort(Protocol):
    """A connected client. What it raises is a `pente_client.connection.ConnectionProblem`."""

    @property
    def me(self) -> Identity: ...

    @property
    def rooms(self) -> Mapping[RoomId, Replica]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    async def act(self, room: RoomId, command: PlayerCommand) -> int: ...

    async def watch(self, room: RoomId) -> Replica: ...

    async def unwatch(self, room: RoomId) -> None: ...

    async def follow(self) -> RoomId | None: ...

    async def profile(self, name: str) -> ProfileFound: ...

    @property
    def archive(self) -> GameFinder: ...

    def server_now(self) -> Instant: ...
