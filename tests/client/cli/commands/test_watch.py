import json

import pytest

from pente_client.stream import room_follower
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.messages.rooms import Act, Dismissed, Unwatch, Watch
from pente_protocol.messages.tv import Featured, Follow
from tests.client.conftest import Start
from tests.support.client.cli_program import types_of
from tests.support.client.scripted_room import ANN, BOB, EVE, ROOM, ServerRoom, playing
from tests.support.client.scripted_server import Peer, no, ok, scripted
from tests.support.waiting import until

SECOND = RoomId("room-0002")


async def shown(peer: Peer, table: ServerRoom) -> None:
    """Show the table that the client asks for next."""
    request = await peer.expect(Watch)
    assert request.room == table.id
    await peer.send(table.synced(), ok(request, room=table.id))


async def test_one_room_to_its_end(start: Start) -> None:
    table = playing("K10")
    async with scripted() as server:
        program = start("watch", server.url, ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await shown(peer, table)
        program.type("/watchers what a move", "'hello", "A1", "/resign")
        for said in (cmd.Say("what a move", ev.ChatAudience.WATCHERS), cmd.Say("hello")):
            request = await peer.expect(Act)
            assert request.command == said
            await peer.send(*table.do(said, EVE), ok(request))
        await peer.send(*table.play("A1"), *table.do(cmd.Resign(), ANN))
        assert await program.ended() == 0
    assert "<eve> (to viewers) what a move\n<eve> hello\n" in program.said
    assert program.said.count("Not done: You only watch here. To play: pente play\n") == 2
    assert program.said.endswith("Result: 0-1 (resignation)\n")


async def test_a_viewer_looks_back_in_a_running_game_and_tries_moves_alone(start: Start) -> None:
    table = playing("K10", "A1")
    async with scripted() as server:
        program = start("watch", server.url, ROOM, "--json")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await shown(peer, table)
        program.type("/back", "/try B2 C3", "/game", "/live")
        await until(lambda: program.said.count('"t":"view"') == 4)
        await peer.send(*table.do(cmd.Resign(), ANN))  # nothing else was sent to the server before
        assert await program.ended() == 0
    lines = [json.loads(line) for line in program.said.splitlines()]
    views = [(line["node"], line["tried"], line["moves"]) for line in lines if line["t"] == "view"]
    assert views == [
        (1, [], ["K10"]),
        (1, ["B2", "C3"], ["K10", "B2", "C3"]),
        (1, [], ["K10"]),
        (2, [], ["K10", "A1"]),
    ]


async def test_a_finished_game_is_shown_and_that_is_it(start: Start) -> None:
    table = playing("K10")
    table.do(cmd.Resign(), BOB)
    async with scripted() as server:
        program = start("watch", server.url, ROOM, "--json")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await shown(peer, table)
        assert await program.ended() == 0
    lines = [json.loads(line) for line in program.said.splitlines()]
    assert types_of(lines) == ["connected", "room", "record"]
    assert (lines[1]["status"], lines[1]["result"]) == ("finished", "1-0")


async def test_one_featured_game_after_the_other(start: Start) -> None:
    first, second = playing("K10"), playing("A1", id_=SECOND)
    async with scripted() as server:
        program = start("watch", server.url, "--json")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await peer.send(ok(await peer.expect(Follow)))
        await peer.send(Featured(ROOM))
        await shown(peer, first)
        await peer.send(Featured(SECOND), *first.do(cmd.Resign(), ANN))
        await peer.send(ok(await peer.expect(Unwatch)))
        await shown(peer, second)
        await peer.send(*second.do(cmd.Resign(), BOB))
        await peer.send(ok(await peer.expect(Unwatch)))
        program.type("/quit")
        assert await program.ended() == 0
    lines = [json.loads(line) for line in program.said.splitlines()]
    assert types_of(lines) == [
        *("connected", "notice", "featured", "room", "featured", "finished", "record"),
        *("room", "finished", "record", "notice"),
    ]
    assert [line["room"] for line in lines if line["t"] == "record"] == [ROOM, SECOND]


async def test_a_game_that_goes_dull_makes_way_for_the_next(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_follower, "LINGERS", 0.0)
    async with scripted() as server:
        program = start("watch", server.url, "--plain", "--channel", "bots")
        peer = await server.accept()
        await peer.greet(player=EVE)
        request = await peer.expect(Follow)
        assert request.channel == "bots"
        await peer.send(ok(request, room=ROOM))
        await shown(peer, playing("K10"))
        await peer.send(Featured(SECOND, TvChannel("bots")))
        await peer.send(ok(await peer.expect(Unwatch)))
        await shown(peer, playing("A1", id_=SECOND))
        program.type("/quit")
        assert await program.ended() == 0
    assert "TV moves on to another game.\n" in program.said


async def test_the_next_game_and_another_channel_are_asked_for(start: Start) -> None:
    async with scripted() as server:
        program = start("watch", server.url, "--json")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await peer.send(ok(await peer.expect(Follow), room=ROOM))
        await shown(peer, playing("K10"))
        program.type("/tv next")
        request = await peer.expect(Follow)
        assert (request.channel, request.beside, request.back) == ("best", ROOM, False)
        await peer.send(ok(request, room=SECOND))
        await peer.send(ok(await peer.expect(Unwatch)))
        await shown(peer, playing("A1", id_=SECOND))
        program.type("/tv back", "/tv keryo-pente")
        request = await peer.expect(Follow)
        assert (request.channel, request.beside, request.back) == ("best", SECOND, True)
        await peer.send(ok(request, room=SECOND))
        request = await peer.expect(Follow)
        assert (request.channel, request.beside) == ("keryo-pente", None)
        await peer.send(ok(request))
        await until(lambda: "No game is on in the channel keryo-pente now." in program.said)
        program.type("/quit")
        assert await program.ended() == 0
    lines = [json.loads(line) for line in program.said.splitlines()]
    assert {"t": "featured", "room": SECOND, "channel": "best"}.items() <= next(
        line for line in lines if line["t"] == "featured"
    ).items()


async def test_a_channel_needs_tv(start: Start) -> None:
    program = start("watch", "--channel", "bots", "ws://127.0.0.1:1", ROOM)
    assert await program.ended() == 2
    assert "--channel is for TV" in program.err.getvalue()


async def test_a_room_is_no_tv(start: Start) -> None:
    async with scripted() as server:
        program = start("watch", server.url, ROOM, "--plain")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await shown(peer, playing("K10"))
        program.type("/tv next", "/quit")
        assert await program.ended() == 0
    assert "Not done: This is not TV." in program.said


async def test_one_game_when_asked_for_one(start: Start) -> None:
    table = playing("K10")
    async with scripted() as server:
        program = start("watch", server.url, "--plain", "--once")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await peer.send(ok(await peer.expect(Follow), room=ROOM))
        await shown(peer, table)
        await peer.send(*table.do(cmd.Resign(), BOB))
        await peer.send(ok(await peer.expect(Unwatch)))
        assert await program.ended() == 0


async def test_a_featured_game_that_is_gone_is_passed_over(start: Start) -> None:
    async with scripted() as server:
        program = start("watch", server.url, "--plain")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await peer.send(ok(await peer.expect(Follow), room=ROOM))
        await peer.send(no(await peer.expect(Watch), "unknown-room"), Featured(SECOND))
        await shown(peer, playing(id_=SECOND))
        program.type("/quit")
        assert await program.ended() == 0
    assert "No game is on. The next one will be shown here.\n" in program.said


async def test_a_featured_game_that_can_no_longer_be_watched_makes_way_for_the_next(start: Start) -> None:
    async with scripted() as server:
        program = start("watch", server.url, "--json")
        peer = await server.accept()
        await peer.greet(player=EVE)
        await peer.send(ok(await peer.expect(Follow), room=ROOM))
        await shown(peer, playing(id_=ROOM))
        await until(lambda: '"t":"room"' in program.said)
        await peer.send(Dismissed(ROOM, "not-invited", "only invited people may watch"), Featured(SECOND))
        await shown(peer, playing(id_=SECOND))
        program.type("/quit")
        assert await program.ended() == 0
    lines = [json.loads(line) for line in program.said.splitlines()]
    assert types_of(lines)[:5] == ["connected", "room", "sent-away", "notice", "featured"]


async def test_a_room_alone_is_taken_for_one(start: Start) -> None:
    program = start("watch", "!")
    assert await program.ended() == 2
    assert "'!' is neither a room id nor a join code" in program.err.getvalue()
