"""What a bot needs from the outside: a connection, and a player that thinks."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol

from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import ConsideredMove, PlayerDecision
from pente_client.connection import Replica, Update
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import commands as cmd
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.game import Turn
from pente_core.rules.position import Position
from pente_protocol.messages.hello import Welcome


class BotConnection(Protocol):
    """What a bot needs of `pente_client.connection.Client`."""

    @property
    def welcome(self) -> Welcome: ...
    @property
    def me(self) -> Identity: ...
    @property
    def rooms(self) -> Mapping[RoomId, Replica]: ...
    def updates(self) -> AsyncIterator[Update]: ...
    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
    ) -> RoomId: ...
    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int: ...
    async def watch(self, room: RoomId) -> Replica: ...
    async def unwatch(self, room: RoomId) -> None: ...
    def server_now(self) -> Instant: ...


class ThinkerPort(Protocol):
    """What a bot needs of `pente_bots.thinking.thinker.Thinker`."""

    async def think(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> PlayerDecision: ...
    async def consider(
        self, position: Position, limit: Limit, game: str, turns: tuple[Turn, ...] | None
    ) -> ConsideredMove: ...
    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool: ...
    def forget(self, game: str) -> None: ...


class OwnThinker(ThinkerPort, Protocol):
    """What thinks for one bot alone, and ends with it."""

    def close(self) -> None: ...
