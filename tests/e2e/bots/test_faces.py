"""The bots of the house as a person meets them: levels, pace, draws, and what they say about their moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pente_client.connection import Client, RoomAdvanced
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.offers import OfferKind
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import parse_point
from pente_core.rules.setup import Setup
from tests.e2e.bots.test_behaviour import seen
from tests.support.processes import JsonProcess, Process, ServerProcess, serving
from tests.support.waiting import patience, until


@asynccontextmanager
async def with_a_person(server: ServerProcess, name: str) -> AsyncIterator[Client]:
    """A person at a server where a bot of that name is."""
    async with Client(server.url, name="ann") as ann:

        async def is_there() -> bool:
            return name in {row.player.name for row in (await ann.online(PlayerKind.BOT)).players}

        await until(is_there)
        yield ann


async def begun(ann: Client, options: Options = DEFAULT_OPTIONS) -> RoomId:
    """A game in which ann and the easy bot have placed a stone."""
    room = await ann.create("pente", "5+3", seat=0, invite=["easy-bot"], options=options)
    await seen(ann, room, lambda room: room.status is ev.Status.PLAYING)
    await ann.act(room, cmd.Play(parse_point("K10", 19)))
    await seen(ann, room, lambda room: room.game.position.ply == 2)
    return room


async def moments_of_moves(ann: Client, count: int) -> list[Instant]:
    """When the next stones are placed, by the server's clock."""
    moments: list[Instant] = []
    async with patience(f"{count} stones"):
        async for update in ann.updates():
            if isinstance(update, RoomAdvanced) and isinstance(update.event, ev.Moved):
                moments.append(update.event.at)
            if len(moments) == count:
                break
    return moments


def lines_of_bot(room: Room) -> list[str]:
    return [line.text for line in room.chat if line.player.kind is PlayerKind.BOT]


async def test_the_easy_bot_plays_what_is_asked_for_at_the_pace_of_people(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house") as server, with_a_person(server, "easy-bot"):
        words = ("challenge", "--level", "easy", "--server", server.url, "--json")
        rules = ("--ruleset", "keryo-pente", "--time", "5+3", "--second")
        async with JsonProcess(*words, *rules, state=tmp_path / "ann") as person:
            room = await person.until("room")
            assert (room["ruleset"], room["time"], room["me"]) == ("keryo-pente", "5+3", 1)
            started = await person.until("started")
            assert started["players"][0]["name"] == "easy-bot"
            move = await person.until("move")
            assert move["seat"] == 0


async def test_it_answers_no_faster_than_people_like_and_explains_when_asked(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house") as server, with_a_person(server, "easy-bot") as ann:
        room = await ann.create("pente", "5+3", seat=0, invite=["easy-bot"])
        await seen(ann, room, lambda room: room.status is ev.Status.PLAYING)
        await ann.act(room, cmd.Play(parse_point("K10", 19)))
        placed, answered = await moments_of_moves(ann, 2)
        assert answered - placed >= 400
        await ann.act(room, cmd.Say("why?"))
        told = await seen(ann, room, lambda room: len(lines_of_bot(room)) == 2)
        greeting, reason = lines_of_bot(told)
        assert greeting == "Good luck! Ask why? about any of my moves."
        assert reason.endswith(".")
        # it is too early for a draw, which it says
        await ann.act(room, cmd.Offer(OfferKind.DRAW))
        told = await seen(ann, room, lambda room: len(lines_of_bot(room)) == 3 and not room.offers)
        assert lines_of_bot(told)[2].startswith("It is too early for a draw: I consider one once each of us")


async def test_it_explains_nothing_in_a_rated_game(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "data", "--house", "--rate-bots") as server,
        with_a_person(server, "easy-bot") as ann,
    ):
        room = await begun(ann, Options(rated=True))
        await ann.act(room, cmd.Say("why?"))
        # what it says after the next question, in a casual game, would come after an answer to this one
        casual = await begun(ann)
        await ann.act(casual, cmd.Say("why?"))
        await seen(ann, casual, lambda room: len(lines_of_bot(room)) == 2)
        assert lines_of_bot(ann.rooms[room].room) == ["Good luck!"]


async def test_a_bot_resigns_a_lost_game(tmp_path: Path) -> None:
    """Ann has four in a row with both ends free, and it is the bot's turn."""
    points = [
        [parse_point(name, 19) for name in row.split()] for row in ("F11 G11 H11 J11 P3", "P14 C3 R7 D17")
    ]
    setup = Setup((tuple(sorted(points[0])), tuple(sorted(points[1]))), colour=1)
    async with serving(tmp_path / "data") as server:
        words = ("--player", "engine:nodes=20000", "--name", "polite", "--resign-after", "1")
        async with Process("bot", server.url, *words, state=tmp_path / "polite") as bot:
            await bot.line_with("plays at")
            async with Client(server.url) as ann:
                room = await ann.create("pente", "5+3", seat=0, invite=["polite"], setup=setup)
                over = await seen(ann, room, lambda room: room.status is ev.Status.FINISHED)
                assert over.game.outcome == Outcome(Termination.RESIGNATION, (0,))


async def test_a_bot_claims_the_win_when_its_opponent_has_left(tmp_path: Path) -> None:
    """The server lets it wait for 15 seconds, the least there is."""
    async with serving(tmp_path / "data") as server, Client(server.url) as eve:
        words = ("--player", "random", "--name", "patient", "--claim-after", "0")
        async with Process("bot", server.url, *words, state=tmp_path / "patient") as bot:
            await bot.line_with("plays at")
            async with Client(server.url) as ann:
                room = await ann.create("pente", "1+0", seat=0, invite=["patient"])
                await seen(ann, room, lambda room: room.status is ev.Status.PLAYING)
                for name in ("K10", "A1"):
                    await ann.act(room, cmd.Play(parse_point(name, 19)))
                    await seen(ann, room, lambda room: room.to_act == 0)
            over = await seen(eve, room, lambda room: room.status is ev.Status.FINISHED)
            assert over.game.outcome == Outcome(Termination.FORFEIT, (1,))
