"""Players with the product's own client, who write down everything that they are told."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Self

from pente_client.connection import Client, ClientStopped, Connected, Resynced, RoomAdvanced, Update
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from tests.chaos.peers.playing_pair import ENDLESS
from tests.support.conditions import described
from tests.support.waiting import patience

GIVE_UP = 60.0


class RecordingPlayer:
    """A player, or somebody who watches. Mutable; an async context manager, connected inside it."""

    def __init__(self, url: str, name: str) -> None:
        self.name = name
        self.client = Client(url, name=name, retry_first=GIVE_UP)
        self.views: dict[RoomId, list[list[tuple[int, ev.Event]]]] = {}
        """Every event that it was told, with its version, room by room; a new list after each snapshot."""
        self.acknowledged: dict[RoomId, list[tuple[int, Point]]] = {}
        """The moves that it was told are made, with the versions."""
        self.welcomed: list[float] = []
        """When it was connected, each time."""
        self.ends: list[str] = []
        """Why it is not connected any more: nothing, if all is well."""
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        await self.client.__aenter__()
        self._listening = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.close()
        await self._listening

    async def _listen(self) -> None:
        async for update in self.client.updates():
            self._note(update)
            self._news.set()

    def _note(self, update: Update) -> None:
        match update:
            case Connected():
                self.welcomed.append(perf_counter())
            case RoomAdvanced(room=room, version=version, event=event):
                self.views.setdefault(room, [[]])[-1].append((version, event))
            case Resynced(room=room):
                self.views.setdefault(room, []).append([])
            case ClientStopped(reason=reason):
                self.ends.append(reason)
            case _:
                pass

    async def open(self, time: str) -> RoomId:
        """Open a room of a game that nobody wins."""
        return await self.client.create(ENDLESS, time, seat=0)

    async def join(self, room: RoomId) -> None:
        await self.client.act(room, cmd.Join())

    async def play(self, room: RoomId, point: int) -> int:
        """Play, however long it takes until that is acknowledged; the version."""
        version = await self.client.act(room, cmd.Play(Point(point)))
        self.acknowledged.setdefault(room, []).append((version, Point(point)))
        return version

    def version(self, room: RoomId) -> int:
        """The version up to which it knows a room."""
        replica = self.client.rooms.get(room)
        return 0 if replica is None else replica.room.version

    async def sees(self, room: RoomId, version: int) -> None:
        await self.until(lambda: self.version(room) >= version)

    async def back_since(self, moment: float) -> float:
        """Wait until it was connected after a moment; how many seconds after."""
        await self.until(lambda: bool(self.welcomed) and self.welcomed[-1] > moment)
        return next(at for at in self.welcomed if at > moment) - moment

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until news make something true."""
        wanted, seen = described(condition)
        async with patience(f"{wanted} at {self.name}", lambda: [*seen(), *self.ends], GIVE_UP):
            while not condition():
                self._news.clear()
                await self._news.wait()
