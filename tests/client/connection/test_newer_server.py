"""A client at a server that is newer than itself."""

import asyncio
from typing import Any

import pytest

from pente_client.connection import (
    Client,
    ClientStopped,
    Connected,
    Disconnected,
    LobbyChanged,
    Removed,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Timeouts,
)
from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.setup import Setup
from pente_protocol.codec import to_wire
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.archive import Logs
from pente_protocol.messages.lists import ListedRoom, LobbyUpdate, Rooms
from pente_protocol.messages.rooms import Watch
from pente_protocol.spec.invalid_frames import pack
from tests.client.connection.test_client import take, watching
from tests.support.client.newer_server import is_struct, with_keys
from tests.support.client.scripted_room import BOB, ROOM, ServerRoom, playing
from tests.support.client.scripted_server import QUICK, Peer, connected, no, ok, scripted, welcome
from tests.support.games.room_scenario import as_clients_know

SETUP = Setup(((Point(0), Point(1)), (Point(2),)), (0, 2), colour=1)
QUICKLY = Timeouts(**{**{name: getattr(QUICK, name) for name in QUICK.__slots__}, "resync": 0.0})


def wire_of(message: ServerMessage) -> dict[str, Any]:
    return to_wire(message)


def unknown_event(version: int, room: RoomId = ROOM) -> bytes:
    event = {"t": "adjourned", "at": 5, "until": [1]}
    return pack({"t": "happened", "room": room, "version": version, "event": event})


def unreadable(table: ServerRoom, position: str | None = None, **changes: Any) -> bytes:
    """A snapshot by rules that have a key of a later version."""
    wire = wire_of(table.synced())
    wire["snapshot"]["created"]["ruleset"] = {"gravity": True}
    wire["snapshot"] |= changes
    at = format_position(table.room.game.position) if position is None else position
    return pack({**wire, "position": at})


async def test_unknown_keys_from_the_first_message_on() -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        hello: Any = await peer.get()
        await peer.send(pack({"t": "confetti", "id": 1}), pack(with_keys(wire_of(welcome(hello)), is_struct)))
        await entering
        assert client.me.name == "ann"
        await client.close()


async def test_unknown_messages_are_ignored() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        listing = asyncio.ensure_future(client.list_rooms())
        request = await peer.expect(Rooms)
        await peer.send(pack({"t": "confetti"}), pack({"t": "room_tree", "id": request.id, "rooms": 3}))
        await peer.send(ok(request))
        assert await listing == ()


async def test_a_reply_that_can_t_be_read_says_update() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        reading = asyncio.ensure_future(take_logs(client))
        request = await peer.expect(Logs)
        page = {"room": ROOM, "events": [{"t": "adjourned", "at": 5}], "complete": True}
        await peer.send(pack({"t": "log_list", "id": request.id, "logs": [page]}))
        with pytest.raises(RequestRejected, match="Update pente") as rejected:
            await reading
        assert rejected.value.code == "update-needed"
        assert client.is_connected


async def take_logs(client: Client) -> None:
    async for _ in client.archive.logs([ROOM]):
        pass


