"""Tables at which real clients play what was written down, seen by all who have a seat or watch."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from tests.support.processes import JsonProcess, Line, Process, ServerProcess

CHOICES = frozenset({"swap", "stay", "pass"})
NAMES = ("ana", "bob", "cyd", "dan")


class LiveGame:
    """A game that is on: its players and a watcher speak JSON lines, another watcher is told it in words.

    Mutable. Everything is told by all of them before the next thing is done, and must be the same.
    """

    def __init__(self, players: Sequence[JsonProcess], watcher: JsonProcess, plain: Process) -> None:
        self.players = dict(zip(NAMES, players, strict=False))
        self.watcher = watcher
        self.room = watcher.arguments[2]
        self.plain = plain
        self.seats: list[str] = []
        """The names by seat."""
        self.to_act: int | None = None

    async def play(self, tokens: str) -> list[Line]:
        """Let whoever is to act type each token; what everybody was told of it."""
        return [await self._turn(token) for token in tokens.split()]

    async def refused(self, text: str) -> str:
        """Let whoever is to act type what is refused; the code of the error."""
        actor = self._actor()
        await actor.type(text)
        return str((await actor.until("error"))["code"])

    async def resigns(self, name: str) -> None:
        await self.players[name].type("/resign")

    async def told(self, kind: str) -> Line:
        """The next event of a kind, which everybody must be told alike."""
        clients = (*self.players.values(), self.watcher)
        first, *others = [await client.until(kind) for client in clients]
        for other in others:
            assert other == first
        if "players" in first and kind != "record":
            self.seats = [player["name"] for player in first["players"]]
        self.to_act = first.get("to_act", self.to_act)
        return first

    async def over(self) -> tuple[Line, Line, str]:
        """The end as everybody is told it, the record, and the whole game in words."""
        finished, record = await self.told("finished"), await self.told("record")
        everybody = (*self.players.values(), self.watcher, self.plain)
        assert [await client.ended() for client in everybody] == [0] * len(everybody)
        return finished, record, "\n".join(self.plain.said)

    async def _turn(self, token: str) -> Line:
        await self._actor().type(token)
        event = await self.told("choice" if token in CHOICES else "move")
        assert event.get("choice", event.get("point")) == token
        return event

    def _actor(self) -> JsonProcess:
        assert self.to_act is not None
        return self.players[self.seats[self.to_act]]


async def opened(stack: AsyncExitStack, server: ServerProcess, state: Path, *rules: str) -> LiveGame:
    """A table where Ana waits on the first seat, and two watch."""
    ana = await _json(stack, state, "ana", "play", server.url, "--new", "--seat", "0", *rules)
    room = str((await ana.until("room"))["room"])
    watch = ("watch", server.url, room)
    eve = JsonProcess(*watch, "--name", "eve", "--json", state=state / "eve")
    plain = Process(*watch, "--plain", state=state / "plain")
    for process in (eve, plain):
        await stack.enter_async_context(process)
    await asyncio.gather(eve.until("room"), plain.line_with("Waiting"))
    return LiveGame([ana], eve, plain)


async def joined(stack: AsyncExitStack, server: ServerProcess, state: Path, table: LiveGame) -> Line:
    """Let the next player sit down; what the others were told of it."""
    name = NAMES[len(table.players)]
    guest = await _json(stack, state, name, "play", server.url, "--room", table.room)
    event = await table.told("joined")
    assert await guest.until("joined") == event
    table.players[name] = guest
    return event


async def seated(
    stack: AsyncExitStack, server: ServerProcess, state: Path, *rules: str, sides: int = 2
) -> LiveGame:
    """A table with all its players, whose game has just begun."""
    table = await opened(stack, server, state, *rules)
    for seat, name in enumerate(NAMES[1:sides], start=1):
        place = ("--room", table.room, "--seat", str(seat))
        table.players[name] = await _json(stack, state, name, "play", server.url, *place)
    await table.told("started")
    return table


async def _json(stack: AsyncExitStack, state: Path, name: str, *arguments: str) -> JsonProcess:
    process = JsonProcess(*arguments, "--name", name, "--json", state=state / name)
    return await stack.enter_async_context(process)
