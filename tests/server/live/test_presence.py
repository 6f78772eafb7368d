"""Who is where: at one node and at two, and what follows when players stay away."""

from collections.abc import AsyncIterator, Mapping

import pytest
import pytest_asyncio

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import absence as rules
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import SEAT_KEPT
from pente_core.rules.outcome import Termination
from pente_protocol.messages.lists import Browse, LobbyUpdate, Online, Rooms
from pente_protocol.messages.people import Rename
from pente_protocol.messages.rooms import Happened, Replaced, RoomPresence, Watch
from pente_server.live.presence import absence_monitor, presence
from pente_server.live.presence.presence_page import FieldKind
from pente_server.requests import room_access
from pente_server.store import StoreUnavailable
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.presence_store import NodeName, PageChanges, PresencePages, PresenceStore
from tests.support.frozen_clock import FrozenClock
from tests.support.peer import Peer, Served, a_game, peers, play, serving
from tests.support.waiting import until

ANN, BOB = Identity(PlayerId("a" * 32), "ann"), Identity(PlayerId("b" * 32), "bob")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    return FrozenClock.install(monkeypatch)


@pytest_asyncio.fixture
async def two(clock: FrozenClock) -> AsyncIterator[tuple[Served, Served]]:
    """Two nodes on one store, whose clocks show the same."""
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as one, serving(MemoryStore(memory)) as other:
        yield one, other


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for anybody."""
    monkeypatch.setattr(absence_monitor, "AWAY_AFTER", 0.0)
    monkeypatch.setattr(rules, "SEAT_KEPT", Millis(0))
    monkeypatch.setattr(rules, "SEAT_KEPT_FOR_GUESTS", Millis(0))
    monkeypatch.setattr(rules, "_LONGEST", 0)
    monkeypatch.setattr(rules, "_SHORTEST", 0)


async def event(peer: Peer, type_: type) -> None:
    await peer.heard(Happened, lambda news: isinstance(news.event, type_))


async def listed(peer: Peer, room: RoomId, *, is_there: bool = True) -> None:
    """Wait until a room is in the list, or no longer."""

    async def holds() -> bool:
        return (room in [row.room.id for row in (await peer.ok(Rooms)).rooms]) is is_there

    await until(holds)


class TestTakingOver:
    async def test_the_newest_connection_has_the_seat(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            room = await a_game(alice, bob)
            await again.hello(credential=alice.credential)
            await again.ok(Watch, room=room)

            assert (await alice.heard(Replaced)).room == room
            await play(again, room, 180)
            assert not any(isinstance(said, Replaced) for said in again.said)

    async def test_who_only_looks_on_takes_nothing_over(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as window:
            room = await a_game(alice, bob)
            await window.hello(credential=alice.credential, watch_only=True)
            await window.ok(Watch, room=room)
            await play(alice, room, 180)

            await event(window, object)
            assert not any(isinstance(said, Replaced) for said in alice.said)
            # neither does such a connection count as being there
            await alice.connection.close()
            await bob.heard(RoomPresence, lambda news: news.present.count(True) == 1)

    async def test_a_connection_at_another_node_takes_over_too(
        self, two: tuple[Served, Served], clock: FrozenClock
    ) -> None:
        one, other = two
        async with peers(one.url, "alice", "bob") as (alice, bob), Peer(other.url) as again:
            room = await a_game(alice, bob)
            clock.let_pass(Millis(1))
            await again.hello(credential=alice.credential)
            await again.ok(Watch, room=room)

            assert (await alice.heard(Replaced)).room == room
            await play(again, room, 180)
            assert not any(isinstance(said, Replaced) for said in (*again.said, *bob.said))


def _is_over(served: Served, room: RoomId) -> bool:
    """Whether the store knows a room as closed."""
    store = served.node.store
    assert isinstance(store, MemoryStore)
    return room not in store._memory.rooms.live


@pytest.mark.usefixtures("clock")
class TestWaitingRooms:
    @pytest.fixture(autouse=True)
    def _noticed_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(absence_monitor, "AWAY_AFTER", 0.0)

    async def test_show_that_the_host_is_away_and_are_kept_for_them(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            room = await alice.create(time="5+0", seat=0)
            await bob.ok(Watch, room=room)
            await bob.ok(Browse)
            await alice.connection.close()

            await event(bob, ev.Gone)
            await bob.heard(LobbyUpdate, lambda news: [row.room.away for row in news.rooms] == [(0,)])
            assert await bob.refusal(room, cmd.Join()) == "host-away"

            await again.hello(credential=alice.credential, rooms={room: 0})
            await event(bob, ev.Returned)
            await bob.heard(LobbyUpdate, lambda news: [row.room.away for row in news.rooms] == [()])
            await bob.act(room, cmd.Join())
            await event(again, ev.Started)

    async def test_begin_the_game_of_an_invited_player_once_the_host_is_back(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            room = await alice.create(time="5+0", invite=["bob"])
            await bob.ok(Watch, room=room)
            await alice.connection.close()
            await event(bob, ev.Gone)
            await bob.act(room, cmd.Join())
            await again.hello(credential=alice.credential, rooms={room: 0})
            await event(bob, ev.Started)

    async def test_are_closed_by_any_node_in_time(
        self, two: tuple[Served, Served], clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, other = two
        monkeypatch.setattr(rules, "SEAT_KEPT", Millis(500))
        async with peers(one.url, "alice") as (alice,), peers(other.url, "bob") as (bob,):
            room = await alice.create(time="5+0")
            await listed(bob, room)
            await bob.ok(Watch, room=room)
            await alice.connection.close()
            await event(bob, ev.Gone)
            clock.let_pass(Millis(500))
            await event(bob, ev.Closed)

    async def test_wait_for_hosts_who_could_not_come_back_in_an_outage(
        self, served: Served, clock: FrozenClock
    ) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            room = await alice.create(time="5+0")
            await bob.ok(Watch, room=room)
            await alice.connection.close()
            await event(bob, ev.Gone)
            clock.let_pass(Millis(2 * SEAT_KEPT))
            await event(bob, ev.OutageCredited)
            await again.hello(credential=alice.credential, rooms={room: 0})
            await event(bob, ev.Returned)
            assert not any(
                isinstance(said, Happened) and isinstance(said.event, ev.Closed) for said in bob.said
            )

    async def test_of_a_connection_that_only_watches_have_no_host(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as window:
            room = await alice.create(time="5+0")
            await bob.ok(Watch, room=room)
            await window.hello(credential=alice.credential, watch_only=True)
            await window.ok(Watch, room=room)
            await alice.connection.close()
            await event(bob, ev.Gone)

    async def test_are_joined_by_nobody_as_soon_as_the_host_has_gone(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(absence_monitor, "AWAY_AFTER", 1000.0)
        monkeypatch.setattr(room_access, "NEW_FOR", Millis(0))
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room, told = await alice.create(time="5+0"), await alice.create(time="5+0", invite=["bob"])
            days = await alice.create(time="1d/move")
            await bob.ok(Watch, room=room)
            await alice.connection.close()
            await bob.heard(RoomPresence, lambda news: not any(news.present))
            assert await bob.refusal(room, cmd.Join()) == "host-away"
            await bob.act(told, cmd.Join())
            await bob.act(days, cmd.Join())


class TestTwoNodes:
    async def test_everybody_counts_everywhere(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with (
            peers(one.url, "alice", "carol") as (alice, carol),
            peers(other.url, "bob", "dave") as (bob, dave),
        ):
            room = await alice.create()
            await listed(dave, room)
            await bob.act(room, cmd.Join())
            await carol.ok(Watch, room=room)
            await dave.ok(Watch, room=room)

            def is_complete(news: RoomPresence) -> bool:
                return news.present == (True, True) and sorted(news.viewer_names) == ["carol", "dave"]

            for peer in (alice, bob, carol, dave):
                assert (await peer.heard(RoomPresence, is_complete)).viewers == 2
                players = (await peer.ok(Online)).players
                assert [row.player.name for row in players] == ["alice", "bob", "carol", "dave"]

    async def test_who_has_a_seat_is_no_viewer_even_where_another_node_does_not_know_yet(
        self, two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        one, other = two
        async with (
            peers(one.url, "alice") as (alice,),
            peers(other.url, "bob", "carol") as (bob, carol),
            Peer(one.url) as again,
        ):
            room = await alice.create({"base": "pente", "sides": 3})
            await listed(bob, room)
            for viewer in (bob, carol):
                await viewer.ok(Watch, room=room)
            await alice.heard(RoomPresence, lambda news: news.viewers == 2)

            async def never() -> None: ...

            monkeypatch.setattr(
                other.node.presence, "renew", never
            )  # its page goes on to list bob as a viewer
            await again.hello(credential=bob.credential)
            await again.act(room, cmd.Join())
            news = await alice.heard(RoomPresence, lambda news: news.present.count(True) == 2)
            assert (news.viewers, news.viewer_names) == (1, ("carol",))

    async def test_who_watches_twice_is_one_viewer(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with (
            peers(one.url, "alice") as (alice,),
            peers(other.url, "bob", "carol") as (bob, carol),
            Peer(one.url) as again,
        ):
            room = await alice.create()
            await listed(bob, room)
            await again.hello(credential=bob.credential)
            for viewer in (bob, again, carol):
                await viewer.ok(Watch, room=room)
            await alice.heard(RoomPresence, lambda news: sorted(news.viewer_names) == ["bob", "carol"])
            assert {news.viewers for news in alice.said if isinstance(news, RoomPresence)} <= {0, 1, 2}

    async def test_a_node_that_stops_takes_its_players_with_it(self) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as one,
            serving(MemoryStore(memory)) as other,
            peers(one.url, "alice") as (alice,),
            peers(other.url, "bob") as (bob,),
        ):
            room = await alice.create()
            await listed(bob, room)
            await bob.act(room, cmd.Join())
            await alice.heard(RoomPresence, lambda news: all(news.present))
            node = other.node
            await node.presence.withdraw()
            node.presence._store = MemoryStore().presence  # as if it had died
            await alice.heard(RoomPresence, lambda news: not all(news.present))


class TestPages:
    async def test_all_is_written_again_when_an_answer_got_lost(self) -> None:
        memory = MemoryDatabase()
        told = _Forgetful(MemoryStore(memory).presence)
        here = presence.Presence(told, lambda _: None, lambda *_: None)
        there = presence.Presence(MemoryStore(memory).presence, lambda _: None, lambda *_: None)
        here.entered(ANN, Instant(1))
        await here.renew()

        await here.withdraw()
        told.is_answering = False
        here.entered(BOB, Instant(2))
        with pytest.raises(StoreUnavailable):
            await here.renew()
        told.is_answering = True
        await here.renew()

        await there.renew()
        assert [online.player for online in there.online()] == [ANN, BOB]

    async def test_who_has_another_name_is_here_under_that(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(Rename, name="alicia")

            assert [row.player.name for row in (await bob.ok(Online)).players] == ["alicia", "bob"]


class _Forgetful:
    """A store that does what it is asked, and does not always say so."""

    def __init__(self, store: PresenceStore) -> None:
        self._store = store
        self.is_answering = True

    async def renew(self, node: NodeName, changes: Mapping[str, bytes]) -> PresencePages:
        pages = await self._store.renew(node, changes)
        if not self.is_answering:
            raise StoreUnavailable("no answer came")
        return pages

    async def page(self, node: NodeName, since: int = 0) -> PageChanges:
        return await self._store.page(node, since)

    async def withdraw(self, node: NodeName) -> None:
        await self._store.withdraw(node)


class TestChangedBlockLists:
    async def test_every_change_reaches_the_other_nodes_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        memory, changed = MemoryDatabase(), list[PlayerId]()

        def note(kind: FieldKind, player: PlayerId) -> None:
            assert kind is FieldKind.ACCOUNT
            changed.append(player)

        here = presence.Presence(MemoryStore(memory).presence, lambda _: None, lambda *_: None)
        there = presence.Presence(MemoryStore(memory).presence, lambda _: None, lambda *_: None, note)
        for at in (1, 2):
            here.account_changed(ANN.id, Instant(at))
            await here.renew()
            for _ in range(2):
                await there.renew()
        assert changed == [ANN.id, ANN.id]

        monkeypatch.setattr(presence, "CHANGE_SHOWN", -1.0)
        await here.renew()
        await there.renew()
        assert changed == [ANN.id, ANN.id]
        assert not here._fields


@pytest.mark.usefixtures("impatient")
class TestAbsence:
    @pytest.mark.usefixtures("no_first_moves_due")
    async def test_the_one_who_is_left_claims_the_game(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob, time="5+0")
            await bob.connection.close()
            await event(alice, ev.Gone)
            await alice.act(room, cmd.Claim(cmd.ClaimKind.WIN))

            ended = await alice.heard(Happened, lambda news: isinstance(news.event, ev.Finished))
            assert isinstance(ended.event, ev.Finished)
            assert ended.event.termination is Termination.FORFEIT

    async def test_who_comes_back_goes_on(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            room = await a_game(alice, bob, time="5+0")
            await bob.connection.close()
            await event(alice, ev.Gone)
            await again.hello(credential=bob.credential, rooms={room: 0})
            await event(alice, ev.Returned)
            assert await alice.refusal(room, cmd.Claim(cmd.ClaimKind.WIN)) == "nobody-gone"

    async def test_a_player_of_another_node_is_not_gone(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with peers(one.url, "alice", "bob") as (alice, bob), Peer(other.url) as again:
            room = await a_game(alice, bob, time="5+0")
            await again.hello(credential=bob.credential)
            await again.ok(Watch, room=room)
            await until(lambda: other.node.hub.is_here(room, bob.welcome.player.id))
            await until(lambda: one.node.presence.is_elsewhere(room, bob.welcome.player.id))
            await bob.connection.close()
            await until(lambda: not one.node.hub.is_here(room, bob.welcome.player.id))
            for node in (one.node, other.node):
                await node.absence_monitor.update_rooms()
            assert len(one.node.absence_monitor) == len(other.node.absence_monitor) == 0
            assert await alice.refusal(room, cmd.Claim(cmd.ClaimKind.WIN)) == "nobody-gone"

    async def test_nobody_is_missed_where_a_turn_may_take_days(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await a_game(alice, bob, time="3d/move")
            await bob.connection.close()
            await alice.heard(RoomPresence, lambda news: not all(news.present))
            assert len(served.node.absence_monitor) == 0

    @pytest.mark.parametrize("time", ["5+0", "-"])
    @pytest.mark.parametrize("invited", [(), ("bob",)])
    async def test_a_room_whose_host_went_away_is_closed(
        self, served: Served, time: str, invited: tuple[str, ...]
    ) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await alice.create(time=time, invite=invited)
            await bob.ok(Watch, room=room)
            await alice.connection.close()
            closed = await bob.heard(Happened, lambda news: isinstance(news.event, ev.Closed))
            assert isinstance(closed.event, ev.Closed)
            assert closed.event.reason is ev.Closing.AWAY
            await listed(bob, room, is_there=False)

    async def test_hosts_who_do_not_come_back_after_a_restart_lose_their_rooms(self) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as before,
            peers(before.url, "alice", "bob", "carol") as (alice, _, carol),
        ):
            gone, kept = await alice.create(time="5+0", invite=["bob"]), await carol.create(time="1d/move")
        async with serving(MemoryStore(memory)) as after, peers(after.url, "dave") as (dave,):
            del before
            await until(lambda: _is_over(after, gone))
            await listed(dave, kept)

    async def test_players_who_do_not_come_back_after_a_restart_are_missed(self) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as before,
            peers(before.url, "alice", "bob") as (alice, bob),
        ):
            room = await a_game(alice, bob, time="5+0")
        async with serving(MemoryStore(memory)) as after, Peer(after.url) as again:
            await again.hello(credential=alice.credential, rooms={room: alice.version(room)})
            gone = await again.heard(Happened, lambda news: isinstance(news.event, ev.Gone))
            assert isinstance(gone.event, ev.Gone)
            assert gone.event.seat == 1
