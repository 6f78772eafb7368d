import asyncio
import dataclasses
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pente_client.connection import (
    CannotConnect,
    Client,
    ClientStopped,
    Connected,
    ConnectionEnded,
    CredentialStore,
    Disconnected,
    FeaturedGameChanged,
    InvitationReceived,
    PresenceChanged,
    Removed,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Timeouts,
    Update,
)
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.value import replace
from pente_protocol.codec import decode_client, encode
from pente_protocol.errors import CloseCode
from pente_protocol.messages.account import NewAccount
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Invited, ListedRoom, Rooms
from pente_protocol.messages.people import Rename
from pente_protocol.messages.rooms import Act, Create, Missed, RoomPresence, Unwatch, Watch
from pente_protocol.messages.tv import Featured, Follow
from tests.support.client.scripted_room import ANN, BOB, ROOM, ServerRoom, playing
from tests.support.client.scripted_server import (
    QUICK,
    Peer,
    connected,
    greeting,
    no,
    ok,
    scripted,
    signed,
    welcome,
)
from tests.support.games.checkpoints import checkpoint
from tests.support.games.room_scenario import as_clients_know


async def take(client: Client, type_: type[Any]) -> Any:
    """The next update of a type; those before it are skipped."""
    async for update in client.updates():
        if isinstance(update, type_):
            return update
    raise AssertionError(f"no {type_.__name__} came")


async def rest_of(client: Client) -> list[Update]:
    """All updates until there will be no more."""
    return [update async for update in client.updates()]


async def watching(client: Client, peer: Peer, table: ServerRoom) -> None:
    """Let the client watch a table."""
    asking = asyncio.ensure_future(client.watch(table.id))
    request = await peer.expect(Watch)
    assert (request.room, request.after) == (table.id, None)
    await peer.send(table.synced(), ok(request, room=table.id, version=table.room.version))
    await asking


# -- connecting ------------------------------------------------------------------------------------------


async def test_the_first_message_is_a_hello_and_the_first_update_its_welcome() -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", kind=PlayerKind.BOT, program="test/1", pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        hello = await peer.expect(Hello)
        assert hello == Hello(RequestId(1), "test/1", hello.account, address=server.url)
        assert isinstance(hello.account, NewAccount)
        assert (hello.account.name, hello.account.kind) == ("ann", PlayerKind.BOT)
        await peer.send(welcome(hello))
        await entering
        assert client.me == ANN
        meanwhile = client.is_connected
        assert await take(client, Connected) == Connected(client.welcome)
        await client.close()
        assert (meanwhile, client.is_connected) == (True, False)
        await peer.gone()
        assert peer.connection.close_code == 1000


async def test_a_client_waits_for_the_greeting() -> None:
    async with scripted(greeting=None) as server:
        entering = asyncio.ensure_future(Client(server.url, name="ann", pace=QUICK).__aenter__())
        peer = await server.accept()
        silence = asyncio.ensure_future(peer.connection.recv())
        await asyncio.wait([silence], timeout=0.05)
        assert not silence.done()
        await peer.send(signed(greeting(), peer.nonce))
        frame = await silence
        assert isinstance(frame, bytes)
        hello = decode_client(frame)
        assert isinstance(hello, Hello)
        await peer.send(welcome(hello))
        await (await entering).close()


async def test_a_server_that_does_not_greet_is_given_up_in_one_sentence() -> None:
    async with scripted(greeting=None) as server:
        client = Client(server.url, pace=dataclasses.replace(QUICK, greeting=0.05))
        with pytest.raises(CannotConnect, match="does not greet this program: it may be no pente server"):
            await client.__aenter__()


async def test_anything_else_first_is_not_understood() -> None:
    async with scripted(greeting=None) as server:
        entering = asyncio.ensure_future(Client(server.url, pace=QUICK, retry_first=60).__aenter__())
        for _ in range(3):
            await (await server.accept()).send(welcome(Hello(RequestId(1), "x")))
        with pytest.raises(CannotConnect, match="can't be understood"):
            await entering


