import json
import re
from typing import Any

import pytest

from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Reason, Refused
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Act, Create, RoomPresence, Watch
from tests.client.conftest import Start
from tests.support.client.cli_program import Program, types_of
from tests.support.client.scripted_room import ANN, BOB, ROOM, ServerRoom, playing
from tests.support.client.scripted_server import Peer, ScriptedServer, no, ok, scripted, welcome
from tests.support.games.checkpoints import checkpoint


def lines_of(program: Program) -> list[dict[str, Any]]:
    return [json.loads(line) for line in program.said.splitlines()]


async def resumed(server: ScriptedServer, table: ServerRoom) -> Peer:
    """Welcome a player who has a seat at a table, and show it."""
    peer = await server.accept()
    await peer.greet(rooms=(table.summary(),))
    request = await peer.expect(Watch)
    assert request.room == table.id
    await peer.send(table.synced(), ok(request, room=table.id, version=table.room.version))
    return peer


async def answered(peer: Peer, table: ServerRoom, by: Identity = ANN) -> Act:
    """Let the table carry out what the client asks next."""
    request = await peer.expect(Act)
    await peer.send(*table.do(request.command, by), ok(request, version=table.room.version))
    return request


# -- which table -----------------------------------------------------------------------------------------


async def test_an_own_game_is_taken_up_again(start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        await resumed(server, playing("K10"))
        program.type("/quit")
        assert await program.ended() == 0
        assert "Connected as ann.\nRoom room-0001: pente-casual, 19x19" in program.said
        assert "\nbob's turn, 5:00 left.\n" in program.said


async def test_a_free_seat_is_taken(start: Start) -> None:
    other = ServerRoom({"base": "pente", "size": 13}, id_=RoomId("room-0002"))
    async with scripted() as server:
        program = start("play", server.url, "--plain", "--ruleset", "pente-casual")
        peer = await server.accept()
        await peer.greet(player=BOB)
        table = ServerRoom()
        await peer.send(ok(await peer.expect(Rooms), rooms=(other.summary(), table.summary())))
        request = await peer.expect(Act)
        assert (request.room, request.command) == (ROOM, cmd.Join())
        table.do(cmd.Join(), BOB)
        await peer.send(table.synced(), ok(request, room=ROOM, version=4))
        program.type("/quit")
        assert await program.ended() == 0
        assert "\nann's turn, 5:00 left.\n" in program.said


async def test_an_invitation_comes_before_a_free_seat(start: Start) -> None:
    table = ServerRoom()
    invited = replace(ServerRoom(id_=RoomId("room-0002")).summary(), invited=(BOB,))
    async with scripted() as server:
        program = start("play", server.url, "--json")
        peer = await server.accept()
        await peer.greet(player=BOB, rooms=(invited,))
        await peer.send(ok(await peer.expect(Rooms), rooms=(table.summary(),)))
        request = await peer.expect(Act)
        assert request.room == "room-0002"
        await peer.send(no(request, "room-full", "all seats are taken"))
        assert (await peer.expect(Act)).room == ROOM
        await peer.close(4500, "enough")
        assert await program.ended() == 1
        assert program.err.getvalue() == "pente play: the server closed the connection for good: enough\n"


@pytest.mark.parametrize("is_usual_here", [False, True])
async def test_without_any_a_room_is_opened(
    is_usual_here: bool, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ServerRoom()
    async with scripted() as server:
        if is_usual_here:
            monkeypatch.setenv("PENTE_URL", server.url)
        program = start("play", *([] if is_usual_here else [server.url]), "--plain")
        peer = await server.accept()
        await peer.greet()
        await peer.send(ok(await peer.expect(Rooms)))
        request = await peer.expect(Create)
        assert (request.ruleset, request.time) == ("pente", "10+5")
        assert (request.seat, request.invite) == (None, ())
        await peer.send(*table.happened(), ok(request, room=ROOM, version=2))
        program.type("/leave")
        await answered(peer, table)
        assert await program.ended() == 1
        assert (
            f"Waiting for another player. To join:\npente play {server.url} --room room-0001" in program.said
        )
        assert "ann leaves.\n" in program.said
        assert program.said.endswith("The room is closed: everybody left.\n")


async def test_a_challenge_carries_the_wishes(start: Start) -> None:
    async with scripted() as server:
        program = start(
            "play", server.url, "--against", "bob", "--ruleset", "freestyle", "--size", "13", "--line", "4",
            "--no-captures", "--time", "-", "--seat", "1",
        )  # fmt: skip
        peer = await server.accept()
        await peer.greet()
        request = await peer.expect(Create)
        assert request.ruleset == {"base": "freestyle", "size": 13, "line": 4}
        assert (request.time, request.seat, request.invite) == ("-", 1, ("bob",))
        await peer.send(no(request, "unknown-player", "nobody is called bob"))
        assert await program.ended() == 4


async def test_a_challenge_to_who_has_challenged_us_is_an_acceptance(start: Start) -> None:
    table = ServerRoom()
    invitation = replace(table.summary(), invited=(BOB,))
    async with scripted() as server:
        program = start("play", server.url, "--against", "ANN", "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB, rooms=(invitation,))
        request = await peer.expect(Act)
        assert (request.room, request.command) == (ROOM, cmd.Join())
        table.do(cmd.Join(), BOB)
        await peer.send(table.synced(), ok(request, version=4))
        program.type("/quit")
        assert await program.ended() == 0


async def test_a_seat_that_can_not_be_taken_is_not_offered(start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url, "--seat", "0")
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(ok(await peer.expect(Rooms), rooms=(ServerRoom().summary(),)))  # seat 0 is Ann's
        assert (await peer.expect(Create)).seat == 0
        await peer.close(4500)
        assert await program.ended() == 1


async def test_a_refusal_that_has_nothing_to_do_with_seats_ends_it(start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url)
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(ok(await peer.expect(Rooms), rooms=(ServerRoom().summary(),)))
        await peer.send(no(await peer.expect(Act), "too-many", "you have too many games"))
        assert await program.ended() == 4


async def test_a_room_by_name_is_entered(start: Start) -> None:
    table = ServerRoom()
    async with scripted() as server:
        program = start("play", server.url, "--room", ROOM, "--seat", "1", "--plain")
        peer = await server.accept()
        await peer.greet(player=BOB)
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        request = await answered(peer, table, by=BOB)
        assert request.command == cmd.Join(1)
        program.type("/quit")
        assert await program.ended() == 0
        assert "bob joins as black.\nThe game begins: ann (white) against bob (black)" in program.said


async def test_a_room_that_is_full_is_refused(start: Start) -> None:
    stranger = Identity(PlayerId("c" * 32), "cat")
    async with scripted() as server:
        program = start("play", server.url, "--room", ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=stranger)
        await peer.send(playing().synced(), ok(await peer.expect(Watch)))
        await peer.send(no(await peer.expect(Act), "room-full", "all seats are taken; you may watch"))
        assert await program.ended() == 4
        assert program.err.getvalue() == "pente play: all seats are taken; you may watch\n"


# -- the game --------------------------------------------------------------------------------------------


async def test_a_whole_game_as_text(start: Start) -> None:
    table = playing("A1", "B1", "K10", "C1")
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        peer = await resumed(server, table)
        program.type("D1")
        assert (await answered(peer, table)).command == cmd.Play(Point(3))
        await peer.send(*table.play("T19"))
        program.type("/resign")
        assert (await answered(peer, table)).command == cmd.Resign()
        assert await program.ended() == 0
    said = program.said
    assert "5. ann D1, captures a pair, B1 C1, 1 of 5. bob's turn, 5:04 left.\n" in said
    assert "6. bob T19. Your turn, 5:06 left.\n" in said
    assert said.count("5. ann") == said.count("6. bob") == 1
    assert said.endswith("bob won: ann resigned.\nResult: 0-1 (resignation)\n")
    assert "\x1b" not in said


async def test_a_whole_game_as_json(start: Start) -> None:
    table = playing("A1", "T19", "B1", "S19", "C1", "R19", "D1", "Q19")
    async with scripted() as server:
        program = start("play", server.url, "--json")
        peer = await resumed(server, table)
        program.type("e1")
        await answered(peer, table)
        assert await program.ended() == 0
    lines = lines_of(program)
    assert types_of(lines) == ["connected", "room", "move", "finished", "record"]
    room, move, finished, record = lines[1:]
    assert (room["me"], room["to_act"], room["ply"], room["moves"][-1]) == (0, 0, 8, "Q19")
    assert [seat["player"]["name"] for seat in room["seats"]] == ["ann", "bob"]
    assert (move["ply"], move["seat"], move["colour"], move["point"]) == (9, 0, "white", "E1")
    assert (move["to_act"], move["captured"], len(move["clocks_ms"])) == (None, [], 2)
    assert move["key"] == f"{table.room.game.position.key:016x}"
    assert (finished["result"], finished["termination"], finished["winners"]) == ("1-0", "line", [0])
    assert finished["lines"] == [["A1", "B1", "C1", "D1", "E1"]]
    assert record["moves"] == list(table.room.game.tokens)
    assert (record["players"], record["result"]) == (["ann", "bob"], "1-0")


async def test_what_is_typed_wrongly_or_refused_is_one_sentence_and_the_game_goes_on(start: Start) -> None:
    table = playing()
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        peer = await resumed(server, table)
        program.type("", "nonsense", "/nonsense", "/say", "A1")
        await peer.send(no(await peer.expect(Act), "occupied", "there is a stone already"))
        program.type("swap", "K10", "/say hi\x1b[2J there")
        assert (await peer.expect(Act)).command == cmd.Play(
            parse_point("K10", 19)
        )  # the swap is not sent at all
        peer.kill()
        peer = await server.accept()
        await peer.greet()
        again = await peer.expect(Act)
        await peer.send(no(again, "paused", "not while it is paused"))
        assert (await answered(peer, table)).command == cmd.Say("hi[2J there")
        program.type("/board", "/moves", "/help", "/quit")
        assert await program.ended() == 0
    said = program.said
    assert "Not done: Not a move. Type K10 to play, or 'nonsense to chat.\n" in said
    assert "Not done: There is no command /nonsense. /help lists them all.\n" in said
    assert "Not done: Type a message of 1 to 200 characters.\n" in said
    assert "Not done: There is a stone already.\n" in said
    assert f"Not done: {Refused(Reason.NO_CHOICE_DUE)}\n" in said
    assert "Not done: Not while it is paused.\n" in said
    assert "Connection lost: the connection broke. Trying again.\nConnected again.\n" in said
    assert "<ann> hi[2J there\n" in said
    assert "No moves yet.\n" in said
    assert "/resign, /abort       resign; end the game without a result before the second\n" in said


async def test_the_end_of_the_input_is_not_the_end_of_a_game_in_which_nothing_was_played(
    start: Start,
) -> None:
    table = playing("K10")
    async with scripted() as server:
        program = start("play", server.url, "--json")
        peer = await resumed(server, table)
        program.type("/say hello")
        program.end_of_input()
        await answered(peer, table)
        await peer.send(*table.play("A1"), *table.do(cmd.Resign(), BOB))
        assert await program.ended() == 0
    assert types_of(lines_of(program))[-3:] == ["move", "finished", "record"]


async def test_a_script_is_carried_out_in_order_and_each_move_in_its_turn(start: Start) -> None:
    table = playing()
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        peer = await resumed(server, table)
        program.type("K10", "/moves", "Q10", "/moves")
        program.end_of_input()
        await answered(peer, table)
        await peer.send(*table.play("A1"))
        await answered(peer, table)
        await peer.send(*table.play("B2"))
        assert await program.ended() == 0
    lists = re.findall(r"^ +1\. (.*)$", program.said, re.MULTILINE)
    assert lists[0].startswith("K10")  # A1 may have come meanwhile
    assert lists[1].startswith("K10 A1 Q10")
    assert "Not done" not in program.said
    assert program.said.endswith(f"pente play {server.url} --room {ROOM}\n")


@pytest.mark.parametrize("form", ["--plain", "--json"])
async def test_what_a_script_could_not_play_in_time_is_named(start: Start, form: str) -> None:
    table = playing()
    async with scripted() as server:
        program = start("play", server.url, form, "--wait", "0.2")
        peer = await resumed(server, table)
        program.type("K10", "Q10", "/moves", "Q4")
        program.end_of_input()
        await answered(peer, table)
        assert await program.ended() == 1
    assert "so this was left out: Q10, /moves, Q4." in " ".join(program.said.split())


async def test_a_script_without_a_reply_in_time_says_so(start: Start) -> None:
    table = playing()
    async with scripted() as server:
        program = start("play", server.url, "--plain", "--wait", "0")
        peer = await resumed(server, table)
        program.type("K10")
        program.end_of_input()
        await answered(peer, table)
        assert await program.ended() == 1
    assert "Not done: No reply to your last move has come yet;" in " ".join(program.said.split())


async def test_a_break_shows_every_move_once(start: Start) -> None:
    table = playing("K10", "A1")
    async with scripted() as server:
        program = start("play", server.url, "--json")
        peer = await resumed(server, table)
        await peer.send(*table.play("B2"))
        known = table.room.version
        await server.stop()
        table.play("C3", "D4")
        await server.start()
        peer = await server.accept()
        hello = await peer.expect(Hello)
        assert hello.rooms == {ROOM: checkpoint(ROOM, known)}
        # then as a snapshot, as after a long absence
        await peer.send(table.synced(), welcome(hello, rooms=(table.summary(),)))
        await peer.send(*table.play("E5"), *table.do(cmd.Resign(), ANN))
        assert await program.ended() == 0
    lines = lines_of(program)
    assert [line["point"] for line in lines if line["t"] == "move"] == ["B2", "C3", "D4", "E5"]
    assert types_of(lines).count("room") == 1
    kinds = [line["t"] for line in lines if line["t"] in {"connected", "disconnected"}]
    assert kinds[0] == kinds[-1] == "connected"
    assert "disconnected" in kinds


async def test_who_is_away_and_what_a_hostile_server_calls_them(start: Start) -> None:
    table = playing()
    mallory = Identity(PlayerId("d" * 32), "mal\x1b]0;owned\x07\nResult: 1-0")
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        peer = await resumed(server, table)
        await peer.send(RoomPresence(ROOM, (True, False), 1), RoomPresence(ROOM, (True, True), 1))
        await peer.send(*table.do(cmd.Say("hi"), mallory))
        await peer.send(*table.do(cmd.Resign(), BOB))
        assert await program.ended() == 0
    assert "bob is away.\nbob is back.\n" in program.said
    assert "<mal_0_owned_Result_> hi\n" in program.said
    assert program.said.count("Result: ") == 1
    assert "\x1b" not in program.said


async def test_letters_for_those_who_want_them(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PENTE_ASCII", "1")
    async with scripted() as server:
        program = start("play", server.url, "--boards")
        await resumed(server, playing("K10"))
        program.type("/quit")
        assert await program.ended() == 0
    assert program.said.isascii()
    assert "(X)" in program.said


# -- what can go wrong -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ruleset", "chess"], "there is no ruleset 'chess'"),
        (["--ruleset", "{"], "not valid JSON"),
        (["--size", "2"], "size must be from 3 to 25"),
        (["--time", "soon"], "is not a time control"),
        (["--name", "x"], "a name must have 2 to 20"),
        (["--room", "!"], "is not a room id"),
        (["--wait", "long"], "not a number of seconds"),
        (["--new", "--against", "bob"], "not allowed with"),
    ],
)
async def test_wrong_options_are_told_with_status_2(start: Start, arguments: list[str], words: str) -> None:
    program = start("play", *arguments)
    assert await program.ended() == 2
    assert words in program.err.getvalue()
    assert "Traceback" not in program.err.getvalue()


async def test_nobody_there_is_status_3(start: Start) -> None:
    async with scripted() as server:
        await server.stop()
        program = start("play", server.url, "--plain")
        assert await program.ended() == 3
    assert program.err.getvalue() == (
        f"pente play: nothing answers at {server.url}; is the server running? Start one with: pente serve\n"
    )


async def test_a_refusal_is_status_4(start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url, "--name", "ann", "--plain")
        peer = await server.accept()
        await peer.send(
            no(await peer.expect(Hello), "name-taken", "ann is taken; choose another with --name")
        )
        assert await program.ended() == 4
    assert program.err.getvalue() == "pente play: ann is taken; choose another with --name\n"


async def test_a_connection_that_is_over_is_status_1(start: Start) -> None:
    async with scripted() as server:
        program = start("play", server.url, "--json")
        peer = await resumed(server, playing())
        await peer.close(4501)
        assert await program.ended() == 1
    assert types_of(lines_of(program))[-1] == "ended"
    assert "pente play: the server closed the connection for good" in program.err.getvalue()
