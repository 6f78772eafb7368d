"""Viewers without an account watch public games, and find games and players; for the rest they sign in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from pente_core.room import Options, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages import ClientMessage
from pente_protocol.messages.archive import Explore, GameList, Games, LogList, Logs
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.messages.lists import Browse, LobbyUpdate, Online, OnlineList, RoomList, Rooms
from pente_protocol.messages.people import (
    Block,
    Blocked,
    DeleteAccount,
    LeaderList,
    Leaders,
    PersonalData,
    Profile,
    ProfileFound,
    Rename,
    Unblock,
)
from pente_protocol.messages.rooms import Act, Create, Dismissed, RoomPresence, Synced, Watch, Watching
from pente_protocol.messages.tv import Follow, Following
from pente_server.access.access_control import AccessControl, AllowList
from tests.support.peer import Peer, Served, a_command, a_game, creating, peers, play, serving

HELLO: dict[str, Any] = {"client": "test", "watch_only": True}


@asynccontextmanager
async def viewer(served: Served, **fields: Any) -> AsyncIterator[tuple[Peer, Welcome]]:
    """A viewer without an account, who was let in."""
    async with Peer(served.url) as peer:
        yield peer, await peer.told(Welcome, Hello, **{**HELLO, **fields})


async def refused(served: Served, **fields: Any) -> tuple[Error, int]:
    """The error and the close code that such a hello gets."""
    async with Peer(served.url) as peer:
        error = await peer.told(Error, Hello, **{**HELLO, **fields})
        return error, (await peer.closed())[0]


async def test_a_public_game_is_watched(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), viewer(served) as (guest, welcome):
        room = await a_game(alice, bob)
        await guest.told(Watching, Watch, room=room)
        await guest.heard(Synced)
        await play(alice, room, 180)
        await guest.happened(ev.Moved)
        seen = await alice.heard(RoomPresence, lambda m: m.viewers == 1)
        assert seen.viewer_names == ()
        assert welcome.player.name == "anonymous"
        assert (welcome.rooms, welcome.blocked) == ((), ())


async def test_rooms_are_resumed(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        async with viewer(served, rooms={room: 0}) as (guest, _):
            await guest.heard(Synced)


async def test_they_are_nobody_who_is_online(served: Served) -> None:
    async with peers(served.url, "alice") as (alice,), viewer(served), viewer(served) as (guest, welcome):
        online = (await guest.told(OnlineList, Online)).players
        assert [row.player.name for row in online] == ["alice"]
        assert (await alice.told(Error, Profile, player="anonymous")).code == ErrorCode.UNKNOWN_PLAYER
        await alice.told(RoomList, Browse)
        await alice.create()
        assert (await alice.heard(LobbyUpdate)).players_online == 1
        assert await served.node.store.accounts.account(welcome.player.id) is None


async def test_two_of_them_are_two(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), viewer(served) as (one, _):
        room = await a_game(alice, bob)
        await one.told(Watching, Watch, room=room)
        async with viewer(served) as (other, _):
            await other.told(Watching, Watch, room=room)
            await alice.heard(RoomPresence, lambda m: m.viewers == 2)
        await alice.heard(RoomPresence, lambda m: m.viewers == 1)


async def test_they_look_around(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), viewer(served) as (guest, _):
        room = await a_game(alice, bob)
        assert [one.room.id for one in (await guest.told(RoomList, Rooms)).rooms] == [room]
        await guest.told(RoomList, Browse)
        await guest.told(Following, Follow)
        await guest.told(GameList, Games)
        await guest.told(LeaderList, Leaders)
        assert (await guest.told(ProfileFound, Profile, player="alice")).player == alice.welcome.player
        assert (await guest.told(Error, Logs, rooms=(room,))).code == ErrorCode.UNKNOWN_ROOM
        assert (await guest.told(Error, Explore, position="nonsense")).code == ErrorCode.BAD_POSITION


REFUSED: list[tuple[type, dict[str, Any]]] = [
    (Create, creating()),
    (Act, {"command_id": a_command(), "command": cmd.Join()}),
    (Act, {"command_id": a_command(), "command": cmd.Say("hello")}),
    (Rename, {"name": "somebody"}),
    (Block, {"player": "alice"}),
    (Unblock, {"player": "alice"}),
    (Blocked, {}),
    (PersonalData, {}),
    (DeleteAccount, {"name": "anonymous"}),
]


@pytest.mark.parametrize(("request_", "fields"), REFUSED)
async def test_everything_else_needs_an_account(
    served: Served, request_: type[ClientMessage], fields: dict[str, Any]
) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), viewer(served) as (guest, _):
        room = await a_game(alice, bob)
        error = await guest.told(Error, request_, **fields, **({"room": room} if request_ is Act else {}))
        assert (error.code, error.text) == (
            ErrorCode.ACCOUNT_NEEDED,
            "You watch without an account. Connect with a name to do this.",
        )


@pytest.mark.parametrize(
    ("options", "password"),
    [(Options(private=True), ""), (Options(watch=WatchPolicy.INVITED), ""), (Options(), "sesame")],
    ids=["private", "invited only", "with a password"],
)
async def test_a_room_that_is_not_public_is_not_shown(
    served: Served, options: Options, password: str
) -> None:
    async with peers(served.url, "alice") as (alice,), viewer(served) as (guest, _):
        room = await alice.create(options=options, password=password)
        for given in ("", "sesame"):
            error = await guest.told(Error, Watch, room=room, password=given)
            assert error.code == ErrorCode.ACCOUNT_NEEDED
        async with viewer(served, rooms={room: 0}, passwords={room: "sesame"}) as (other, _):
            assert (await other.heard(Dismissed)).code == ErrorCode.ACCOUNT_NEEDED
            assert not [message for message in other.said if isinstance(message, Synced)]


async def test_a_host_ends_watching_for_them_too(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), viewer(served) as (guest, _):
        room = await a_game(alice, bob)
        await guest.told(Watching, Watch, room=room)
        await alice.act(room, cmd.SetWatchPolicy(WatchPolicy.INVITED))
        await guest.heard(Dismissed)


async def test_without_an_account_a_connection_only_watches(served: Served) -> None:
    error, code = await refused(served, watch_only=False)
    assert (error.code, error.at) == (ErrorCode.BAD_MESSAGE, "/watch_only")
    assert code == CloseCode.BAD_MESSAGE


@pytest.mark.parametrize("kind", ["password", "list"])
async def test_they_pass_no_password_and_no_list(tmp_path: Path, kind: str) -> None:
    (tmp_path / "list").write_text("alice\nanonymous\n")
    allowed = AllowList(tmp_path / "list") if kind == "list" else None
    access = AccessControl("sesame" if kind == "password" else "", allowed)
    async with serving(access_control=access) as served:
        async with Peer(served.url) as peer:
            assert "anonymous-viewers" not in (await peer.heard(Greeting)).features
        error, code = await refused(served, password="sesame")
        assert (error.code, code) == (ErrorCode.ACCOUNT_NEEDED, CloseCode.REFUSED_HELLO)
        access.set_password("")
        access.set_allowed(None)
        async with viewer(served) as (guest, _):
            assert "anonymous-viewers" in (await guest.heard(Greeting)).features


async def test_finished_games_are_read_unless_private(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), viewer(served) as (guest, _):
        shown = await a_game(alice, bob)
        hidden = await alice.create(options=Options(private=True), invite=("bob",))
        await bob.act(hidden, cmd.Join())
        for room in (shown, hidden):
            await alice.act(room, cmd.Resign())
        assert (await guest.told(LogList, Logs, rooms=(shown,))).logs[0].complete
        assert (await guest.told(Error, Logs, rooms=(hidden,))).code == ErrorCode.UNKNOWN_ROOM