async def test_a_second_greeting_is_out_of_place() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        await peer.send(greeting(nonce="m" * 22))
        assert "can't be understood" in (await take(client, Disconnected)).reason
        await server.greet()


async def test_a_full_server_is_left_alone_for_a_while() -> None:
    async with scripted(greeting=None) as server:
        entering = asyncio.ensure_future(Client(server.url, pace=QUICK, retry_first=5).__aenter__())
        await (await server.accept()).close(CloseCode.BUSY, "This server is full (8 connections).")
        with pytest.raises(CannotConnect, match="This server is full"):
            await entering


async def test_nobody_listening_is_said_in_one_sentence() -> None:
    async with scripted() as server:
        await server.stop()
        with pytest.raises(CannotConnect, match=r"nothing answers at .*pente serve"):
            async with Client(server.url):
                pass


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1", "wss://host"),
        ("ws://user:secret@127.0.0.1", "no secrets"),
        ("ws://192.0.2.1:8765", "--insecure"),
        ("ws://" + "a" * 70 + ".localhost.invalid", "insecure"),
        ("wss://" + "a" * 70 + ".invalid", "can't connect|no host|nothing answers"),
    ],
)
async def test_an_address_that_can_not_be_used_is_refused(url: str, words: str) -> None:
    with pytest.raises(CannotConnect, match=words):
        await Client(url).__aenter__()


