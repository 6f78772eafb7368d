"""HTTP shows exactly what a viewer without an account gets over a connection."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from pente_core.identity import RoomId
from pente_core.room import BotPolicy, Options, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.json_codec import encode, unpack
from pente_protocol.messages.archive import Explore, GameFilter, Games, Logs
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.lists import RoomFilter, Rooms
from pente_protocol.messages.people import Leaders, Profile
from pente_protocol.messages.rooms import RoomPresence, Synced, Unwatch, Watch
from pente_server.access.access_control import AccessControl, AllowList
from tests.server.net.http.api.reading import EMPTY, filed, play_in_turn, read
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served, peers, serving

HIDDEN = {
    "private": Options(bots=BotPolicy.ANYBODY, private=True),
    "restricted": Options(bots=BotPolicy.ANYBODY, watch=WatchPolicy.INVITED),
}
SHOWN = {
    "public": Options(bots=BotPolicy.ANYBODY),
    "delayed": Options(bots=BotPolicy.ANYBODY, viewer_delay=ViewerDelay(moves=2)),
    "much later": Options(bots=BotPolicy.ANYBODY, viewer_delay=ViewerDelay(seconds=600)),
}


async def games_of_all_kinds(alice: Peer, bob: Peer) -> dict[str, RoomId]:
    """A game with three moves in each kind of room."""
    rooms = {}
    for name, options in (HIDDEN | SHOWN).items():
        rooms[name] = room = await alice.create("freestyle", "-", options=options)
        await bob.act(room, cmd.Join())
        await play_in_turn(room, (alice, bob), 180, 0, 1)
        await alice.act(room, cmd.Say("good luck"))
    return rooms


async def assert_same(served: Served, viewer: Peer, path: str, message: type, **fields: Any) -> Any:
    """What HTTP says to a path is what the viewer gets to a message; returns it."""
    reply = await viewer._answer(message, **fields)
    status, read_ = await read(served, path)
    if isinstance(reply, Error):
        assert (status >= 400, read_["error"], read_["text"]) == (True, reply.code, reply.text)
        return None
    wire = unpack(encode(reply))
    del wire["id"]
    assert (status, read_) == (200, wire["logs"][0] if "logs" in wire else wire)
    return read_


async def assert_same_room(served: Served, viewer: Peer, room: RoomId) -> Any:
    """What HTTP says of a room is what a viewer gets who watches it, before and meanwhile; returns it."""
    status, first = await read(served, f"/api/rooms/{room}")
    reply = await viewer._answer(Watch, room=room)
    if isinstance(reply, Error):
        assert (status, first) == (403, {"error": reply.code, "text": reply.text})
        return None
    synced = await viewer.heard(Synced, lambda message: message.room == room)
    here = await viewer.heard(RoomPresence, lambda message: message.room == room)
    wire = {**unpack(encode(synced)), "presence": unpack(encode(here))}
    assert await read(served, f"/api/rooms/{room}") == (200, wire)
    await viewer.ok(Unwatch, room=room)
    wire["presence"]["viewers"] -= 1
    assert (status, first) == (200, wire)
    return first


async def assert_all_same(served: Served, viewer: Peer, rooms: dict[str, RoomId]) -> None:
    shown = {name: await assert_same_room(served, viewer, room) for name, room in rooms.items()}
    assert {name for name, room in shown.items() if room is None} == set(HIDDEN)
    await assert_same(served, viewer, "/api/rooms", Rooms)
    await assert_same(
        served,
        viewer,
        "/api/rooms?player=alice&present=true",
        Rooms,
        which=RoomFilter(player="alice", present=True),
    )
    await assert_same(served, viewer, "/api/games", Games)
    await assert_same(served, viewer, "/api/games?player=BOB", Games, which=GameFilter(player="bob"))
    for room in rooms.values():
        await assert_same(served, viewer, f"/api/games/{room}", Logs, rooms=(room,))
        await assert_same(served, viewer, f"/api/games/{room}?after=2", Logs, rooms=(room,), after=2)
    await assert_same(served, viewer, "/api/players/Alice", Profile, player="Alice")
    await assert_same(
        served, viewer, "/api/players/alice?against=bob", Profile, player="alice", against="bob"
    )
    await assert_same(served, viewer, "/api/players/anonymous", Profile, player="anonymous")
    await assert_same(served, viewer, "/api/leaders?ruleset=freestyle", Leaders, ruleset="freestyle")
    await assert_same(served, viewer, f"/api/explore?position={EMPTY}", Explore, position=unquote(EMPTY))


async def test_rooms_of_all_kinds_while_they_are_played_and_afterwards(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol), Peer(served.url) as viewer:
        await viewer.told(Welcome, Hello, client="test", watch_only=True)
        rooms = await games_of_all_kinds(alice, bob)
        await carol.ok(Watch, room=rooms["public"])
        await carol.act(rooms["public"], cmd.Say("alice is lost", ev.ChatAudience.WATCHERS))
        await assert_all_same(served, viewer, rooms)
        listed = {
            row["room"]["id"]: row["activity"] for row in (await read(served, "/api/rooms"))[1]["rooms"]
        }
        assert rooms["private"] not in listed
        assert {name: listed[room].get("ply", 0) for name, room in rooms.items() if room in listed} == {
            "restricted": 0,
            "public": 3,
            "delayed": 0,
            "much later": 0,
        }

        for room in rooms.values():
            await bob.act(room, cmd.Resign())
        await filed(served, rooms["much later"])
        await assert_all_same(served, viewer, rooms)
        for suffix in ("", ".sgf", ".pgn"):
            answers = {
                name: (await exchange(served, get(f"/api/games/{room}{suffix}")))[0]
                for name, room in rooms.items()
            }
            assert (answers["public"], answers["delayed"]) == (200, 200)
            assert {answers[name] for name in (*HIDDEN, "much later")} == {404}


@pytest.mark.parametrize("closed_by", ["password", "list"])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/rooms",
        "/rooms?x=1",
        "/rooms/abcdefgh",
        "/explore",
        "/games",
        "/games/abcdefgh.sgf",
        "/players/alice",
        "/leaders",
        "/x",
    ],
)
async def test_a_closed_server_says_nothing(tmp_path: Path, closed_by: str, path: str) -> None:
    allowed = tmp_path / "allowed"
    allowed.write_text("alice\n")
    access = AccessControl("secret") if closed_by == "password" else AccessControl("", AllowList(allowed))
    async with serving(access_control=access) as served:
        status, said = await read(served, f"/api{path}")
    text = "This server admits no viewers without an account. Sign in to watch."
    assert (status, said) == (403, {"error": "account-needed", "text": text})
