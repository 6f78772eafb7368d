"""A lean server, to hold ours against: whoever comes second sits down beside the first, and stones are told.

No accounts, clocks, limits, records or store; websockets and msgpack, and the least that may be called rules.
Run as ``python -m tests.bench.reference.minimal_server``.
"""

import asyncio
import signal
import socket
from contextlib import suppress

import msgpack
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

POINTS = 361


class TwoPlayers:
    """Mutable: two connections, and where stones lie between them."""

    def __init__(self) -> None:
        self._players: list[ServerConnection] = []
        self._stones: set[int] = set()
        self._version = 0

    def sit_down(self, player: ServerConnection) -> int:
        """The seat of one more player."""
        self._players.append(player)
        return len(self._players) - 1

    @property
    def is_full(self) -> bool:
        return len(self._players) == 2

    async def act(self, seat: int, frame: bytes | str) -> None:
        """Place a stone, tell both of it, and answer."""
        assert isinstance(frame, bytes)
        request = msgpack.unpackb(frame)
        point = request["point"]
        if seat != self._version % 2 or point in self._stones or not 0 <= point < POINTS:
            await self._players[seat].send(msgpack.packb({"t": "error", "id": request["id"]}))
            return
        self._stones.add(point)
        self._version += 1
        told = {"t": "happened", "room": request["room"], "version": self._version}
        event = {"t": "moved", "at": 1_732_200_000_000, "seat": seat, "point": point, "key": "0" * 16}
        body = msgpack.packb({**told, "event": event})
        for player in self._players:
            await player.send(body)
        await self._players[seat].send(msgpack.packb({**told, "t": "ok", "id": request["id"]}))
        if len(self._stones) == POINTS:
            self._stones.clear()


async def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stopped, waiting = asyncio.Event(), [TwoPlayers()]
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)

    async def serve_one(connection: ServerConnection) -> None:
        table = waiting[0]
        seat = table.sit_down(connection)
        if table.is_full:
            waiting[0] = TwoPlayers()
        with suppress(ConnectionClosed):
            async for frame in connection:
                await table.act(seat, frame)

    async with serve(serve_one, sock=listener, compression=None, max_size=8192, max_queue=8):
        print(f"127.0.0.1:{listener.getsockname()[1]}", flush=True)
        await stopped.wait()


if __name__ == "__main__":
    asyncio.run(main())
