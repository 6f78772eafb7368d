"""Games from positions and with handicaps, between real processes, from one game to the next."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pente_client.connection import Client
from pente_core.identity import RoomId
from pente_core.records import check, read_sgf
from pente_core.room import OfferKind, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.rules.setup import Setup
from tests.e2e.games.live_game import seated
from tests.support.processes import JsonProcess, Process, ServerProcess
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


def at(*names: str) -> tuple[Point, ...]:
    return tuple(sorted(parse_point(name, 19) for name in names))


GIVEN = Setup((at("K10", "L12"), ()), colour=1)


async def test_a_game_goes_on_where_another_one_stood(
    server: ServerProcess, homes: Path, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        # given a game that black has lost
        first = await seated(stack, server, homes, "--ruleset", "pente-casual")
        await first.play("K10 L11 A1 B1")
        await first.resigns("bob")
        await first.over()
        # when its third stone is the beginning of another
        second = await seated(stack, server, homes, "--from", f"{first.room}#3")
        assert second.to_act == 1
        assert await second.refused("K10") == "occupied"
        moves = await second.play("C3 D4")
        assert [(move["ply"], move["seat"]) for move in moves] == [(1, 1), (2, 0)]
        await second.resigns("ana")
        # then everybody is told of the position, and finds it in the record
        _, record, text = await second.over()
        assert "The game begins from a position: 2 white and 1 black stones; black to move." in text
        assert "1. bob C3. " in text
        assert record["moves"] == ["C3", "D4"]
        listed = await said(stack, tmp_path, "games", server.url)
        assert [line.split("  ")[-1] for line in listed if second.room in line] == ["from a position"]
        await said(stack, tmp_path, "games", "export", server.url, "-o", str(tmp_path / "games.sgf"))
        with (tmp_path / "games.sgf").open() as lines:
            records = {dict(record.tags)["Room"]: record for record in read_sgf(lines)}
        assert records[second.room].setup == Setup((at("K10", "A1"), at("L11")), colour=1)
        assert check(records[second.room]) == []
        explored = await said(stack, tmp_path, "explore", server.url, "K10", "--ruleset", "pente-casual")
        assert "1 game;" in explored[0]
        # and may go on from there without the server
        words = ("local", "--json", "--from", f"{first.room}#3")
        here = JsonProcess(*words, state=tmp_path, PENTE_URL=server.url)
        assert (await (await stack.enter_async_context(here)).until("room"))["to_act"] == 1


async def said(stack: AsyncExitStack, state: Path, *arguments: str) -> list[str]:
    """What a command prints."""
    command = await stack.enter_async_context(Process(*arguments, state=state))
    assert await command.ended() == 0
    return list(command.said)


async def test_a_handicap_outlasts_a_kill_a_takeback_and_a_rematch(server: ServerProcess) -> None:
    async with Client(server.url, retry_first=PATIENCE) as ann, Client(server.url) as bob:
        # given a game in which ann has given two stones, time and a pair
        spec = {"base": "pente", "goals": [8, 10]}
        room = await ann.create(spec, "5+3,2+0", seat=1, setup=GIVEN, keeps_seats=True)
        await bob.act(room, cmd.Join())
        await until(lambda: is_my_turn(ann, room))
        # when the server is killed under it, and a move is taken back
        await server.kill()
        await server.start()
        await until(lambda: ann.is_connected and bob.is_connected)
        await ann.act(room, cmd.Play(Point(0)))
        await until(lambda: is_my_turn(bob, room))
        await ann.act(room, cmd.Offer(OfferKind.TAKEBACK))
        await until(lambda: bool(bob.rooms[room].room.offers))
        await bob.act(room, cmd.Accept(OfferKind.TAKEBACK))
        # then the game stands as it began
        for client in (ann, bob):
            await until(lambda client=client: is_my_turn(ann, room) and not turns(client, room))  # type: ignore[misc]
            assert client.rooms[room].room.game.position == GIVEN.position(ann.rooms[room].room.game.rules)
            assert client.rooms[room].room.clock.remaining == (300_000, 120_000)
        # and the next game gives the same to the same player
        await ann.act(room, cmd.Resign())
        await until(lambda: bob.rooms[room].room.status is ev.Status.FINISHED)
        await bob.act(room, cmd.Offer(OfferKind.REMATCH))
        await until(lambda: bool(ann.rooms[room].room.offers))
        await ann.act(room, cmd.Accept(OfferKind.REMATCH))
        await until(lambda: bool(bob.rooms[room].room.sequel))
        sequel = bob.rooms[room].room.sequel
        await bob.watch(sequel)
        following: Room = bob.rooms[sequel].room
        assert [player and player.id for player in following.seats] == [bob.me.id, ann.me.id]
        assert (following.created.setup, following.created.ruleset.goals) == (GIVEN, (8, 10))
        assert following.clock.remaining[1] == 120_000
        assert following.created.ruleset.even == RULESETS["pente"]


def is_my_turn(client: Client, room: RoomId) -> bool:
    return room in client.rooms and client.rooms[room].is_my_turn


def turns(client: Client, room: RoomId) -> int:
    return len(client.rooms[room].room.game.turns)


async def test_a_bot_plays_from_a_position_with_a_handicap(server: ServerProcess, tmp_path: Path) -> None:
    bot = Process("bot", server.url, "--player", "priorities", "--name", "prior", state=tmp_path / "bot")
    async with bot, Client(server.url) as ann:
        await bot.line_with("plays at")
        four = Setup((at("K10", "L10", "M10", "N10"), at("A1", "B5", "C9")), (6, 0), colour=1)
        spec = {"base": "pente", "goals": [8, 10]}
        room = await ann.create(spec, "5+3,2+0", seat=1, invite=["prior"], setup=four)
        await until(lambda: is_my_turn(ann, room))
        await ann.act(room, cmd.Play(Point(100)))
        await until(lambda: ann.rooms[room].room.status is ev.Status.FINISHED)
        outcome = ann.rooms[room].room.game.outcome
        assert outcome is not None
        assert outcome.winners == (0,)