async def test_what_is_no_pente_server_is_named() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")
        writer.close()

    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail ready\r\n\r\n")
        writer.close()

    for handler, words in ((refuse, "HTTP status 404"), (babble, "no pente server")):
        async with await asyncio.start_server(handler, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(CannotConnect, match=words):
                await Client(f"ws://127.0.0.1:{port}", pace=QUICK).__aenter__()


async def test_a_redirect_is_not_followed() -> None:
    async with scripted() as target:

        async def redirect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(f"HTTP/1.1 302 Found\r\nlocation: {target.url}\r\n\r\n".encode())
            writer.close()

        async with await asyncio.start_server(redirect, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            with pytest.raises(CannotConnect, match="HTTP status 302"):
                await Client(f"ws://127.0.0.1:{port}", pace=QUICK).__aenter__()


@pytest.mark.parametrize(
    ("subprotocol", "words"), [("chess.v1", "HTTP status 400"), (None, "does not speak")]
)
async def test_another_subprotocol_is_refused(subprotocol: str | None, words: str) -> None:
    async with scripted(subprotocol) as server:
        with pytest.raises(CannotConnect, match=words):
            await Client(server.url, pace=QUICK).__aenter__()


async def test_a_server_that_starts_late_is_waited_for() -> None:
    async with scripted() as server:
        await server.stop()
        client = Client(server.url, retry_first=60, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        await asyncio.wait([entering], timeout=0.05)
        assert not entering.done()
        await server.start()
        await server.greet()
        await entering
        await client.close()


async def test_a_refused_hello_is_denied_with_its_code() -> None:
    async with scripted() as server:
        client = Client(server.url, name="admin", retry_first=60, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        await peer.send(no(await peer.expect(Hello), "bad-name", "the name admin is\x1b[2J kept"))
        with pytest.raises(RequestRejected, match="the name admin is") as denied:
            await entering
        assert denied.value.code == "bad-name"
        assert "\x1b" not in denied.value.text


async def test_a_password_is_told_to_a_server_that_asks_for_it() -> None:
    async with scripted() as server:
        client = Client(server.url, server_password="sesame", pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        first = await peer.expect(Hello)
        await peer.send(no(first, "password-needed"))
        peer = await server.accept()
        second = await peer.greet()
        await entering
        peer.kill()
        third = await (await server.accept()).greet()
        assert [hello.password for hello in (first, second, third)] == ["", "sesame", "sesame"]
        await client.close()


async def test_a_password_is_told_once_if_it_is_wrong() -> None:
    async with scripted() as server:
        client = Client(server.url, server_password="sesame", retry_first=60, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        for code in ("password-needed", "password-needed"):
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), code))
        with pytest.raises(RequestRejected):
            await entering


async def test_a_new_name_is_kept(tmp_path: Path) -> None:
    store = CredentialStore(tmp_path / "identities.json")
    async with scripted() as server:
        client = Client(server.url, name="ann", identities=store, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.greet()
        await entering
        renaming = asyncio.ensure_future(client.rename("annika"))
        request = await peer.expect(Rename)
        assert request.name == "annika"
        await peer.send(ok(request, player=replace(ANN, name="annika")))
        assert (await renaming).name == client.me.name == "annika"
        await client.close()
    (kept,) = store.contents().accounts
    assert kept.name == "annika"


async def test_a_busy_server_is_tried_again() -> None:
    async with scripted() as server:
        client = Client(server.url, retry_first=60, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        await peer.send(no(await peer.expect(Hello), "unavailable", retry_ms=1))
        await server.greet()
        await entering
        await client.close()


async def test_cancelling_a_connection_in_the_making_leaves_nothing_behind() -> None:
    async with scripted() as server:
        entering = asyncio.ensure_future(Client(server.url, pace=QUICK).__aenter__())
        await (await server.accept()).expect(Hello)
        entering.cancel()
        with suppress(asyncio.CancelledError):
            await entering
        leftover = [task for task in asyncio.all_tasks() if task.get_name().startswith("pente")]
        assert not leftover


# -- requests --------------------------------------------------------------------------------------------


async def test_opening_a_room_gives_its_name_and_shows_it() -> None:
    table = ServerRoom()
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.create("pente", "5+3", invite=["bob"]))
        request = await peer.expect(Create)
        assert (request.ruleset, request.time) == ("pente", "5+3")
        assert (request.seat, request.invite) == (None, ("bob",))
        await peer.send(*table.happened(), ok(request, room=ROOM, version=2))
        assert await asking == ROOM
        assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)
        assert client.rooms[ROOM].seat_of_me == 0
        assert await take(client, Resynced)
        assert (await take(client, RoomAdvanced)).after == table.room


async def test_a_created_room_that_was_not_shown_is_watched() -> None:
    table = ServerRoom()
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.create({"base": "pente", "size": 13}, "-"))
        await peer.send(ok(await peer.expect(Create), room=ROOM))
        await peer.send(table.synced(), ok(await peer.expect(Watch), room=ROOM))
        assert await asking == ROOM


async def test_an_act_carries_the_version_and_gives_the_next() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Play(Point(180))))
        request = await peer.expect(Act)
        assert (request.room, request.base, request.command) == (
            ROOM,
            checkpoint(ROOM, 4),
            cmd.Play(Point(180)),
        )
        await peer.send(*table.play("K10"), ok(request, room=ROOM, version=5))
        assert await asking == 5
        assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)
        assert not client.rooms[ROOM].is_my_turn
        stepped = await take(client, RoomAdvanced)
        assert (stepped.version, type(stepped.event)) == (5, ev.Moved)
        assert stepped.before.version == 4


async def test_joining_a_room_shows_it() -> None:
    table = ServerRoom()
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Join()))
        request = await peer.expect(Act)
        table.do(cmd.Join(), BOB)
        await peer.send(table.synced(), ok(request, room=ROOM, version=4))
        assert await asking == 4
        assert ROOM in client.rooms


async def test_a_no_is_raised_with_its_code() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Say("hello")))
        await peer.send(no(await peer.expect(Act), "unknown-room", "there is no such room"))
        with pytest.raises(RequestRejected, match="there is no such room") as denied:
            await asking
        assert denied.value.code == "unknown-room"


async def test_what_no_server_would_read_is_not_sent() -> None:
    async with scripted() as server, connected(server) as (client, _):
        with pytest.raises(RequestRejected) as denied:
            await client.act(ROOM, cmd.Say("x" * 20_000))
        assert denied.value.code == "bad-request"
        with pytest.raises(RequestRejected):
            await client.create({"base": object()}, "-")
        assert client.is_connected


