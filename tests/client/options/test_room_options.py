"""What a room is to be like, as the command line says it, and the passwords of rooms."""

from pathlib import Path

import pytest

from pente_core.room import BotPolicy, ChatPolicy, Options, RatingRange, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.value import replace
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Act, Create, Watch
from tests.client.conftest import Start
from tests.support.client.scripted_room import BOB, EVE, ROOM, ServerRoom
from tests.support.client.scripted_server import no, ok, scripted


async def test_a_new_room_is_opened_as_wished(start: Start, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("open sesame\nand more\n")
    async with scripted() as server:
        program = start(
            "play", server.url, "--new", "--plain", "--rated", "--games", "2", "--private", "--no-takebacks",
            "--ready-check", "--bots", "anybody", "--named-only", "--viewer-delay", "30s",
            "--watch", "invited", "--chat", "players", "--ratings", "1200-1800",
            "--room-password-file", str(secret), "--accepts-rating",
        )  # fmt: skip
        peer = await server.accept()
        await peer.greet()
        request = await peer.expect(Create)
        assert request.password == "open sesame"
        assert request.accepts_rating
        assert request.options == Options(
            rated=True, takebacks=False, watch=WatchPolicy.INVITED, chat=ChatPolicy.PLAYERS, private=True,
            ratings=RatingRange(1200, 1800), ready_check=True, games=2, bots=BotPolicy.ANYBODY,
            named_only=True,
            viewer_delay=ViewerDelay(seconds=30),
        )  # fmt: skip
        await peer.send(no(request, "too-many", "you have too many rooms"))
        assert await program.ended() == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--private"], "--private is for a new room; add --new or --against NAME"),
        (
            ["--room", ROOM, "--ready-check"],
            "--ready-check is for a new room; leave out --ready-check or --room",
        ),
        (["--bots", "anybody"], "--bots is for a new room; add --new or --against NAME"),
        (["--viewer-delay", "3"], "--viewer-delay is for a new room; add --new or --against NAME"),
        (["--new", "--viewer-delay", "2s"], "viewers see a game 1 to 20 moves later, or 5 to 900 seconds"),
        (["--new", "--viewer-delay", "soon"], "a delay is a number of moves, as in 3, or of seconds, as in"),
        (["--room", ROOM, "--named-only"], "--named-only is for a new room"),
        (["--room", ROOM, "--rated"], "--rated is for a new room"),
        (["--new", "--rated", "--time", "-"], "a rated game needs a clock"),
        (["--new", "--rated", "--sides", "3"], "only games with two sides can be rated"),
        (["--against", "bob", "--ratings", "1-2"], "--against leaves no seat for them"),
        (["--new", "--rated", "--private"], "Accept that with --accepts-rating, or play a casual game"),
        (
            ["--new", "--rated", "--watch", "invited"],
            "see its result in the players' ratings",
        ),
        (["--new", "--ratings", "2-1"], "from a lower to a higher number"),
        (["--new", "--ratings", "all"], "is not a range of ratings such as 1200-1800"),
        (["--room-password-file", "x"], "add --room ID or --new"),
        (["--new", "--room-password-file", "/nowhere/x"], "/nowhere/x can't be read: No such file"),
        (["--new", "--room-password"], "No password given for the room"),
        (["--new", "--room-password", "--room-password-file", "x"], "can't be combined; use one"),
    ],
)
async def test_what_does_not_go_together_is_refused_before_connecting(
    start: Start, arguments: list[str], words: str
) -> None:
    program = start("play", "ws://127.0.0.1:1", *arguments, "--plain")
    assert await program.ended() == 2
    assert words in program.err.getvalue()


async def test_an_empty_file_is_no_password(start: Start, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("\n")
    for where in (["play", "--room", ROOM], ["play", "--new"], ["watch", ROOM]):
        program = start(*where, "--room-password-file", str(tmp_path / "empty"), "--plain")
        assert await program.ended() == 2
        assert "must have 1 to 100 characters" in program.err.getvalue()


async def test_a_room_with_a_password_says_where_to_put_it(start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url, "--room", ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(no(await peer.expect(Watch), "password-needed", "this room has a password"))
        assert await program.ended() == 4
    assert "give it with --room-password-file or PENTE_ROOM_PASSWORD" in program.err.getvalue()


async def test_the_password_in_the_environment_opens_the_door(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTE_ROOM_PASSWORD", "open sesame")
    table = ServerRoom()
    async with scripted() as server:
        program = start("play", server.url, "--room", ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB)
        request = await peer.expect(Watch)
        assert request.password == "open sesame"
        await peer.send(table.synced(), ok(request))
        joining = await peer.expect(Act)
        assert joining.command == cmd.Join(None, "open sesame")
        await peer.send(*table.do(cmd.Join(), BOB), ok(joining, version=table.room.version))
        program.type("/quit")
        assert await program.ended() == 0


async def test_who_may_not_watch_a_room_may_sit_down_there(start: Start) -> None:
    table = ServerRoom()
    async with scripted() as server:
        program = start("play", server.url, "--room", ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(no(await peer.expect(Watch), "not-invited", "you have no invitation"))
        joining = await peer.expect(Act)
        assert joining.command == cmd.Join()
        table.do(cmd.Join(), BOB)
        await peer.send(ok(joining, version=table.room.version))
        request = await peer.expect(Watch)
        await peer.send(table.synced(), ok(request))
        program.type("/quit")
        assert await program.ended() == 0
    assert "bob" in program.said


@pytest.mark.parametrize(
    ("code", "words"),
    [("room-full", "you have no invitation"), ("password-needed", "give it with"), ("reserved", "are kept")],
)
async def test_nor_sit_down_there_is_said(code: str, words: str, start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url, "--room", ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(no(await peer.expect(Watch), "not-invited", "you have no invitation"))
        await peer.send(no(await peer.expect(Act), code, "its seats are kept"))
        assert await program.ended() == 4
    assert words in program.err.getvalue()


async def test_a_watcher_tells_the_password_too(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENTE_ROOM_PASSWORD", "wrong")
    async with scripted() as server:
        program = start("watch", server.url, ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=EVE)
        request = await peer.expect(Watch)
        assert request.password == "wrong"
        await peer.send(no(request, "wrong-password", "that is not the password of this room"))
        assert await program.ended() == 4
    assert "that is not the password of this room" in program.err.getvalue()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--stay"], "--stay needs a room"),
        (["--room-password-file", "x"], "--room-password-file needs a room"),
        ([ROOM, "--stay", "--once"], "can't be combined; use one of them"),
    ],
)
async def test_who_watches_says_what(start: Start, arguments: list[str], words: str) -> None:
    program = start("watch", *arguments, "--plain")
    assert await program.ended() == 2
    assert words in program.err.getvalue()


async def test_a_free_seat_is_only_taken_where_no_more_was_decided(start: Start) -> None:
    table = ServerRoom()
    rated, locked, of_set = (
        replace(table.summary(), options=options)
        for options in (Options(rated=True), Options(password_hash="*"), Options(games=2))
    )
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(ok(await peer.expect(Rooms), rooms=(rated, locked, of_set)))
        await peer.send(no(await peer.expect(Create), "too-many", "enough"))
        assert await program.ended() == 4
