"""Two nodes and one room: one history, on a real store and in memory."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from redis.asyncio import Redis

from pente_core.identity import RoomId
from pente_core.room import Reason, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.codec import decode_event
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Invited, Rooms
from pente_protocol.messages.post_mortem import Look, Looks
from pente_protocol.messages.rooms import Act, Acted, Create, Synced, Unwatch, Watch
from pente_protocol.messages.tv import Featured, Follow
from pente_server.limits.limits import Allowance
from pente_server.live.commit_wakeups import WakeupListener
from pente_server.store import LobbyWakeup, RoomWakeup, Store, Wakeup
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.redis.store import RedisStore
from tests.support.games.live_rooms import has_heard_of, has_heard_of_end, live_rooms
from tests.support.peer import Peer, Served, a_game, creating, peers, play, serving
from tests.support.valkey import ALWAYS, Valkey, running_valkey
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("patient_stores")

Open = Callable[[], Awaitable[Store]]


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@pytest.fixture(params=["memory", "valkey"])
async def open_store(request: pytest.FixtureRequest) -> AsyncIterator[Open]:
    """Makes stores that share everything."""
    memory = MemoryDatabase()
    url = str(request.getfixturevalue("valkey").url) if request.param == "valkey" else None
    opened: list[Store] = []
    if url is not None:
        async with Redis.from_url(url) as client:
            await client.flushall()

    async def open_() -> Store:
        opened.append(MemoryStore(memory) if url is None else await RedisStore.connect(url))
        return opened[-1]

    yield open_
    for store in opened:
        await store.close()


@pytest.fixture
async def nodes(open_store: Open) -> AsyncIterator[list[Served]]:
    async with AsyncExitStack() as stack:
        nodes = [await stack.enter_async_context(serving(await open_store())) for _ in range(2)]
        await _until_they_hear(nodes)
        yield nodes


@pytest.fixture
async def pair(nodes: list[Served]) -> AsyncIterator[tuple[Peer, Peer]]:
    """Alice on one node and Bob on the other."""
    async with peers(nodes[0].url, "alice") as (alice,), peers(nodes[1].url, "bob") as (bob,):
        yield alice, bob


async def _until_they_hear(nodes: list[Served]) -> None:
    """Wait until the nodes know of each other's rooms, and so are told of everything from then on."""
    for number, (here, there) in enumerate((nodes, nodes[::-1])):
        async with peers(here.url, f"pioneer-{number}") as (pioneer,):
            room = await pioneer.create()
            await until(lambda node=there, room=room: has_heard_of(node.node, room))  # type: ignore[misc]
            await pioneer.act(room, cmd.Leave())
            await until(lambda node=there, room=room: has_heard_of_end(node.node, room))  # type: ignore[misc]


@pytest.fixture
def heard(nodes: list[Served], monkeypatch: pytest.MonkeyPatch) -> list[Wakeup]:
    """What the second node hears of the others from now on."""
    heard: list[Wakeup] = []
    handle = WakeupListener._handle

    async def noting(self: WakeupListener, wakeup: Wakeup) -> None:
        if self is nodes[1].node.wakeups:
            heard.append(wakeup)
        await handle(self, wakeup)

    monkeypatch.setattr(WakeupListener, "_handle", noting)
    return heard


@asynccontextmanager
async def watching(served: Served, room: RoomId, name: str) -> AsyncIterator[Peer]:
    async with peers(served.url, name) as (peer,):
        await peer.ok(Watch, room=room)
        yield peer


async def history(open_store: Open, room: RoomId) -> list[object]:
    """The log of a room, which must replay."""
    events = [decode_event(body) for body in await (await open_store()).read(room, 0)]
    assert replay(events).version == len(events)
    return list(events)