async def test_lists_and_the_featured_game() -> None:
    table = playing("K10")
    other = RoomId("room-0002")
    async with scripted() as server, connected(server) as (client, peer):
        listing = asyncio.ensure_future(client.list_rooms())
        await peer.send(ok(await peer.expect(Rooms), rooms=(ListedRoom(table.summary()),)))
        assert await listing == (ListedRoom(table.summary()),)

        following = asyncio.ensure_future(client.follow())
        await peer.send(ok(await peer.expect(Follow), room=ROOM))
        assert await following == ROOM
        await peer.send(Featured(ROOM), Featured(other), Invited(table.summary()))
        assert await take(client, FeaturedGameChanged) == FeaturedGameChanged(other)
        assert await take(client, InvitationReceived) == InvitationReceived(table.summary())


async def test_a_room_that_is_no_longer_watched_stays_out() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        leaving = asyncio.ensure_future(client.unwatch(ROOM))
        request = await peer.expect(Unwatch)
        await peer.send(*table.play("K10"), table.synced(), ok(request))
        await leaving
        assert not client.rooms
        await client.unwatch(ROOM)


async def test_presence_is_told() -> None:
    presence = RoomPresence(ROOM, (True, False), 3)
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, playing())
        await peer.send(presence, RoomPresence(RoomId("room-0002"), (), 0))
        assert await take(client, PresenceChanged) == PresenceChanged(ROOM, presence)
        assert client.rooms[ROOM].presence == presence


async def test_rooms_that_nobody_asked_for_are_not_let_in() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        await peer.send(playing().synced(), *ServerRoom(id_=RoomId("room-0002")).happened())
        listing = asyncio.ensure_future(client.list_rooms())
        await peer.send(ok(await peer.expect(Rooms)))
        await listing
        assert not client.rooms


async def test_a_request_is_repeated_while_the_store_is_away() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Say("hello")))
        first = await peer.expect(Act)
        await peer.send(no(first, "unavailable", retry_ms=1))
        second = await peer.expect(Act)
        assert (second.command_id, second.command) == (first.command_id, first.command)
        await peer.send(ok(second, version=9))
        assert await asking == 9


async def test_a_store_that_stays_away_is_told_in_the_end() -> None:
    pace = Timeouts(unavailable=0.15)
    async with scripted() as server, connected(server, pace=pace) as (client, peer):
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Say("hello")))
        while not asking.done():
            request = asyncio.ensure_future(peer.expect(Act))
            await asyncio.wait([asking, request], return_when=asyncio.FIRST_COMPLETED)
            if request.done():
                await peer.send(no(await request, "unavailable", "the store is not reachable", retry_ms=1))
            else:
                request.cancel()
        with pytest.raises(RequestRejected, match="the store is not reachable"):
            await asking


# -- coming back -----------------------------------------------------------------------------------------


async def test_a_broken_connection_is_resumed_with_what_is_known() -> None:
    table = playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        known = table.room.version
        peer.kill()
        again = await server.accept()
        hello = await again.expect(Hello)
        assert hello.rooms == {ROOM: checkpoint(ROOM, known)}
        await again.send(*table.play("A1", "B2"), welcome(hello))
        updates = [await take(client, kind) for kind in (Disconnected, Connected, RoomAdvanced, RoomAdvanced)]
        assert [update.version for update in updates[2:]] == [known + 1, known + 2]
        assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)


async def test_an_unanswered_act_is_sent_again_under_the_same_id() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Play(Point(180))))
        first = await peer.expect(Act)
        peer.kill()
        again = await server.accept()
        hello = await again.expect(Hello)
        await again.send(*table.play("K10"), welcome(hello))
        second = await again.expect(Act)
        assert (second.command_id, second.base) == (first.command_id, first.base)
        await again.send(ok(second, room=ROOM, version=table.room.version))
        assert await asking == table.room.version
        assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)


async def test_requests_made_while_away_wait_for_the_connection() -> None:
    async with scripted() as server, connected(server) as (client, _):
        await server.stop()
        assert (await take(client, Disconnected)).reason == "the server restarts"
        asking = asyncio.ensure_future(client.list_rooms())
        await server.start()
        again = await server.greet()
        await again.send(ok(await again.expect(Rooms)))
        assert await asking == ()


