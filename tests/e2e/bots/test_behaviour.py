"""A bot as a person meets it at a real server: what it accepts, says and answers, and that it comes back."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from pente_client.connection import Client, Replica
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.point import Point
from tests.support.conditions import described
from tests.support.processes import Process, ServerProcess, serving
from tests.support.waiting import patience

MANNERS = (
    "--greet",
    "good luck",
    "--thank",
    "thank you",
    "--accept-speeds",
    "blitz,rapid",
    "--max-each",
    "1",
)


@asynccontextmanager
async def guest(server: ServerProcess, homes: Path) -> AsyncIterator[Client]:
    """A person at a server where a polite bot is."""
    words = ("--player", "patterns", "--level", "1", "--name", "polite")
    async with Process("bot", server.url, *words, *MANNERS, state=homes / "polite") as bot:
        await bot.line_with("plays at")
        async with Client(server.url, name="ann") as client:
            yield client


async def seen(client: Client, room: RoomId, holds: Callable[[Room], bool]) -> Room:
    """A room as soon as something holds."""
    replica: Replica = await client.watch(room)
    async with patience(*described(holds)):
        async for _ in client.updates():
            if holds(replica.room):
                return replica.room
    raise AssertionError(f"it never held of {replica.room}")


async def declined(client: Client, time: str, options: Options = DEFAULT_OPTIONS) -> str:
    """What the bot says when it does not want to play."""
    room = await client.create("pente", time, invite=["polite"], options=options)
    closed = await seen(client, room, lambda room: room.status is ev.Status.CLOSED)
    return closed.chat[-1].text


async def test_it_says_what_it_does_not_play(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--rate-bots") as server, guest(server, tmp_path) as ann:
        assert await declined(ann, "1") == "I don't play bullet. I play blitz and rapid."
        assert await declined(ann, "5+3", Options(rated=True)) == (
            "I don't play rated games. Open an unrated one."
        )


async def test_it_greets_answers_thanks_and_plays_again(server: ServerProcess, homes: Path) -> None:
    async with guest(server, homes) as ann:
        room = await ann.create("pente", "5+3", seat=0, invite=["polite"])
        begun = await seen(ann, room, lambda room: bool(room.chat))
        assert [(line.player.name, line.text) for line in begun.chat] == [("polite", "good luck")]
        # a second game is one too many
        assert await declined(ann, "5+3") == "I have 1 game with you already. Finish one first."
        # it answers a move, and lets it be taken back
        await ann.act(room, cmd.Play(Point(180)))
        await seen(ann, room, lambda room: room.game.position.ply == 2)
        await ann.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await seen(ann, room, lambda room: not room.game.turns)
        # it thanks, and plays again with seats exchanged
        await ann.act(room, cmd.Resign())
        await seen(ann, room, lambda room: room.chat[-1].text == "thank you")
        await ann.act(room, cmd.Offer(OfferKind.REMATCH))
        over = await seen(ann, room, lambda room: bool(room.sequel))
        await seen(ann, RoomId(over.sequel), lambda room: room.game.position.ply == 1)


async def test_all_games_go_on_when_the_server_was_killed(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:
        host = ("bot", server.url, "--player", "patterns", "--level", "1", "--name", "host-bot")
        rules = ("--ruleset", '{"base": "pente-casual", "size": 7, "line": 4}', "--time", "3+2")
        challenge = ("--challenge", "host-bot", "--games", "4", "--concurrency", "2", *rules)
        async with Process(*host, state=tmp_path / "host") as waiting:
            await waiting.line_with("plays at")
            words = ("bot", server.url, "--player", "random", "--name", "visitor-bot", *challenge)
            async with Process(*words, state=tmp_path / "guest") as asking:
                # given some games that are on, and one that is over
                while not re.search(r"^1 \S+-bot \S+-bot ", await asking.line()):
                    pass
                # when the server dies and comes back
                await server.kill()
                await server.start()
                # then all are played to their ends
                try:
                    status = await asking.ended()
                finally:
                    waiting.process.terminate()
                    await waiting.ended()
                    print(*waiting.said, sep="\n")  # what a failure shows
                assert status == 0, list(asking.said)
            assert not [line for line in (*waiting.said, *asking.said) if "Traceback" in line]