class TestOneHistory:
    async def test_a_game_across_nodes(
        self, nodes: list[Served], pair: tuple[Peer, Peer], open_store: Open
    ) -> None:
        alice, bob = pair
        room = await alice.create("freestyle")
        await until(lambda: has_heard_of(nodes[1].node, room))
        await bob.act(room, cmd.Join())
        await alice.happened(ev.Joined)
        async with watching(nodes[0], room, "carol") as carol, watching(nodes[1], room, "dave") as dave:
            for point in range(4):
                await play(alice, room, point)
                await bob.happened(ev.Moved)
                await play(bob, room, 19 + point)
                await alice.happened(ev.Moved)
                await alice.happened(ev.Moved)
                await bob.happened(ev.Moved)
            await play(alice, room, 4)
            for peer in (alice, bob, carol, dave):
                assert (await peer.happened(ev.Finished)).winners == (0,)
            log = await history(open_store, room)
            for peer in (carol, dave):
                shown = next(m for m in peer.said if isinstance(m, Synced)).snapshot.version
                assert [version for version, _ in peer.events(room)] == list(range(shown + 1, 15))
                assert [event for _, event in peer.events(room)] == log[shown:]
        for served in nodes:
            await until(lambda served=served: has_heard_of_end(served.node, room))  # type: ignore[misc]

    async def test_of_many_moves_at_once_one_is_made(
        self, nodes: list[Served], pair: tuple[Peer, Peer], open_store: Open
    ) -> None:
        alice, bob = pair
        room = await a_game(alice, bob)
        async with Peer(nodes[1].url) as also_alice:
            # It does not watch, or the other connection would lose the seat to this one.
            await also_alice.hello(credential=alice.credential)
            for turn in range(6):
                base = 4 + 2 * turn
                tries = [
                    (alice, also_alice)[n % 2].ask(
                        Act, **alice.acting(room, cmd.Play(Point(23 * turn + n)), base=base)
                    )
                    for n in range(8)
                ]
                answers = await asyncio.gather(*tries)
                assert [type(answer) for answer in answers].count(Acted) == 1
                refusals = {answer.code for answer in answers if isinstance(answer, Error)}
                assert refusals <= {Reason.STALE, Reason.NOT_YOUR_TURN}
                await bob.act(room, cmd.Play(Point(200 + 3 * turn)), base=base + 1)
                await until(lambda v=base + 2: alice.version(room) == v)  # type: ignore[misc]
        log = await history(open_store, room)
        assert len(log) == 16

    async def test_of_many_who_sit_down_at_once_one_does(self, nodes: list[Served], open_store: Open) -> None:
        names = [f"player-{n}" for n in range(5)]
        async with (
            peers(nodes[0].url, "alice", *names) as (alice, *here),
            peers(nodes[1].url, *(f"{name}-b" for name in names)) as there,
        ):
            for _ in range(5):
                room = await alice.create("freestyle")
                answers = await asyncio.gather(
                    *(peer.ask(Act, **peer.acting(room, cmd.Join(1))) for peer in (*here, *there))
                )
                assert [type(answer) for answer in answers].count(Acted) == 1
                codes = {answer.code for answer in answers if isinstance(answer, Error)}
                assert codes <= {Reason.SEAT_TAKEN, Reason.ROOM_FULL}
                assert len(await history(open_store, room)) == 4

    async def test_one_command_sent_to_both_nodes_is_carried_out_once(
        self, nodes: list[Served], pair: tuple[Peer, Peer], open_store: Open
    ) -> None:
        alice, bob = pair
        room = await a_game(alice, bob)
        async with Peer(nodes[1].url) as also_alice:
            await also_alice.hello(credential=alice.credential)
            for turn in range(5):
                move = alice.acting(room, cmd.Play(Point(3 * turn)), base=4 + 2 * turn)
                first, second = await asyncio.gather(alice.ok(Act, **move), also_alice.ok(Act, **move))
                assert first.version == second.version == 5 + 2 * turn
                await bob.act(room, cmd.Play(Point(100 + 3 * turn)), base=5 + 2 * turn)
            words = [alice.acting(room, cmd.Say(f"{n}")) for n in range(10)]
            await asyncio.gather(*(peer.ok(Act, **w) for w in words for peer in (alice, also_alice)))
        assert len(await history(open_store, room)) == 4 + 10 + 10

    async def test_one_request_for_a_room_sent_to_both_nodes_opens_one(
        self, nodes: list[Served], pair: tuple[Peer, Peer]
    ) -> None:
        alice, _ = pair
        fields = creating()
        async with Peer(nodes[1].url) as also_alice:
            await also_alice.hello(credential=alice.credential)
            first, second = await asyncio.gather(alice.ok(Create, **fields), also_alice.ok(Create, **fields))
            assert first.room == second.room
            for served in nodes:
                assert set(await live_rooms(served.node.store)) == {first.room}

    async def test_a_refusal_is_decided_on_what_has_happened_elsewhere(
        self, nodes: list[Served], pair: tuple[Peer, Peer], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        alice, bob = pair
        room = await a_game(alice, bob)
        await bob.ok(Watch, room=room)

        async def deaf(_: object) -> None:
            return

        monkeypatch.setattr(nodes[1].node.keeper.follower, "handle_wakeup", deaf)
        await play(alice, room, 0)
        await bob.act(room, cmd.Play(Point(1)), base=5)
        assert [version for version, _ in bob.events(room)] == [5, 6]


class TestLobby:
    async def test_rooms_and_invitations_are_known_everywhere(
        self, nodes: list[Served], pair: tuple[Peer, Peer]
    ) -> None:
        alice, bob = pair
        room = await alice.create(invite=("bob",))
        assert (await bob.heard(Invited)).room.id == room
        assert [row.room.id for row in (await bob.ok(Rooms)).rooms] == [room]
        await bob.act(room, cmd.Join())
        await alice.happened(ev.Joined)
        await alice.act(room, cmd.Resign())
        await until(lambda: has_heard_of_end(nodes[1].node, room))
        assert (await bob.ok(Rooms)).rooms == ()

    async def test_a_game_at_one_node_is_on_tv_at_the_other(
        self, nodes: list[Served], pair: tuple[Peer, Peer]
    ) -> None:
        alice, bob = pair
        async with Peer(nodes[0].url) as carol, Peer(nodes[1].url) as viewer:
            await carol.hello("carol")
            await viewer.hello("viewer")
            await viewer.ok(Follow)
            first = await a_game(alice, carol)
            assert (await viewer.heard(Featured)).room == first
            second = await a_game(alice, bob)
            await play(alice, second, 0)
            await alice.act(first, cmd.Resign())
            assert (await viewer.heard(Featured)).room == second

    async def test_a_node_that_starts_knows_the_games_that_are_played(self, open_store: Open) -> None:
        async with (
            serving(await open_store()) as here,
            peers(here.url, "alice", "bob", "carol") as (alice, bob, carol),
        ):
            await carol.ok(Follow)
            room = await a_game(alice, bob)
            assert (await carol.heard(Featured)).room == room
        async with serving(await open_store()) as there, Peer(there.url) as viewer:
            await viewer.hello("viewer")
            await viewer.ok(Follow)
            async with Peer(there.url) as again, Peer(there.url) as also:
                await again.hello(credential=alice.credential)
                await also.hello(credential=bob.credential)
                for peer in (again, also):
                    await peer.ok(Watch, room=room)
                assert (await viewer.heard(Featured)).room == room

    async def test_seats_on_all_nodes_count(self, open_store: Open) -> None:
        allowance = Allowance(rooms_per_person=2)
        async with (
            serving(await open_store(), allowance) as here,
            serving(await open_store(), allowance) as there,
        ):
            await _until_they_hear([here, there])
            async with peers(here.url, "alice") as (alice,), Peer(there.url) as also_alice:
                await also_alice.hello(credential=alice.credential)
                room = await alice.create()
                await also_alice.create()
                for peer in (alice, also_alice):
                    assert await peer.code(Create, **creating()) == ErrorCode.TOO_MANY
                await also_alice.act(room, cmd.Leave())

    async def test_names_are_unique_across_nodes(self, nodes: list[Served], pair: tuple[Peer, Peer]) -> None:
        alice, _ = pair
        async with Peer(nodes[1].url) as peer:
            assert (await peer.hello(credential=alice.credential)).player == alice.welcome.player
        async with Peer(nodes[1].url) as peer:
            answer = await (await peer.post(Hello, **await peer.introduced("ALICE")))
            assert isinstance(answer, Error)


class TestInterest:
    async def test_a_node_hears_of_moves_only_while_somebody_watches_there(
        self, nodes: list[Served], pair: tuple[Peer, Peer], heard: list[Wakeup]
    ) -> None:
        alice, bob = pair
        async with peers(nodes[0].url, "carol") as (carol,):
            room, quiet = await a_game(alice, carol), await alice.create()
            await until(lambda: LobbyWakeup in map(type, heard))
            await play(alice, room, 0)
            await bob.ok(Watch, room=room)
            await play(carol, room, 1)
            await bob.happened(ev.Moved)
            await bob.ok(Unwatch, room=room)
            await bob.ok(Watch, room=quiet)  # the store carries that out after the end of the other one
            await play(alice, room, 2)
            other = await alice.create()  # and so the node has heard of all that came before
            await until(lambda: has_heard_of(nodes[1].node, other))
            await alice.act(room, cmd.Resign())
            await alice.act(other, cmd.Leave())
            await until(lambda: has_heard_of_end(nodes[1].node, other))

        moves = [news for news in heard if isinstance(news, RoomWakeup)]
        assert [(news.room, news.first) for news in moves] == [(room, 6)]
        ends = [news.room for news in heard if isinstance(news, LobbyWakeup) and news.summary is None]
        assert ends == [room, other]

    async def test_who_begins_to_watch_during_a_move_misses_nothing(
        self, nodes: list[Served], pair: tuple[Peer, Peer]
    ) -> None:
        alice, bob = pair
        async with peers(nodes[0].url, "carol") as (carol,):
            room = await a_game(alice, carol)
            for turn in range(18):
                mover = (alice, carol)[turn % 2]
                move = mover.act(room, cmd.Play(Point(3 * turn)), base=4 + turn)
                await asyncio.gather(move, bob.ok(Watch, room=room))
                await until(lambda version=5 + turn: bob.version(room) == version)  # type: ignore[misc]
                await bob.ok(Unwatch, room=room)

    async def test_the_last_to_leave_ends_the_subscription(
        self, nodes: list[Served], pair: tuple[Peer, Peer], heard: list[Wakeup]
    ) -> None:
        alice, _ = pair
        async with peers(nodes[0].url, "carol") as (carol,):
            room = await a_game(alice, carol)
            async with watching(nodes[1], room, "dave"), watching(nodes[1], room, "eve") as eve:
                await play(alice, room, 0)
                await eve.happened(ev.Moved)
            await until(lambda: not nodes[1].node.hub.is_wanted(room))
            assert len(nodes[1].node.keeper) == 0
            async with watching(nodes[1], room, "frank") as frank:
                await play(carol, room, 1)
                await frank.happened(ev.Moved)
                assert [news.first for news in heard if isinstance(news, RoomWakeup)] == [5, 6]


class TestLostNews:
    async def test_nothing_is_missed_when_the_subscription_is_cut(self, valkey: Valkey) -> None:
        async with AsyncExitStack() as stack:
            stores = [await RedisStore.connect(valkey.url) for _ in range(2)]
            for store in stores:
                stack.push_async_callback(store.close)
            here, there = [await stack.enter_async_context(serving(store)) for store in stores]
            client = await stack.enter_async_context(Redis.from_url(valkey.url))
            (alice,) = await stack.enter_async_context(peers(here.url, "alice-c"))
            (bob,) = await stack.enter_async_context(peers(there.url, "bob-c"))
            room = await a_game(alice, bob)
            carol = await stack.enter_async_context(watching(there, room, "carol-c"))
            for turn in range(5):
                await client.client_kill_filter(_type="pubsub")
                await alice.act(room, cmd.Play(Point(2 * turn)), base=4 + 2 * turn)
                await bob.act(room, cmd.Play(Point(101 + 2 * turn)), base=5 + 2 * turn)
            ended = await alice.act(room, cmd.Resign())
            await carol.happened(ev.Finished)
            shown = next(m for m in carol.said if isinstance(m, Synced)).snapshot.version
            assert ended.version is not None
            assert [v for v, _ in carol.events(room)] == list(range(shown + 1, ended.version + 1))
            over = await alice.create()
            await client.client_kill_filter(_type="pubsub")
            await alice.act(over, cmd.Leave())
            new = await alice.create()
            async with Peer(there.url) as zoe:
                await zoe.hello("zoe")
                assert [row.room.id for row in (await zoe.ok(Rooms)).rooms][:1] == [new]


async def test_a_finished_game_is_looked_at_together(pair: tuple[Peer, Peer], open_store: Open) -> None:
    alice, bob = pair
    room = await a_game(alice, bob)
    await alice.act(room, cmd.Resign())
    await bob.happened(ev.Finished)

    async def add(peer: Peer, start: int) -> None:
        for number in range(start, start + 10):
            await peer.ask(Act, **peer.acting(room, cmd.AddVariation(0, (Point(number),))))
            await peer.act(room, cmd.AddComment(0, f"{number}?"))

    await asyncio.gather(add(alice, 20), add(bob, 25))  # both try five of them, and one is refused
    await asyncio.gather(alice.ok(Look, room=room, node=1), bob.ok(Look, room=room, node=2))

    for peer in pair:
        await peer.heard(Looks, lambda message: {look.node for look in message.looks} == {1, 2})
    events = await history(open_store, room)
    for peer in pair:
        assert [event for _, event in peer.events(room)] == events[-len(peer.events(room)) :]
    await bob.connection.close()
    await alice.heard(Looks, lambda message: [look.node for look in message.looks] == [1])