async def test_a_server_that_does_not_answer_is_left_and_asked_again() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        link = client._link._link
        assert link is not None
        link._pace = dataclasses.replace(QUICK, answer=0.05)  # the next one has all the time that it needs
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Say("hello")))
        first = await peer.expect(Act)
        again = await server.greet()
        second = await again.expect(Act)
        assert second.command_id == first.command_id
        await again.send(ok(second, version=2))
        await asking
        assert (await take(client, Disconnected)).reason == "the server does not answer"


async def test_a_request_that_breaks_every_connection_is_given_up() -> None:
    async with scripted() as server, connected(server) as (client, first):
        asking = asyncio.ensure_future(client.act(ROOM, cmd.Say("hello")))
        asked = [await first.expect(Act)]
        first.kill()
        for _ in range(9):
            peer = await server.greet()
            asked.append(await peer.expect(Act))
            peer.kill()
        with pytest.raises(RequestRejected, match="broke each time"):
            await asking
        assert len({request.command_id for request in asked}) == 1
        await server.greet()  # the client itself goes on


async def test_a_server_that_does_not_say_welcome_is_left() -> None:
    async with scripted() as server:
        client = Client(server.url, retry_first=60, pace=dataclasses.replace(QUICK, answer=0.05))
        entering = asyncio.ensure_future(client.__aenter__())
        silent = await server.accept()
        client._link._timeouts = QUICK  # the next link has all the time that it needs
        await silent.gone()
        await server.greet()
        await entering
        await client.close()


async def test_following_goes_on_after_a_break() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        following = asyncio.ensure_future(client.follow())
        await peer.send(ok(await peer.expect(Follow)))
        assert await following is None
        peer.kill()
        again = await server.greet()
        await again.send(ok(await again.expect(Follow), room=ROOM))
        assert await take(client, FeaturedGameChanged) == FeaturedGameChanged(ROOM)


async def test_missed_events_come_together_and_are_applied_one_by_one() -> None:
    table = playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        known = table.room.version
        peer.kill()
        again = await server.accept()
        hello = await again.expect(Hello)
        frames = table.play("A1", "B2", "C3")
        events = tuple(frame.event for frame in frames)
        await again.send(Missed(ROOM, known, frames[-1].mark, events), welcome(hello))
        updates = [await take(client, kind) for kind in (Disconnected, Connected, *[RoomAdvanced] * 3)]
        assert [update.version for update in updates[2:]] == [known + 1, known + 2, known + 3]
        assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)
        assert client.rooms[ROOM].checkpoint == Checkpoint(known + 3, frames[-1].mark)


async def test_missed_events_of_another_version_are_not_applied() -> None:
    table = playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        await take(client, Resynced)
        (frame,) = table.play("A1")
        await peer.send(Missed(ROOM, frame.version, frame.mark, (frame.event,)))
        request = await peer.expect(Watch)
        assert request.after is None
        await peer.send(table.synced(), ok(request))
        assert as_clients_know((await take(client, Resynced)).after) == as_clients_know(table.room)


async def test_more_rooms_than_fit_a_hello_are_asked_for_after_it() -> None:
    rooms = [playing(id_=RoomId(f"room-{number:04}")) for number in range(66)]
    async with scripted() as server, connected(server) as (client, peer):
        for table in rooms:
            await watching(client, peer, table)
        peer.kill()
        again = await server.accept()
        hello = await again.expect(Hello)
        assert len(hello.rooms) == 64
        await again.send(welcome(hello))
        asked = {}
        for _ in range(2):
            request = await again.expect(Watch)
            asked[request.room] = request.after
            await again.send(ok(request))
        assert {**hello.rooms, **asked} == {table.id: checkpoint(table.id, 4) for table in rooms}


@pytest.mark.parametrize("code", [4500, 4501, 4999])
async def test_a_final_close_ends_it_all(code: int) -> None:
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.list_rooms())
        await peer.expect(Rooms)
        await peer.close(code, "go \x1b[31maway")
        with pytest.raises(ConnectionEnded):
            await asking
        updates = await rest_of(client)
        assert updates[-1] == ClientStopped("the server closed the connection for good: go [31maway")
        with pytest.raises(ConnectionEnded, match="go"):
            await client.list_rooms()


