"""Correspondence games between real clients and a real server, which is killed in between."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from pente_client.connection import Client, RequestRejected
from pente_core.identity import RoomId
from pente_core.room import OfferKind, Viewer
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from tests.support.ctrl_c import interrupted
from tests.support.processes import JsonProcess, Process, ServerProcess
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAN = cmd.SetConditions(((Point(1), Point(2), Point(3), Point(4)),))


@asynccontextmanager
async def guests(server: ServerProcess, count: int) -> AsyncIterator[list[Client]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(Client(server.url, retry_first=PATIENCE)) for _ in range(count)
        ]


async def a_game(ann: Client, bob: Client) -> RoomId:
    """Ann has moved; it is Bob's turn."""
    room = await ann.create("freestyle", "3d/move", seat=0)
    await bob.act(room, cmd.Join())
    await until(lambda: ann.rooms[room].room.status is ev.Status.PLAYING)
    await ann.act(room, cmd.Play(Point(0)))
    await until(lambda: bob.rooms[room].is_my_turn)
    return room


async def test_planned_answers_survive_the_death_of_the_server_and_stay_hidden(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await eve.watch(room)
        version = await ann.act(room, PLAN)
        await server.kill()
        await server.start()
        for client in (ann, bob, eve):
            await until(lambda client=client: client.rooms[room].room.version >= version)  # type: ignore[misc]
        await until(lambda: bob.rooms[room].is_my_turn)
        await bob.act(room, cmd.Play(Point(1)))
        for client in (ann, bob, eve):
            await until(lambda client=client: len(client.rooms[room].room.game.turns) == 3)  # type: ignore[misc]
            own = client.rooms[room].room.conditions
            assert bool(own) is (client is ann)
        await bob.act(room, cmd.Play(Point(3)))
        await until(lambda: len(eve.rooms[room].room.game.turns) == 5)
        assert ann.rooms[room].room.clock.remaining[0] == 3 * 24 * 60 * 60 * 1000


async def test_plans_that_the_game_has_overtaken_are_refused(server: ServerProcess) -> None:
    async with guests(server, 2) as (ann, bob):
        room = await a_game(ann, bob)
        await bob.act(room, cmd.Play(Point(9)))
        with pytest.raises(RequestRejected) as caught:
            await ann.act(room, PLAN)
        assert caught.value.code in {"your-turn", "stale"}


async def test_who_comes_later_sees_own_plans_and_no_others(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await ann.act(room, PLAN)
        for client, viewer in ((ann, Viewer.PLAYER), (bob, Viewer.PLAYER), (eve, Viewer.WATCHER)):
            if viewer is Viewer.PLAYER:
                await client.unwatch(room)
            seen = (await client.watch(room)).room
            assert bool(seen.conditions) is (client is ann)


async def test_the_inbox_the_next_game_and_plans_from_the_command_line(
    server: ServerProcess, homes: Path
) -> None:
    state = homes / "inbox"
    who = (server.url, "--name", "anna", "--json")
    async with (
        guests(server, 1) as (bob,),
        JsonProcess("play", *who, "--new", "--time", "3d/move", "--seat", "1", state=state) as play,
    ):
        first = RoomId((await play.until("room"))["room"])
        await bob.act(first, cmd.Join())
        await play.until("started")
        async with Process("inbox", server.url, "--name", "anna", state=state) as nothing:
            assert await nothing.line() == "Nothing waits for you."
            assert await nothing.ended() == 5
        async with JsonProcess("inbox", *who, "--wait", state=state) as waiting:
            await bob.act(first, cmd.Play(Point(180)))
            turn = await waiting.until("turn")
            assert (turn["room"], turn["time"]) == (first, "3d/move")
            assert 0 < turn["left_ms"] <= 3 * 24 * 60 * 60 * 1000
            assert await waiting.ended() == 0
        second = await bob.create("freestyle", "1d/move", seat=0, invite=["anna"])
        async with JsonProcess("inbox", *who, state=state) as both:
            assert [(await both.event())["t"] for _ in range(2)] == ["turn", "invitation"]
        async with JsonProcess("play", *who, "--room", second, state=state) as join:
            await join.until("started")
        await bob.act(second, cmd.Play(Point(0)))
        await play.type("/next")
        assert (await play.until("room"))["room"] == second
        await play.type("/next")
        assert (await play.until("room"))["room"] == first
        await play.type("A1")
        await play.until("move", lambda line: bool(line["point"] == "A1"))
        await play.type("/if B1 C1, B2 C2 B3 C3")
        assert (await play.until("conditions"))["lines"] == [["B1", "C1"], ["B2", "C2", "B3", "C3"]]
        await bob.act(first, cmd.Play(parse_point("B2", 19)))
        assert (await play.until("conditions"))["lines"] == [["B3", "C3"]]
        await bob.act(first, cmd.Offer(OfferKind.DRAW))
        async with Process("inbox", server.url, "--name", "anna", state=state) as offered:
            assert await offered.line() == "Your turn (times are your local time):"
            await offered.line_with(second)
            assert await offered.line() == "Offers to answer:"
            await offered.line_with(first)
            assert await offered.ended() == 0


async def test_the_inbox_has_messages_and_rematches(server: ServerProcess, homes: Path) -> None:
    state = homes / "rematch"
    who = (server.url, "--name", "berta", "--json")
    async with guests(server, 1) as (bob,), Client(server.url, name="carol", retry_first=PATIENCE) as carol:
        async with JsonProcess(
            "play", *who, "--new", "--time", "3d/move", "--seat", "1", state=state
        ) as play:
            room = RoomId((await play.until("room"))["room"])
            await bob.act(room, cmd.Join())
            await play.until("started")
        await bob.act(room, cmd.Resign())
        await bob.act(room, cmd.Offer(OfferKind.REMATCH))
        async with JsonProcess("inbox", *who, "--wait", state=state) as waiting:
            rematch = await waiting.event()
            assert (rematch["t"], rematch["room"], rematch["time"]) == ("rematch", room, "3d/move")
            assert rematch["by"]["name"] == bob.me.name
            assert await waiting.ended() == 0
        async with Process("inbox", server.url, "--name", "berta", state=state) as plain:
            assert await plain.line() == "Rematches to accept or decline:"
            assert room in await plain.line()
        async with JsonProcess("play", *who, "--room", room, "--stay", state=state) as back:
            await back.until("room")
            await back.type("/decline")
            await back.until("rejected")
        async with JsonProcess("inbox", *who, "--wait", state=state) as waiting:
            await carol.write("berta", "Shall we play?")
            message = await waiting.event()
            assert (message["t"], message["text"]) == ("message", "Shall we play?")
            assert await waiting.ended() == 0
        async with Process("inbox", server.url, "--name", "berta", state=state) as plain:
            assert await plain.line() == "New messages:"  # `inbox` does not make them read
            assert "Shall we play?" in await plain.line()
            assert "pente messages" in await plain.line()
            assert await plain.ended() == 0
        async with Process("messages", "--server", server.url, "--name", "berta", state=state) as read:
            assert "Shall we play?" in await read.line()
            assert await read.ended() == 0
        async with Process("inbox", server.url, "--name", "berta", state=state) as plain:
            assert await plain.line() == "Nothing waits for you."


async def test_ctrl_c_ends_waiting_cleanly(server: ServerProcess, homes: Path) -> None:
    for moment in (0.0, 0.5, 1.0):
        words = ("inbox", server.url, "--wait")
        ended = await interrupted(moment, *words, state=homes / f"patient-{moment}")
        assert ended.is_clean, (moment, ended)


async def test_a_vacation_in_a_game_and_one_taken_back_at_once(server: ServerProcess, tmp_path: Path) -> None:
    play = ("play", server.url, "--plain", "--new", "--time", "3d/move", "--name", "tourist")
    async with Process(*play, state=tmp_path) as tourist:
        await tourist.line_with("pente join ")
        await tourist.type("/vacation 7")
        await tourist.line_with("You are on vacation until ")
        await tourist.type("/vacation off")
        await tourist.line_with("You are not on vacation. 20 days are left this year.")
        await tourist.type("/vacation 21")
        await tourist.line_with("Type /vacation DAYS (1 to 20) or off.")
