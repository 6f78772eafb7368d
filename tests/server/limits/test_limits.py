"""What a peer may do, and that others don't notice when it does more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.typing import Subprotocol

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import OfferKind, Options, Reason, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.codec import encode
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.forms import FORMS, Form
from pente_protocol.messages.base import Error, RequestId
from pente_protocol.messages.lists import Online, Rooms
from pente_protocol.messages.ping import Ping
from pente_protocol.messages.rooms import Act, Create, Unwatch, Watch
from pente_protocol.version import SUBPROTOCOL
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import OUTBOX_BYTES, Allowance
from pente_server.limits.networks import Networks, parse_network
from pente_server.net.addresses import connection_limits
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.frames import keepalive
from pente_server.net.http.sites import SitePolicy
from pente_server.net.sessions import session
from tests.support.peer import GENEROUS, Peer, Served, a_game, creating, peers, play, serving
from tests.support.waiting import patience, until


async def finished_game(first: Peer, second: Peer) -> RoomId:
    """A game that the first has lost."""
    room = await a_game(first, second)
    await first.act(room, cmd.Resign())
    return room


class TestRooms:
    async def test_seats_are_limited_and_free_again_when_given_up(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=2)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            rooms = [await alice.create() for _ in range(2)]
            other = await bob.create()

            assert await alice.code(Create, **creating()) == ErrorCode.TOO_MANY
            assert await alice.refusal(other, cmd.Join()) == ErrorCode.TOO_MANY
            await alice.act(rooms[0], cmd.Leave())
            await alice.act(other, cmd.Join())

    async def test_a_join_sent_again_at_the_limit_succeeds_again(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=1)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            room = await alice.create()
            join = bob.acting(room, cmd.Join())
            first = await bob.ok(Act, **join)
            assert (await bob.ok(Act, **join)).version == first.version

    async def test_a_rematch_takes_a_seat(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=1)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            room = await finished_game(alice, bob)
            await bob.act(room, cmd.Offer(OfferKind.REMATCH))
            other = await alice.create()
            for command in (cmd.Offer, cmd.Accept):
                assert await alice.refusal(room, command(OfferKind.REMATCH)) == ErrorCode.TOO_MANY
            await alice.act(other, cmd.Leave())
            accept = alice.acting(room, cmd.Accept(OfferKind.REMATCH))
            first = await alice.ok(Act, **accept)
            await bob.happened(ev.Continued)
            assert (await alice.ok(Act, **accept)).version == first.version

    async def test_invitations_by_others_take_no_seat(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=3)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            for _ in range(3):
                await alice.create(invite=("bob",))
            for _ in range(3):
                await bob.create()

    async def test_bots_have_more(self) -> None:
        async with (
            serving(allowance=Allowance(rooms_per_person=1, rooms_per_bot=3)) as served,
            Peer(served.url) as robot,
        ):
            _ = await robot.hello("robot", kind=PlayerKind.BOT)
            assert robot.limit("rooms").number == 3
            for _ in range(3):
                await robot.create()
            assert await robot.code(Create, **creating()) == ErrorCode.TOO_MANY

    async def test_a_connection_watches_so_many(self) -> None:
        async with (
            serving(allowance=Allowance(watched_rooms=2)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            rooms = [await bob.create() for _ in range(2)]
            other = await alice.create()
            await alice.ok(Watch, room=rooms[0])
            await alice.act(other, cmd.Leave())

            assert await alice.code(Watch, room=rooms[1]) == ErrorCode.TOO_MANY
            assert await alice.code(Create, **creating()) == ErrorCode.TOO_MANY
            assert await alice.refusal(rooms[1], cmd.Join()) == ErrorCode.TOO_MANY
            await alice.act(rooms[0], cmd.Join())
            await alice.ok(Watch, room=rooms[0])
            await alice.ok(Unwatch, room=other)
            await alice.ok(Watch, room=rooms[1])


class TestOpenings:
    async def test_nobody_fills_the_store_with_rooms(self) -> None:
        allowance = Allowance(openings=RateLimit(0.001, 2))
        async with serving(allowance=allowance) as served, peers(served.url, "alice") as (alice,):
            for _ in range(2):
                await alice.act(await alice.create(), cmd.Leave())
            answer = await alice.ask(Create, **creating())
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.RATE_LIMITED
            assert answer.retry_ms is not None
            assert 990_000 < answer.retry_ms <= 1_000_000

    async def test_a_rematch_is_a_new_room(self) -> None:
        allowance = Allowance(openings=RateLimit(0.001, 2))
        async with (
            serving(allowance=allowance) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            room = await finished_game(alice, bob)
            await bob.act(room, cmd.Offer(OfferKind.REMATCH))
            accept = alice.acting(room, cmd.Accept(OfferKind.REMATCH))
            first = await alice.ok(Act, **accept)
            sequel = (await bob.happened(ev.Continued)).room
            for peer in (alice, bob):
                await peer.ok(Watch, room=sequel)
            await alice.act(sequel, cmd.Resign())
            await bob.act(sequel, cmd.Offer(OfferKind.REMATCH))
            answer = await alice.ask(Act, **alice.acting(sequel, cmd.Accept(OfferKind.REMATCH)))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.RATE_LIMITED
            assert answer.retry_ms is not None
            assert (await alice.ok(Act, **accept)).version == first.version

    async def test_a_rematch_that_the_room_refuses_is_none(self) -> None:
        allowance = Allowance(openings=RateLimit(0.001, 2))
        async with (
            serving(allowance=allowance) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            room = await a_game(alice, bob)
            for _ in range(3):
                assert await alice.refusal(room, cmd.Offer(OfferKind.REMATCH)) == Reason.NOT_OVER
            await bob.act(room, cmd.Resign())
            await alice.act(room, cmd.Offer(OfferKind.REMATCH))

    async def test_a_room_that_is_open_may_be_asked_for_again(self) -> None:
        allowance = Allowance(openings=RateLimit(0.001, 1))
        async with serving(allowance=allowance) as served, peers(served.url, "alice") as (alice,):
            words = creating()
            assert (await alice.ok(Create, **words)).room == (await alice.ok(Create, **words)).room


class TestTalk:
    async def test_it_is_slowed_down_and_coming_back_does_not_help(self) -> None:
        allowance = Allowance(chat=RateLimit(0.001, 3))
        async with serving(allowance=allowance) as served, peers(served.url, "alice") as (alice,):
            room = await alice.create()
            for _ in range(3):
                await alice.act(room, cmd.Say("hello"))
            answer = await alice.ask(Act, **alice.acting(room, cmd.Say("hello")))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.RATE_LIMITED
            assert answer.retry_ms is not None
            assert 990_000 < answer.retry_ms <= 1_000_000
            async with Peer(served.url) as again:
                await again.hello(credential=alice.credential)
                assert await again.refusal(room, cmd.Say("hello")) == ErrorCode.RATE_LIMITED
                await again.ok(Watch, room=room)

    async def test_plans_of_moves_are_limited_and_moves_are_not(self) -> None:
        allowance = replace(GENEROUS, annotations=RateLimit(0.001, 2))
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob, time="3d/move")
            await play(alice, room, 0)
            plans = [cmd.SetConditions(((Point(1), Point(answer)),)) for answer in (2, 3, 4)]
            first = alice.acting(room, plans[0])
            version = (await alice.ok(Act, **first)).version
            await alice.act(room, plans[1])
            assert await alice.refusal(room, plans[2]) == ErrorCode.RATE_LIMITED
            assert (await alice.ok(Act, **first)).version == version
            await play(bob, room, 1)
            assert await alice.refusal(room, plans[2]) == ErrorCode.RATE_LIMITED

    async def test_what_was_said_in_time_may_be_sent_again(self) -> None:
        allowance = Allowance(chat=RateLimit(0.001, 1))
        async with serving(allowance=allowance) as served, peers(served.url, "alice") as (alice,):
            room = await alice.create()
            words = alice.acting(room, cmd.Say("hello"))
            first = await alice.ok(Act, **words)
            assert await alice.refusal(room, cmd.Say("again")) == ErrorCode.RATE_LIMITED
            assert (await alice.ok(Act, **words)).version == first.version
            assert len(alice.events(room)) == 1

    async def test_a_room_has_heard_enough_some_day(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pente_server.rooms.command_decider.ROOM_EVENTS", 6)
        async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob)
            for _ in range(2):
                await alice.act(room, cmd.Say("hello"))
            assert await alice.refusal(room, cmd.Say("hello")) == ErrorCode.TOO_MANY
            await alice.act(room, cmd.SetWatchPolicy(WatchPolicy.INVITED))
            assert await alice.refusal(room, cmd.SetWatchPolicy(WatchPolicy.ANYBODY)) == ErrorCode.TOO_MANY
            await play(alice, room, 0)

    async def test_nobody_makes_it_longer_by_joining_and_leaving(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pente_server.rooms.command_decider.ROOM_EVENTS", 6)
        async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await alice.create(options=Options(ready_check=True), invite=("bob",))
            join = bob.acting(room, cmd.Join())
            first = await bob.ok(Act, **join)
            await bob.act(room, cmd.Leave())
            await bob.act(room, cmd.Join())
            await bob.act(room, cmd.Leave())
            assert await bob.refusal(room, cmd.Join()) == ErrorCode.TOO_MANY
            assert (await bob.ok(Act, **join)).version == first.version


class TestFlood:
    @pytest.mark.parametrize("request_", [Rooms, Ping])
    async def test_who_floods_is_read_slowly_and_others_are_not(self, request_: type) -> None:
        rate, burst, asked = 0.1, 10, 60  # what comes again in ten minutes
        allowance = Allowance(messages=RateLimit(rate, burst))
        async with (
            serving(allowance=allowance) as served,
            peers(served.url, "flood", "alice", "bob") as (flood, alice, bob),
        ):
            room = await a_game(alice, bob)
            loop = asyncio.get_running_loop()
            begin = loop.time()
            answers = [await flood.post(request_) for _ in range(asked)]
            for number in range(8):
                await play((alice, bob)[number % 2], room, number)
            answered = sum(answer.done() for answer in answers)
            took = loop.time() - begin
            flood.connection.transport.abort()

        assert answered <= burst + took * rate + 1
        assert answered < asked

    async def test_frames_that_are_not_read_fill_the_floods_own_connection(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pente_server.net.websocket_server.STOP_WITHIN", 0.2)
        allowance = Allowance(messages=RateLimit(1, 1))
        async with serving(allowance=allowance) as served, peers(served.url, "flood") as (flood,):
            frame = encode(Unwatch(RequestId(1), RoomId("x" * 40)))

            async def send_for_ever() -> None:
                while True:
                    await flood.connection.send(frame)

            with pytest.raises(TimeoutError):
                await asyncio.wait_for(send_for_ever(), 1)
            assert len(flood.said) < 10
            flood.connection.transport.abort()

    async def test_bots_ask_no_more_than_people(self) -> None:
        allowance = Allowance(questions=RateLimit(20, 2), bot_factor=1000)
        async with serving(allowance=allowance) as served, Peer(served.url) as robot:
            await robot.hello("robot", kind=PlayerKind.BOT)
            loop = asyncio.get_running_loop()
            begin = loop.time()
            for _ in range(6):
                await robot.ok(Online)
            asking = loop.time() - begin

        assert asking >= 4 / 20 * 0.9


class TestSlowReaders:
    @pytest.fixture(autouse=True)
    def no_pings(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nobody is cut off for leaving a ping unanswered, however long the rest takes."""
        monkeypatch.setattr(keepalive, "PING_EVERY", 3600.0)

    @pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
    async def test_who_does_not_read_is_cut_off_and_others_go_on(
        self, form: Form, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with (
            serving() as served,
            peers(served.url, "alice", "bob") as (alice, bob),
            Peer(served.url, form) as slow,
        ):
            await slow.hello("slow")
            room = await a_game(alice, bob)
            await slow.ok(Watch, room=room)
            connections = served.node.server.connections
            slow.connection.transport.pause_reading()
            text = "\U0001f600" * 200
            said = 0
            while len(connections) == 3:
                await (alice, bob)[said % 2].act(room, cmd.Say(text))
                said += 1
                assert said < 20_000
            assert said * 800 > OUTBOX_BYTES
            await play(alice, room, 0)
            await bob.happened(ev.Moved)

            assert "name=slow" in caplog.text
            assert "reason=does-not-read" in caplog.text
            slow.connection.transport.resume_reading()
            assert (await slow.closed())[0] == 1006

    async def test_a_deaf_peer_that_goes_on_asking_is_given_time_and_then_cut(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(session, "READ_WITHIN", 0.2)
        async with serving() as served, peers(served.url, "alice", "greedy") as (alice, greedy):
            for _ in range(100):
                await alice.create()
            greedy.connection.transport.pause_reading()
            with suppress(ConnectionClosed):
                async with patience("the end of who does not read"):
                    while len(served.node.server.connections) == 2:
                        await greedy.send(encode(Rooms(RequestId(1))))
                        await asyncio.sleep(0)
            await until(lambda: len(served.node.server.connections) == 1)
            greedy.connection.transport.abort()

    async def test_a_slow_peer_is_not_cut_for_what_it_asked_for_itself(self) -> None:
        async with serving() as served, peers(served.url, "alice", "slow") as (alice, slow):
            rooms = [await alice.create() for _ in range(60)]
            for room in rooms[:20]:
                for _ in range(50):
                    await alice.act(room, cmd.Say("\U0001f600" * 200))
            slow.connection.transport.pause_reading()
            resumed = asyncio.create_task(_watch_all(slow, rooms[:20] * 3))
            await asyncio.sleep(0.3)  # what waits for a pause in reading can't be seen from outside
            slow.connection.transport.resume_reading()
            await resumed


async def _watch_all(peer: Peer, rooms: list[RoomId]) -> None:
    answers = [await peer.post(Watch, room=room) for room in rooms]
    for answer in answers:
        assert not isinstance(await answer, Error)


class TestSize:
    async def test_a_frame_that_is_too_long_ends_the_connection(self) -> None:
        async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
            await alice.send(bytes(8193))
            assert (await alice.closed())[0] == CloseCode.TOO_BIG
            await bob.ok(Rooms)

    async def test_so_does_one_in_many_parts(self) -> None:
        async with serving() as served, peers(served.url, "alice") as (alice,):

            async def parts() -> AsyncIterator[bytes]:
                for _ in range(100):
                    yield bytes(1000)

            with suppress(ConnectionClosed):
                await alice.connection.send(parts())
            assert (await alice.closed())[0] == CloseCode.TOO_BIG


def forwarded(served: Served, headers: dict[str, str]) -> connect:
    """A connection as a proxy on this machine would make it."""
    return connect(
        served.url, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=headers, proxy=None
    )


TOO_MANY = (
    "Too many people are connected from your network ({})."
    " Close one, or ask the host to raise --connections-per-address."
)


async def turned_away(connecting: connect) -> tuple[int, str]:
    """The close code and the reason of a connection that is accepted only to be closed."""
    async with connecting as connection:
        with pytest.raises(ConnectionClosed) as caught:
            await connection.recv()
        assert caught.value.rcvd is not None
        return caught.value.rcvd.code, caught.value.rcvd.reason


class TestConnections:
    async def test_from_one_address_there_may_be_so_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)
        allowance = Allowance(connections_per_address=2)
        async with serving(allowance=allowance) as served:
            async with Peer(served.url) as one, Peer(served.url) as two:
                await one.hello()
                await two.hello()
                code, reason = await turned_away(forwarded(served, {}))
                assert code == CloseCode.BUSY
                assert reason == TOO_MANY.format(2)
            await until(lambda: served.node.health.report()["connections"] == 0)
            async with Peer(served.url) as again:
                await again.hello()

    async def test_behind_a_proxy_players_are_told_apart_by_what_it_forwards(self) -> None:
        def coming_from(address: str) -> connect:
            return forwarded(served, {"X-Forwarded-For": f"10.0.0.1, {address}:4711"})

        trusted = Networks([parse_network("127.0.0.0/8")])
        async with (
            serving(
                allowance=Allowance(connections_per_address=2), sites=SitePolicy(trusted_proxies=trusted)
            ) as served,
            coming_from("198.51.100.1"),
            coming_from("198.51.100.1"),
        ):
            assert (await turned_away(coming_from("198.51.100.1")))[0] == CloseCode.BUSY
            async with coming_from("198.51.100.2"):
                pass

    @pytest.mark.parametrize(
        ("trusted", "headers"),
        [
            ((), {"X-Forwarded-For": "198.51.100.1"}),
            ((), {"Forwarded": "for=127.0.0.1"}),
            (("127.0.0.0/8",), {}),
            (("127.0.0.0/8",), {"X-Forwarded-For": "127.0.0.1"}),
            (("127.0.0.0/8",), {"Forwarded": "for=unknown"}),
        ],
        ids=str,
    )
    async def test_a_proxy_that_is_not_set_up_makes_nobody_one_of_this_machine(
        self, trusted: tuple[str, ...], headers: dict[str, str]
    ) -> None:
        allowance = Allowance(connections_per_address=1)
        async with (
            serving(
                allowance=allowance,
                sites=SitePolicy(trusted_proxies=Networks(map(parse_network, trusted))),
            ) as served,
            forwarded(served, headers),
        ):
            assert (await turned_away(forwarded(served, headers)))[1] == TOO_MANY.format(1)

    async def test_handshakes_through_a_proxy_come_no_faster_than_others(self) -> None:
        allowance = Allowance(new_connections=RateLimit(1e-6, 2))
        trusted = Networks([parse_network("127.0.0.1")])
        async with serving(allowance=allowance, sites=SitePolicy(trusted_proxies=trusted)) as served:
            for _ in range(2):
                async with forwarded(served, {"X-Forwarded-For": "198.51.100.1"}):
                    pass
            code, reason = await turned_away(forwarded(served, {"X-Forwarded-For": "198.51.100.1"}))
            assert code == CloseCode.BUSY
            assert reason == "Too many new connections come from your network. Try again in a moment."
            async with forwarded(served, {"X-Forwarded-For": "198.51.100.2"}):
                pass

    async def test_this_machine_may_have_more(self) -> None:
        async with (
            serving(allowance=Allowance(connections_per_address=1)) as served,
            peers(served.url, "a1", "b2", "c3") as three,
        ):
            assert len(three) == 3

    async def test_hundreds_of_sockets_that_say_nothing_are_not_noticed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)
        async with (
            serving(allowance=Allowance(connections_per_address=4)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            room = await a_game(alice, bob)
            silent = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(300)]
            await alice.act(room, cmd.Play(Point(0)))
            await bob.happened(ev.Moved)
            await until(lambda: served.node.connection_limits.open_sockets <= 16)
            for _, writer in silent:
                writer.transport.abort()

    async def test_there_may_be_so_many_in_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        async with serving(allowance=Allowance(connections=2)) as served:
            async with peers(served.url, "alice", "bob") as (alice, _):
                code, reason = await turned_away(forwarded(served, {}))
                assert code == CloseCode.BUSY
                assert reason == "This server is full (2 connections). Try again later."
                monkeypatch.setattr(connection_limits, "TOLD_FULL", 0)
                with pytest.raises((OSError, EOFError, InvalidMessage)):
                    await forwarded(served, {})
                await alice.ok(Rooms)
            async with Peer(served.url) as again:
                await again.hello()