async def test_a_refused_hello_ends_it_later_too() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        peer.kill()
        again = await server.accept()
        await again.send(no(await again.expect(Hello), "unknown-device", "your token is unknown"))
        assert (await rest_of(client))[-1] == ClientStopped("your token is unknown")


async def test_being_taken_for_somebody_else_ends_it() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        peer.kill()
        await server.greet(player=BOB)
        assert isinstance((await rest_of(client))[-1], ClientStopped)


# -- hostile servers -------------------------------------------------------------------------------------

GARBAGE = [b"", b"\xc1", b"\x81\xa1t\xa7Unknown", "text", b"\x82\xa1t\xa2ok\xa2id\xa1x"]


@pytest.mark.parametrize("garbage", GARBAGE)
async def test_garbage_breaks_the_link_and_three_times_in_a_row_ends_it(garbage: bytes | str) -> None:
    async with scripted() as server, connected(server) as (client, peer):
        await peer.send(garbage)
        again = await server.greet()
        await again.send(garbage)
        third = await server.greet()
        await third.send(garbage)
        updates = await rest_of(client)
        assert sum(isinstance(update, Disconnected) for update in updates) == 2
        assert isinstance(updates[-1], ClientStopped)


async def test_a_frame_that_is_too_long_is_not_read() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        with suppress(Exception):
            await peer.send(b"\x00" * 300_000)
        await server.greet()
        assert await take(client, Disconnected)


async def test_a_second_welcome_is_garbage() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        await peer.send(welcome(Hello(RequestId(7), "x")))
        await server.greet()
        assert await take(client, Disconnected)


async def test_answers_to_nothing_are_ignored() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        await peer.send(Error(RequestId(0), "rate-limited", "slow down"), ok(Hello(RequestId(99), "")))
        listing = asyncio.ensure_future(client.list_rooms())
        await peer.send(ok(await peer.expect(Rooms)))
        assert await listing == ()


async def test_missing_events_are_made_good_by_a_snapshot() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        table.play("K10")
        await peer.send(*table.play("A1"))
        request = await peer.expect(Watch)
        assert request.after is None
        await peer.send(*table.play("B2"), table.synced(), ok(request), *table.play("C3"))
        await take(client, Resynced)
        assert (await take(client, Resynced)).after.version == 7
        assert (await take(client, RoomAdvanced)).version == 8
        assert as_clients_know(client.rooms[ROOM].room) == as_clients_know(table.room)


async def test_a_room_that_is_gone_by_then_is_left() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        table.play("K10")
        await peer.send(*table.play("A1"))
        await peer.send(no(await peer.expect(Watch), "unknown-room", "There is no such room."))
        assert (await take(client, Removed)).code == "unknown-room"
        assert ROOM not in client.rooms
        assert client.is_connected


async def test_a_snapshot_from_earlier_shows_what_the_server_has_lost() -> None:
    table = playing("K10", "A1")
    before, earlier = table.room, playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        await take(client, Resynced)
        await peer.send(earlier.synced())
        lost = await take(client, Resynced)
        assert lost.before is not None
        assert as_clients_know(lost.before) == as_clients_know(before)
        assert lost.after == client.rooms[ROOM].room
        assert lost.after.version == before.version - 1


async def test_a_room_that_is_gone_is_left_even_if_it_did_not_fit_into_the_hello() -> None:
    rooms = [playing(id_=RoomId(f"room-{number:04}")) for number in range(65)]
    async with scripted() as server, connected(server) as (client, peer):
        for table in rooms:
            await watching(client, peer, table)
        peer.kill()
        again = await server.accept()
        await again.greet()
        request = await again.expect(Watch)
        await again.send(no(request, "unknown-room", "There is no such room."))
        assert (await take(client, Removed)).room == request.room


