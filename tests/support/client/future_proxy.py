"""A proxy that makes a server look newer: it adds keys, messages and events to all that the server sends."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any
from urllib.parse import urlsplit

import msgpack
from msgspec import convert
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from pente_core.notation import format_position
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.ruleset import Ruleset
from pente_protocol.spec.invalid_frames import pack
from tests.support.client.newer_server import is_struct, with_keys


class FutureProxy:
    """Passes frames on between clients and a server of today. Mutable."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._numbers = count(1)
        self.port = 0
        self.added = 0
        """How many messages it has made up."""
        self.has_other_rules = False
        """Whether all games are by rules that nobody knows today."""

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def serve(self, client: ServerConnection) -> None:
        names = [client.subprotocol] if client.subprotocol else None
        request = client.request
        assert request is not None
        where, port = f"ws://{request.headers['Host']}{request.path}", urlsplit(self._server).port
        there = connect(
            where,
            host="127.0.0.1",
            port=port,
            subprotocols=names,
            compression=None,
            proxy=None,
            max_size=None,
        )
        with suppress(ConnectionClosed):
            async with there as server:
                ways = (_copied(client, server), self._grown(server, client))
                passing = [asyncio.create_task(way) for way in ways]
                await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
                for task in passing:
                    task.cancel()
                await asyncio.gather(*passing, return_exceptions=True)
                await client.close(server.close_code or 1001)

    async def _grown(self, server: Any, client: ServerConnection) -> None:
        async for frame in server:
            wire = msgpack.unpackb(frame)
            for grown in self._more(_by_other_rules(wire) if self.has_other_rules else wire):
                await client.send(pack(grown))

    def _more(self, wire: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """A message with keys of tomorrow, between messages of tomorrow."""
        self.added += 2
        yield {"t": "confetti", "id": next(self._numbers), "colours": [1, None, {"t": "moved"}]}
        yield with_keys(wire, is_struct)
        match wire:
            case {"t": "happened", "room": room, "version": version}:
                yield _event(room, version + 1)
            case {"t": "synced", "room": room, "snapshot": {"version": version}}:
                yield _event(room, version + 1)
            case _:
                yield {"t": "weather", "room": wire.get("room"), "event": {"t": "rain"}}


def _by_other_rules(wire: dict[str, Any]) -> dict[str, Any]:
    """A message in which a snapshot has rules of tomorrow, and the position that they have led to."""
    if wire["t"] != "synced":
        return wire
    shot = wire["snapshot"]
    game = Game.new(convert(shot["created"]["ruleset"], Ruleset))
    for turn in shot["turns"]:
        game = game.with_turn(parse_turn(turn, game.rules.size))
    shot["created"]["ruleset"]["gravity"] = True
    return {**wire, "position": format_position(game.position)}


def _event(room: str, version: int) -> dict[str, Any]:
    return {
        "t": "happened",
        "room": room,
        "version": version,
        "event": {"t": "applauded", "at": 1, "by": [2]},
    }


async def _copied(source: Any, target: Any) -> None:
    async for frame in source:
        await target.send(frame)


@asynccontextmanager
async def future_proxy(server: str) -> AsyncIterator[FutureProxy]:
    """A proxy in front of a server, for the time of the block."""
    proxy = FutureProxy(server)

    def chosen(_: ServerConnection, offered: Any) -> Any:
        return offered[0] if offered else None

    options: Any = {"select_subprotocol": chosen, "compression": None, "ping_interval": None}
    async with serve(proxy.serve, "127.0.0.1", 0, **options) as listening:
        proxy.port = next(iter(listening.sockets)).getsockname()[1]
        yield proxy
