"""Peers that speak JSON and peers that speak msgpack meet in the same rooms."""

import pytest
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode
from websockets.typing import Subprotocol

from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.forms import FORMS, JSON, MSGPACK, Form
from pente_protocol.messages.archive import LogList, Logs
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.lists import Browse, LobbyUpdate, RoomList, Rooms
from pente_protocol.messages.people import Block, PlayerFound
from pente_protocol.messages.ping import Ping, Pong
from pente_protocol.messages.rooms import RoomPresence, Synced, Watch, Watching
from pente_protocol.messages.tv import Featured, Follow, Following
from tests.support.peer import Peer, Served, a_game, frame_of, play
from tests.support.waiting import until

BOTH = [form.subprotocol for form in FORMS]
by_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)


class TestHandshake:
    @pytest.mark.parametrize("offered", [BOTH, BOTH[::-1], ["pente.v9+json", *BOTH], ["x", *BOTH[::-1]]])
    async def test_the_order_of_the_client_decides(self, served: Served, offered: list[str]) -> None:
        subprotocols = [Subprotocol(name) for name in offered]
        async with connect(served.url, subprotocols=subprotocols, proxy=None) as connection:
            assert connection.subprotocol == next(name for name in offered if name in BOTH)


class TestTogether:
    @pytest.mark.parametrize("forms", [(JSON, MSGPACK, JSON), (MSGPACK, JSON, MSGPACK), (JSON, JSON, JSON)])
    async def test_all_are_sent_the_same(self, served: Served, forms: tuple[Form, ...]) -> None:
        async with (
            Peer(served.url, forms[0]) as alice,
            Peer(served.url, forms[1]) as bob,
            Peer(served.url, forms[2]) as viewer,
        ):
            for peer, name in ((alice, "alice"), (bob, "bob"), (viewer, "viewer")):
                await peer.hello(name)
            await viewer.told(RoomList, Browse)
            room = await a_game(alice, bob)
            await viewer.told(Watching, Watch, room=room)
            for number in range(6):
                await play((alice, bob)[number % 2], room, number)
            await alice.act(room, cmd.Say("hellø \U0001f3b2"))
            await bob.act(room, cmd.Resign())
            for peer in (alice, bob, viewer):
                await peer.happened(ev.Finished)
            await until(lambda: {LobbyUpdate, RoomPresence} <= set(map(type, viewer.said)))
            seen = [peer.events(room)[-8:] for peer in (alice, bob, viewer)]
            assert repr(seen[0]) == repr(seen[1]) == repr(seen[2])
            assert [type(event) for _, event in seen[0]] == [*[ev.Moved] * 6, ev.Said, ev.Finished]
            snapshots = [message.snapshot for message in viewer.said if isinstance(message, Synced)]
            assert [shown.status for shown in snapshots] == [ev.Status.PLAYING]
            logs = [await peer.told(LogList, Logs, rooms=(room,)) for peer in (alice, bob)]
            assert repr(logs[0].logs) == repr(logs[1].logs)

    @by_form
    async def test_who_resumes_is_sent_what_was_missed(self, served: Served, form: Form) -> None:
        async with Peer(served.url) as alice, Peer(served.url, form) as bob:
            await alice.hello("alice")
            await bob.hello("bob")
            room = await a_game(alice, bob)
            known = alice.version(room)
            await play(alice, room, 0)
            await play(bob, room, 1)
            async with Peer(served.url, form) as again:
                await again.hello(credential=bob.credential, rooms={room: known})
                assert again.events(room) == alice.events(room)[-2:]

    @by_form
    async def test_blocked_chat_is_hidden(self, served: Served, form: Form) -> None:
        async with Peer(served.url) as alice, Peer(served.url, form) as bob:
            await alice.hello("alice")
            await bob.hello("bob")
            room = await a_game(alice, bob)
            await bob.told(PlayerFound, Block, player="alice")
            await alice.act(room, cmd.Say("boo"))
            assert (await alice.happened(ev.Said)).text == "boo"
            await bob.happened(ev.Hidden)

    @by_form
    async def test_the_featured_game_is_followed(self, served: Served, form: Form) -> None:
        async with Peer(served.url) as alice, Peer(served.url) as bob, Peer(served.url, form) as viewer:
            for peer, name in ((alice, "alice"), (bob, "bob"), (viewer, "viewer")):
                await peer.hello(name)
            await viewer.told(Following, Follow)
            room = await a_game(alice, bob)
            assert (await viewer.heard(Featured)).room == room


class TestFrames:
    async def test_text_may_come_in_pieces(self, served: Served) -> None:
        async with Peer(served.url, JSON) as peer:
            await peer.hello()
            text = frame_of(Rooms(RequestId(77)), JSON)
            assert isinstance(text, str)
            await peer.connection.send(iter([text[:5], text[5:6], "", text[6:]]))
            await peer.heard(RoomList, lambda reply: reply.id == 77)

    @pytest.mark.parametrize(
        "data", [b'{"t":"rooms","id":7}\xff', b'"\xed\xa0\x80"', b"\xc3", b"\xf0\x9f" * 900]
    )
    async def test_text_that_is_not_utf_8_fails_the_connection(self, served: Served, data: bytes) -> None:
        async with Peer(served.url, JSON) as peer:
            await peer.hello()
            peer.connection.protocol.send_frame(Frame(Opcode.TEXT, data))
            peer.connection.send_data()
            code, reason = await peer.closed()
            assert code == CloseCode.INVALID_TEXT
            assert "UTF-8" in reason

    async def test_text_of_more_bytes_than_a_message_may_have_is_not_read(self, served: Served) -> None:
        async with Peer(served.url, JSON) as peer:
            await peer.hello()
            await peer.send('"' + "\U0001f3b2" * 2048 + '"')
            assert (await peer.closed())[0] == CloseCode.TOO_BIG

    @by_form
    async def test_a_frame_of_the_other_kind_is_refused(self, served: Served, form: Form) -> None:
        async with Peer(served.url, form) as peer:
            await peer.hello()
            other = MSGPACK if form.is_text else JSON
            await peer.send(frame_of(Rooms(RequestId(7)), other))
            error = await peer.heard(Error)
            assert (error.id, error.code, error.at) == (0, ErrorCode.BAD_MESSAGE, "")
            assert form.subprotocol in error.text
            await peer.told(Pong, Ping)

    async def test_a_frame_is_typed_by_hand(self, served: Served) -> None:
        async with Peer(served.url, JSON) as peer:
            await peer.hello()
            await peer.send(' { "id" : 7.0 , "t" : "rooms" }\n')
            assert (await peer.heard(RoomList, lambda reply: reply.id == 7)).rooms == ()