class TestUnknownEvents:
    async def test_a_snapshot_takes_their_place(self) -> None:
        table = playing()
        async with scripted() as server, connected(server) as (client, peer):
            await watching(client, peer, table)
            await take(client, Resynced)
            version = table.room.version
            await peer.send(unknown_event(version + 1))
            request = await peer.expect(Watch)
            assert (request.room, request.after) == (ROOM, None)
            table.play("K10")
            await peer.send(table.synced(), ok(request, room=ROOM), *table.play("A1"))
            assert (await take(client, Resynced)).after.version == version + 1
            assert (await take(client, RoomAdvanced)).version == version + 2
            assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)

    async def test_events_behind_them_are_in_the_snapshot(self) -> None:
        table = playing()
        async with scripted() as server, connected(server) as (client, peer):
            await watching(client, peer, table)
            await take(client, Resynced)
            table.play("K10")
            await peer.send(unknown_event(table.room.version), *table.play("A1"), *table.play("B2"))
            request = await peer.expect(Watch)
            await peer.send(table.synced(), ok(request, room=ROOM))
            assert as_clients_know((await take(client, Resynced)).after) == as_clients_know(table.room)

    async def test_events_go_on_where_nothing_is_missing(self) -> None:
        """One that was made up on the way takes no version away."""
        table = playing()
        async with scripted() as server, connected(server) as (client, peer):
            await watching(client, peer, table)
            await take(client, Resynced)
            await peer.send(unknown_event(table.room.version + 1), *table.play("K10"))
            request = await peer.expect(Watch)
            assert isinstance((await take(client, RoomAdvanced)).event, ev.Moved)
            await peer.send(table.synced(), ok(request, room=ROOM), *table.play("A1"))
            assert (await take(client, RoomAdvanced)).version == table.room.version

    async def test_old_ones_change_nothing(self) -> None:
        table = playing("K10")
        async with scripted() as server, connected(server) as (client, peer):
            await watching(client, peer, table)
            await peer.send(unknown_event(table.room.version), *table.play("A1"))
            await take(client, RoomAdvanced)
            assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)

    async def test_no_number_of_them_ends_a_connection(self) -> None:
        table = playing()
        async with scripted() as server, connected(server, pace=QUICKLY) as (client, peer):
            await watching(client, peer, table)
            for _ in range(20):
                await peer.send(unknown_event(table.room.version + 1))
                await peer.send(table.synced(), ok(await peer.expect(Watch), room=ROOM))
            await peer.send(*table.play("K10"))
            await take(client, RoomAdvanced)
            assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)

    async def test_a_server_that_is_asked_too_often_is_asked_later(self) -> None:
        table = playing()
        async with scripted() as server, connected(server, pace=QUICKLY) as (client, peer):
            await watching(client, peer, table)
            await peer.send(unknown_event(table.room.version + 1))
            await peer.send(no(await peer.expect(Watch), "rate-limited", retry_ms=1))
            table.play("K10")
            await peer.send(table.synced(), ok(await peer.expect(Watch), room=ROOM))
            await take(client, Resynced)
            assert as_clients_know((await take(client, Resynced)).after) == as_clients_know(table.room)

    async def test_a_new_link_brings_the_snapshot(self) -> None:
        table = playing()
        async with scripted() as server, connected(server) as (client, peer):
            await watching(client, peer, table)
            await peer.send(unknown_event(table.room.version + 1))
            await peer.expect(Watch)
            peer.kill()
            again = await server.accept()
            hello = await again.greet()
            assert ROOM in hello.rooms
            assert await take(client, Disconnected)


