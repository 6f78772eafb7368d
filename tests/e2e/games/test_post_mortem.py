"""A finished game that players and viewers look at together, through kills, and as a record afterwards."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pente_client.connection import Client
from pente_core.identity import RoomId
from pente_core.records import Comment, RecordVariation, read_sgf
from pente_core.room import Analysis
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from pente_protocol.logs.json_lines import scan_logs
from tests.support.processes import JsonProcess, Process, ServerProcess
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


def at(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


async def finished_game(ann: Client, bob: Client) -> RoomId:
    """A game of two stones that Bob has resigned."""
    room = await ann.create("freestyle", "-", seat=0)
    await bob.act(room, cmd.Join())
    await until(lambda: ann.rooms[room].is_my_turn)
    await ann.act(room, cmd.Play(at("K10")[0]))
    await until(lambda: bob.rooms[room].is_my_turn)
    await bob.act(room, cmd.Play(at("L10")[0]))
    await bob.act(room, cmd.Resign())
    await until(lambda: ann.rooms[room].room.status is ev.Status.FINISHED)
    return room


def seen_by(client: Client, room: RoomId) -> Analysis:
    return client.rooms[room].room.analysis


async def test_the_same_tree_for_all_after_kills_of_the_server(server: ServerProcess, tmp_path: Path) -> None:
    async with (
        Client(server.url, name="ann", retry_first=PATIENCE) as ann,
        Client(server.url, name="bob") as bob,
        Client(server.url, name="eve") as eve,
    ):
        room = await finished_game(ann, bob)
        await eve.watch(room)
        steps: list[tuple[Client, cmd.PlayerCommand]] = [
            (eve, cmd.AddVariation(1, at("A1", "B1"))),
            (bob, cmd.AddVariation(3, at("C1"))),
            (ann, cmd.AddComment(5, "That was the move!")),
            (bob, cmd.MarkPoints(0, at("K10"))),
            (eve, cmd.AddVariation(2, at("D1"))),
            (eve, cmd.AddComment(6, "spam")),
        ]
        for number, (client, command) in enumerate(steps):
            await client.act(room, command)
            if number % 3 == 2:
                await server.kill()
                await server.start()
        await until(lambda: len(list(seen_by(ann, room).all)) == len(steps))
        await ann.act(room, cmd.RemoveAnnotation(ann.rooms[room].room.version))
        expected = seen_by(ann, room)
        await until(lambda: seen_by(bob, room) == seen_by(eve, room) == expected)

        # who comes late has it all, and sees where the others look
        await bob.look(room, 4, at("C1"))
        async with Client(server.url, name="dan") as dan:
            assert (await dan.watch(room)).room.analysis == expected
            await until(lambda: [look.node for look in dan.rooms[room].looks] == [4])
            await dan.look(room, 2)
            await until(lambda: [look.player.name for look in ann.rooms[room].looks] == ["bob", "dan"])
        await until(lambda: [look.player.name for look in ann.rooms[room].looks] == ["bob"])

        # and so do those who fetch the game later
        async with AsyncExitStack() as stack:
            for form in ("sgf", "jsonl", "pgn"):
                path = str(tmp_path / f"games.{form}")
                arguments = ("games", "export", server.url, "-o", path, "--to", form)
                export = await stack.enter_async_context(Process(*arguments, state=tmp_path))
                assert await export.ended() == 0
        with (tmp_path / "games.sgf").open() as lines:
            records = {dict(record.tags)["Room"]: record for record in read_sgf(lines)}
        assert records[room].comments == (Comment(0, "bob marks K10"),)
        assert records[room].variations == (
            RecordVariation(2, at("D1")),
            RecordVariation(1, at("A1", "B1")),
            RecordVariation(4, at("C1"), (Comment(1, "ann: That was the move!"),)),
        )
        with (tmp_path / "games.jsonl").open() as lines:
            logs = [entry.content for entry in scan_logs(lines)]
        assert any(getattr(log, "room", None) == room for log in logs)
        assert "{Variation: A1 C1 [ann: That was the move!]}" in (tmp_path / "games.pgn").read_text().replace(
            "\n", " "
        )


async def test_programs_look_around_by_lines(server: ServerProcess, homes: Path) -> None:
    async with (
        Client(server.url, retry_first=PATIENCE) as ann,
        Client(server.url) as bob,
        JsonProcess(
            "watch",
            server.url,
            await finished_game(ann, bob),
            "--json",
            "--stay",
            "--name",
            "emma",
            state=homes,
        ) as program,
    ):
        shown = await program.until("room")
        room = RoomId(shown["room"])
        assert shown["analysis"] == {"variations": [], "comments": [], "marks": []}
        await program.type("/goto 1")
        assert (await program.until("view"))["moves"] == ["K10"]
        await program.type("A1")
        tried = await program.until("variation")
        assert (tried["node"], tried["points"], tried["nodes"]) == (1, ["A1"], [3])
        assert (await program.until("view"))["node"] == 3
        await program.type("/comment Why not?")
        assert (await program.until("comment"))["text"] == "Why not?"
        await ann.look(room, 2, at("B2"))
        looks = await program.until("looks", lambda line: len(line["looks"]) == 2)
        name = next(look["player"]["name"] for look in looks["looks"] if look["node"] == 2)
        await program.type(f"/follow {name}")
        assert (await program.until("view"))["node"] == 2
        await ann.look(room, 0)
        assert (await program.until("view"))["node"] == 0
        await program.type("/notes")
        assert [each["text"] for each in (await program.until("analysis"))["comments"]] == ["Why not?"]
        await program.type("/quit")
        assert await program.ended() == 0