async def test_a_break_during_that_asks_for_everything() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        table.play("K10")
        await peer.send(*table.play("A1"))
        await peer.expect(Watch)
        peer.kill()
        again = await server.accept()
        assert (await again.expect(Hello)).rooms == {ROOM: None}


async def test_another_position_is_noticed_and_twice_in_a_row_ends_it() -> None:
    table = playing()
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        (happened,) = table.play("K10")
        assert isinstance(happened.event, ev.Moved)
        wrong = encode(happened).replace(happened.event.key.encode(), b"0123456789abcdef")
        await peer.send(wrong)
        request = await peer.expect(Watch)
        await peer.send(playing().synced(), ok(request), wrong)
        updates = await rest_of(client)
        assert isinstance(updates[-1], ClientStopped)
        assert "disagree" in updates[-1].reason


async def test_a_snapshot_that_makes_no_sense_is_asked_for_again() -> None:
    table = playing("K10")
    synced = table.synced()
    broken = replace(synced, snapshot=replace(synced.snapshot, turns=("K10", "K10")))
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.watch(ROOM))
        await peer.send(broken, ok(await peer.expect(Watch)))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        assert as_clients_know((await asking).room) == as_clients_know(table.room)
        await client_forgets(client, peer)
        asking = asyncio.ensure_future(client.watch(ROOM))
        for _ in range(2):
            await peer.send(broken, ok(await peer.expect(Watch)))
        with pytest.raises(RequestRejected, match="did not show"):
            await asking
        assert client.is_connected


async def client_forgets(client: Client, peer: Peer) -> None:
    leaving = asyncio.ensure_future(client.unwatch(ROOM))
    await peer.send(ok(await peer.expect(Unwatch)))
    await leaving


async def test_events_known_already_are_passed_over() -> None:
    table = playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        await peer.send(*table.happened(), *table.play("A1"))
        assert (await take(client, RoomAdvanced)).version == table.room.version


async def test_names_and_chat_are_cleaned() -> None:
    table = playing()
    mallory = Identity(PlayerId("d" * 32), "mal\x1b[2Jlory\u202e")
    table.do(cmd.Say("hello"), mallory)
    async with scripted() as server, connected(server) as (client, peer):
        await watching(client, peer, table)
        assert [line.player.name for line in client.rooms[ROOM].room.chat] == ["mal_2Jlory"]


async def test_a_mistake_of_our_own_ends_it_instead_of_hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    async with scripted() as server, connected(server) as (client, peer):
        monkeypatch.setattr(client._state, "_replicas", None)
        await peer.send(RoomPresence(ROOM, (), 0))
        assert isinstance((await rest_of(client))[-1], ClientStopped)


async def test_closing_twice_and_while_somebody_asks() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        asking = asyncio.ensure_future(client.list_rooms())
        await peer.expect(Rooms)
        await client.close()
        await client.close()
        with pytest.raises(ConnectionEnded):
            await asking


async def test_the_server_s_time_is_estimated() -> None:
    async with scripted() as server, connected(server) as (client, _):
        assert 0 <= client.server_now() - client.welcome.now < 60_000


async def test_a_request_in_a_crowd_is_repeated_when_its_turn_may_have_come() -> None:
    table = playing("K10")
    async with scripted() as server, connected(server) as (client, peer):
        joining = asyncio.ensure_future(client.act(table.id, cmd.Join(password="sesame")))
        requests = [await peer.expect(Act)]
        for _ in range(2):
            await peer.send(no(requests[-1], "rate-limited", retry_ms=1))
            requests.append(await peer.expect(Act))
        assert len({request.command_id for request in requests}) == 1
        await peer.send(no(requests[-1], "rate-limited", "later", retry_ms=60_000))
        with pytest.raises(RequestRejected, match="later") as rejected:
            await joining
        assert rejected.value.retry == 60


async def test_but_not_for_ever() -> None:
    async with scripted() as server, connected(server) as (client, peer):
        watching = asyncio.ensure_future(client.watch(RoomId("room-0001")))
        for _ in range(5):
            await peer.send(no(await peer.expect(Watch), "rate-limited", retry_ms=1))
        with pytest.raises(RequestRejected):
            await watching