class TestRoomsThatCanTBeReplayed:
    async def test_one_is_shown_from_its_position(self) -> None:
        table = playing("K10", "A1")
        async with scripted() as server, connected(server) as (client, peer):
            await shown_only(client, peer, table)
            shown = await take(client, Resynced)
            room = client.rooms[ROOM].room
            assert shown.is_read_only
            assert room.game.position == table.room.game.position
            assert room.version == table.room.version
            assert [player and player.name for player in room.seats] == ["ann", "bob"]
            assert client.rooms[ROOM].seat_of_me is None

    async def test_one_from_a_position_is_shown_by_programs_that_know_none(self) -> None:
        """They leave ``setup`` out of ``created``, as they do with every key that they do not know."""
        table = playing("C3", "D4", setup=SETUP)
        wire = wire_of(table.synced())
        del wire["snapshot"]["created"]["setup"]
        async with scripted() as server, connected(server) as (client, peer):
            await shown_only(client, peer, table, frame=pack(wire))
            assert (await take(client, Resynced)).is_read_only
            assert client.rooms[ROOM].room.game.position == table.room.game.position

    async def test_one_from_a_position_that_has_not_begun_is_not_shown_by_them(self) -> None:
        wire = wire_of(ServerRoom(setup=SETUP).synced())
        del wire["snapshot"]["created"]["setup"]
        async with scripted() as server, connected(server) as (client, peer):
            asking = asyncio.ensure_future(client.watch(ROOM))
            for _ in range(2):
                await peer.send(pack(wire), ok(await peer.expect(Watch), room=ROOM))
            with pytest.raises(RequestRejected):
                await asking
            assert client.is_connected

    async def test_nothing_can_be_done_there(self) -> None:
        table = playing("K10")
        async with scripted() as server, connected(server) as (client, peer):
            await shown_only(client, peer, table)
            with pytest.raises(RequestRejected, match="update pente") as rejected:
                await client.act(ROOM, cmd.Play(Point(0)))
            assert rejected.value.code == "update-needed"

    async def test_it_is_followed(self) -> None:
        table = playing("K10")
        async with scripted() as server, connected(server, pace=QUICKLY) as (client, peer):
            await shown_only(client, peer, table)
            await peer.send(*table.play("A1"))
            request = await peer.expect(Watch)
            await peer.send(unreadable(table), ok(request, room=ROOM))
            await take(client, Resynced)
            assert (await take(client, Resynced)).after.game.position == table.room.game.position

    async def test_a_room_that_was_followed_may_become_one(self) -> None:
        table = playing()
        async with scripted() as server, connected(server) as (client, peer):
            await watching(client, peer, table)
            await take(client, Resynced)
            await peer.send(unknown_event(table.room.version + 1))
            request = await peer.expect(Watch)
            await peer.send(unreadable(table, status="adjourned"), ok(request, room=ROOM))
            assert (await take(client, Resynced)).is_read_only

    async def test_the_stones_are_shown_even_if_the_rules_are_unknown(self) -> None:
        table = playing("K10")
        line = format_position(table.room.game.position)
        stones, rest = line.split(" ", 1)
        line = f"{stones} 0,0,0 {rest.split(' ', 1)[1].rsplit(' ', 1)[0]} " + '{"base":"lunar"}'
        async with scripted() as server, connected(server) as (client, peer):
            await shown_only(client, peer, table, line)
            position = client.rooms[ROOM].room.game.position
            assert str(position.board) == str(table.room.game.position.board)
            assert len(client.rooms[ROOM].room.seats) == 3

    async def test_without_a_position_it_is_not_shown(self) -> None:
        table = playing("K10")
        async with scripted() as server, connected(server) as (client, peer):
            asking = asyncio.ensure_future(client.watch(ROOM))
            for _ in range(2):
                await peer.send(unreadable(table, "\x1b[2J"), ok(await peer.expect(Watch), room=ROOM))
            with pytest.raises(RequestRejected, match="Update pente to see it"):
                await asking
            assert (await take(client, Removed)).code == "update-needed"
            assert client.is_connected

    async def test_one_that_nobody_asked_for_is_not_shown(self) -> None:
        async with scripted() as server, connected(server) as (client, peer):
            listing = asyncio.ensure_future(client.list_rooms())
            request = await peer.expect(Rooms)
            await peer.send(unreadable(playing("K10")), ok(request))
            await listing
            assert not client.rooms

    async def test_a_client_that_knows_it_again_plays_on(self) -> None:
        table = playing("K10")
        async with scripted() as server, connected(server) as (client, peer):
            await shown_only(client, peer, table)
            await peer.send(table.synced())
            await take(client, Resynced)
            assert not (await take(client, Resynced)).is_read_only
            assert client.rooms[ROOM].seat_of_me == 0


async def shown_only(
    client: Client,
    peer: Peer,
    table: ServerRoom,
    position: str | None = None,
    frame: bytes | None = None,
) -> None:
    """Let the client watch a room that it can't replay."""
    asking = asyncio.ensure_future(client.watch(ROOM))
    request = await peer.expect(Watch)
    await peer.send(frame or unreadable(table, position), ok(request, room=ROOM))
    assert (await asking).is_read_only


async def test_contradictions_are_refused_as_ever() -> None:
    """A key of tomorrow excuses no move against the rules."""
    table, other = playing(), playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        (moved,) = other.play("K10")
        wire = wire_of(moved)
        wire["event"] |= {"key": "0" * 16, "from_tomorrow": 1}
        await peer.send(pack(wire))
        assert (await peer.expect(Watch)).room == ROOM
        await peer.send(pack(wire), table.synced(), pack(wire))
        updates = [update async for update in client.updates()]
        assert isinstance(updates[-1], ClientStopped)


async def test_words_of_tomorrow_can_be_shown() -> None:
    table = playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        await take(client, Connected)
        summary = {
            **wire_of(LobbyUpdate((ListedRoom(table.summary()),)))["rooms"][0]["room"],
            "host": {**IDENTITY, "kind": "alien"},
        }
        rows = [{"room": summary}, {"room": {**summary, "status": "adjourned"}}]
        await peer.send(pack({"t": "lobby_update", "rooms": rows}))
        (shown,) = (await take(client, LobbyChanged)).news.rooms
        assert (shown.room.host.kind, shown.room.status) == ("alien", ev.Status.PLAYING)


IDENTITY = {"id": BOB.id, "name": BOB.name}
