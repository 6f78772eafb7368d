"""Node and store are killed, and the receiver is down half of the time: it gets each turn all the same."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_protocol.messages.account import ChooseNotifications
from pente_protocol.messages.rooms import Act, Create, RoomCreated, Watch
from tests.chaos.peers.reconnecting_player import ReconnectingPlayer
from tests.server.webhook.receiver import Receiver, receiving
from tests.support.accepting import accepting
from tests.support.peer import creating
from tests.support.processes import ServerProcess, serving
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import until

DAYS = "3d/move"


def half_of_the_time(tried: int) -> int:
    """A receiver that takes every other request: others get an error, or no answer at all."""
    return 204 if tried % 2 else 503 if tried % 4 else 0


class Players:
    """Two players of a correspondence game, who are never in the room when it is their turn. Mutable."""

    def __init__(self, url: str) -> None:
        self.both = ReconnectingPlayer(url, name="anna"), ReconnectingPlayer(url, name="boris")
        self.room = RoomId("")
        self.plies = 0

    async def begin(self) -> None:
        """Have both want notifications, and begin a game."""
        anna, boris = self.both
        for player in self.both:
            await player.ask(ChooseNotifications, your_turn=True)
        opened = await anna.ask(Create, **creating(ruleset="freestyle", time=DAYS))
        assert isinstance(opened, RoomCreated)
        self.room = opened.room
        await anna.drop()
        await boris.act(self.room, cmd.Join())
        await boris.drop()

    async def move(self) -> None:
        """Make the next move, and leave."""
        mover = self.both[self.plies % 2]
        self.plies += 1
        await mover.ask(Watch, room=self.room)
        fields = (await mover.connected()).acting(self.room, cmd.Play(Point(2 * self.plies)))
        await mover.ask(Act, **fields)
        await mover.drop()

    async def drop(self) -> None:
        for player in self.both:
            await player.drop()


def named(receiver: Receiver) -> list[str]:
    """Whose turn it was, in the order of the notifications, each of them once."""
    sent = (request.json for request in receiver.taken if request.is_signed())
    turns = {each["id"]: each["players"][0] for each in sent if each["event"] == "your-turn"}
    return list(turns.values())


def _has(receiver: Receiver, expected: list[str]) -> bool:
    return named(receiver) == expected


async def play_through(
    kill: Callable[[], Awaitable[None]], moves: int, process: ServerProcess, receiver: Receiver
) -> None:
    """Play a game, kill something right after each move, and wait each time for the notification."""
    players = Players(process.url)
    try:
        await players.begin()
        for ply in range(moves + 1):
            expected = (["anna", "boris"] * moves)[: ply + 1]
            await until(partial(_has, receiver, expected))
            if ply < moves:
                await players.move()
                await kill()
    finally:
        await players.drop()


def webhook(receiver: Receiver, directory: Path) -> tuple[str, ...]:
    """The options of a server that notifies a receiver."""
    secret = directory / "secret"
    secret.write_bytes(b"a secret of the tests\n")
    return ("--webhook", receiver.url, "--webhook-secret-file", str(secret))


async def test_no_turn_is_missed_when_node_and_store_are_killed_after_a_move(tmp_path: Path) -> None:
    async with (
        receiving(half_of_the_time) as receiver,
        serving(tmp_path / "data", *webhook(receiver, tmp_path)) as process,
    ):

        async def kill() -> None:
            await process.kill()
            await process.start()

        await play_through(kill, 2, process, receiver)


@pytest.mark.long
async def test_no_turn_is_missed_when_one_after_the_other_is_killed(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        options = ("--redis", valkey.url)
        async with (
            receiving(half_of_the_time) as receiver,
            serving(tmp_path / "data", *options, *webhook(receiver, tmp_path)) as process,
        ):
            kills = 0

            async def kill() -> None:
                nonlocal kills
                kills += 1
                if kills % 2:
                    valkey.kill()
                    await asyncio.to_thread(valkey.start)
                else:
                    await process.kill()
                    await process.start()

            await play_through(kill, 8, process, receiver)


async def test_no_move_waits_for_a_receiver_that_never_answers(tmp_path: Path) -> None:
    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await reader.read()

    asked = asyncio.Event()
    async with accepting(swallow) as port:
        url = f"http://127.0.0.1:{port}/hook"
        async with serving(tmp_path / "data", "--webhook", url) as process:
            players = Players(process.url)
            try:
                await players.begin()
                await asked.wait()
                for _ in range(10):
                    await players.move()
            finally:
                await players.drop()
