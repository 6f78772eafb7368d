"""Whoever may no longer watch a room receives nothing more of it, whichever way they had come in."""

from collections.abc import AsyncIterator

import pytest

from pente_core.identity import RoomId
from pente_core.room import OfferKind, Options, WatchPolicy, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.codec import encode_event
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Dismissed, Happened, Replaced, RoomPresence, Synced, Unwatch, Watch
from pente_protocol.messages.tv import Featured, Follow
from pente_server.live.listening import presence_messages
from pente_server.live.viewer_dismissals import dismissals, lost_access
from pente_server.rooms.observer import Advance
from pente_server.store.logs.log_marks import NO_MARKS
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.games.room_scenario import ANN, BOB, EVE, Scene
from tests.support.peer import Peer, Served, a_game, peers, play, serving
from tests.support.waiting import until

BY_INVITATION = Options(watch=WatchPolicy.INVITED)
FOR_THREE = {"base": "freestyle", "sides": 3}
CLOSE, OPEN = cmd.SetWatchPolicy(WatchPolicy.INVITED), cmd.SetWatchPolicy(WatchPolicy.ANYBODY)


def about(peer: Peer, room: RoomId) -> list[ServerMessage]:
    """All that a peer was sent of a room's life."""
    kinds = Happened | Synced | RoomPresence | Dismissed | Replaced
    return [message for message in peer.said if isinstance(message, kinds) and message.room == room]


async def settled(*others: Peer) -> None:
    """Wait until every message of the past is sent, presence too, which is late on purpose."""
    for peer in others:
        await peer.ok(Rooms)


class TestLeaving:
    async def test_a_stranger_who_joins_and_leaves_receives_nothing_more(
        self, trio: list[Peer], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(presence_messages, "PRESENCE_EVERY", 0)
        alice, bob, carol = trio
        room = await alice.create(FOR_THREE, options=BY_INVITATION, invite=("bob",))
        assert await carol.code(Watch, room=room) == "not-invited"
        await carol.act(room, cmd.Join())
        await carol.act(room, cmd.Leave())
        assert isinstance(carol.events(room)[-1][1], ev.Left)
        dismissed = about(carol, room)[-1]
        assert isinstance(dismissed, Dismissed)
        assert (dismissed.code, dismissed.room) == ("not-invited", room)
        known = len(about(carol, room))

        await alice.act(room, cmd.Say("at last we are alone"))
        await bob.ok(Watch, room=room)
        await alice.heard(RoomPresence, lambda m: m.viewers == 1)
        await bob.ok(Unwatch, room=room)
        await alice.heard(RoomPresence, lambda m: m.viewers == 0)
        await settled(carol)
        assert len(about(carol, room)) == known
        assert await carol.code(Watch, room=room, after=3) == "not-invited"
        assert await carol.refusal(room, cmd.Say("let me in")) == "not-invited"

    async def test_all_connections_of_the_leaver_do(self, served: Served, trio: list[Peer]) -> None:
        alice, _, carol = trio
        room = await alice.create(FOR_THREE, options=BY_INVITATION)
        await carol.act(room, cmd.Join())
        async with Peer(served.url) as aside:
            await aside.hello(credential=carol.credential, watch_only=True, rooms={room: 0})
            await carol.act(room, cmd.Leave())
            await aside.heard(Dismissed)
            await alice.act(room, cmd.Say("psst"))
            await settled(aside, carol)
            assert ev.Said not in {type(event) for peer in (aside, carol) for _, event in peer.events(room)}

    async def test_the_host_and_the_invited_go_on_watching(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(FOR_THREE, options=BY_INVITATION, invite=("bob",))
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Leave())
        await alice.act(room, cmd.Say("stay"))
        await bob.happened(ev.Said)

    async def test_a_leaver_of_an_open_room_goes_on_watching(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(FOR_THREE)
        await bob.act(room, cmd.Join())
        await bob.act(room, cmd.Leave())
        await alice.act(room, cmd.Say("stay"))
        await bob.happened(ev.Said)

    async def test_a_leaver_may_join_again(self, trio: list[Peer]) -> None:
        alice, _, carol = trio
        room = await alice.create(FOR_THREE, options=BY_INVITATION)
        for _ in range(3):
            await carol.act(room, cmd.Join())
            await carol.act(room, cmd.Leave())
            await alice.act(room, cmd.Say("psst"))
        await carol.act(room, cmd.Join())
        await settled(carol)
        assert not [event for _, event in carol.events(room) if isinstance(event, ev.Said)]

    async def test_resuming_is_refused(self, served: Served, trio: list[Peer]) -> None:
        alice, _, carol = trio
        room = await alice.create(FOR_THREE, options=BY_INVITATION)
        await carol.act(room, cmd.Join())
        await carol.act(room, cmd.Leave())
        async with Peer(served.url) as again:
            await again.hello(credential=carol.credential, rooms={room: 3})
            assert [type(message) for message in about(again, room)] == [Dismissed]

    async def test_what_was_said_before_a_seat_was_taken_is_no_event_for_its_player(
        self, trio: list[Peer]
    ) -> None:
        alice, _, carol = trio
        room = await alice.create(FOR_THREE, options=BY_INVITATION)
        await alice.act(room, cmd.Say("psst"))
        await carol.act(room, cmd.Join(), base=2)
        assert [type(message) for message in about(carol, room) if isinstance(message, Happened)] == []
        assert (await carol.heard(Synced)).snapshot.version == 4


class TestPolicy:
    async def test_the_host_ends_watching(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await alice.act(room, CLOSE)
        assert (await carol.happened(ev.WatchPolicyChanged)).watch is WatchPolicy.INVITED
        assert (await carol.heard(Dismissed)).code == "not-invited"
        await play(alice, room, 0)
        await settled(carol)
        assert isinstance(about(carol, room)[-1], Dismissed)
        assert await carol.code(Watch, room=room) == "not-invited"

    async def test_and_allows_it_again(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await alice.act(room, CLOSE)
        await alice.act(room, cmd.Say("psst"))
        await alice.act(room, OPEN)
        since = carol.version(room)
        await carol.ok(Watch, room=room, after=since)
        assert since == 5
        assert (await carol.heard(Synced, lambda m: m.snapshot.version == 7)).snapshot.watch is None
        await play(alice, room, 0)

    async def test_only_the_host_does(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        assert await bob.refusal(room, CLOSE) == "not-host"
        assert await carol.refusal(room, CLOSE) == "not-host"
        assert await alice.refusal(room, OPEN) == "so-already"

    async def test_the_lobby_and_the_next_game_have_the_present_policy(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await alice.act(room, CLOSE)
        (summary,) = [row.room for row in (await carol.ok(Rooms)).rooms]
        assert summary.options.watch is WatchPolicy.INVITED
        await alice.act(room, cmd.Resign())
        await bob.act(room, cmd.Offer(OfferKind.REMATCH))
        await alice.act(room, cmd.Offer(OfferKind.REMATCH))
        sequel = (await alice.happened(ev.Continued)).room
        assert await carol.code(Watch, room=sequel) == "not-invited"
        await alice.ok(Watch, room=sequel)

    async def test_a_game_by_invitation_is_not_featured(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        await carol.ok(Follow)
        first, second = await a_game(alice, bob), await a_game(alice, bob)
        assert (await carol.heard(Featured)).room == first
        await alice.act(first, CLOSE)
        assert (await carol.heard(Featured)).room == second
        await alice.act(second, CLOSE)
        assert (await carol.ok(Follow)).room is None
        await alice.act(first, OPEN)
        assert (await carol.heard(Featured)).room == first


class TestHosts:
    async def test_a_kicked_viewer_is_not_readmitted_by_what_follows(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        async with Peer(served.url) as aside:
            await aside.hello(credential=carol.credential, watch_only=True, rooms={room: 0})
            await carol.ok(Watch, room=room)
            await alice.act(room, cmd.Kick(carol.welcome.player.id))
            await play(alice, room, 0)
            await settled(carol, aside)
            for peer in (carol, aside):
                assert isinstance(about(peer, room)[-1], Dismissed)

    async def test_what_happened_during_a_ban_is_no_event_for_the_banned(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await alice.act(room, cmd.Ban(carol.welcome.player.id))
        await alice.act(room, cmd.Say("psst"))
        await alice.act(room, cmd.Unban(carol.welcome.player.id))
        await carol.ok(Watch, room=room, after=5)
        assert ev.Said not in {type(event) for _, event in carol.events(room)}
        assert (await carol.heard(Synced, lambda m: m.snapshot.version == 7)).snapshot.chat


@pytest.fixture
async def nodes() -> AsyncIterator[tuple[Served, Served]]:
    """Two nodes on one store."""
    database = MemoryDatabase()
    async with serving(MemoryStore(database)) as here, serving(MemoryStore(database)) as there:
        yield here, there


class TestNodes:
    async def test_a_connection_to_another_node_receives_nothing_more(
        self, nodes: tuple[Served, Served]
    ) -> None:
        here, there = nodes
        async with peers(here.url, "alice", "carol") as (alice, carol), Peer(there.url) as aside:
            room = await alice.create(FOR_THREE, options=BY_INVITATION)
            await carol.act(room, cmd.Join())
            await aside.hello(credential=carol.credential, watch_only=True, rooms={room: 0})
            await carol.act(room, cmd.Leave())
            await alice.act(room, cmd.Say("psst"))
            await aside.heard(Dismissed)
            await until(lambda: not there.node.hub.is_wanted(room))
            await settled(aside)
            assert isinstance(aside.events(room)[-1][1], ev.Left)

    async def test_a_store_that_has_lost_the_end_of_a_room(
        self, nodes: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, _ = nodes
        async with peers(here.url, "alice", "carol") as (alice, carol):
            room = await alice.create(FOR_THREE, options=BY_INVITATION)
            await carol.act(room, cmd.Join())
            store = here.node.store
            assert isinstance(store, MemoryStore)
            del store._memory.logs[room][2:]
            await alice.act(room, cmd.Say("psst"))
            assert (await carol.heard(Dismissed)).code == "not-invited"
            await settled(carol)
            assert isinstance(about(carol, room)[-1], Dismissed)
            assert not [event for _, event in carol.events(room) if isinstance(event, ev.Said)]


class TestAdvances:
    """Events that arrive together end watching as they would one after the other."""

    def at_once(self, scene: Scene, start: int, people: list[str] | None = None) -> dict[int, list[str]]:
        before, events = replay(scene.log[:start]), scene.log[start:]
        bodies = [encode_event(event) for event in events]
        advance = Advance(RoomId("room"), before, scene.room, events, bodies, NO_MARKS)
        names = {one.id: one.name for one in (ANN, BOB, EVE)}
        found = dismissals(advance, [one.id for one in (ANN, BOB, EVE) if one.name in (people or [])])
        return {version: [names[gone.player] for gone in some] for version, some in found.items()}

    def test_who_leaves_and_joins_again_is_dismissed_between(self) -> None:
        scene = Scene(FOR_THREE, options=BY_INVITATION)
        scene.do(cmd.Join(), EVE)
        start = len(scene.log)
        for command, by in ((cmd.Leave(), EVE), (cmd.Say("psst"), ANN), (cmd.Join(), EVE)):
            scene.do(command, by)
        assert self.at_once(scene, start, ["ann", "eve"]) == {start + 1: ["eve"]}

    def test_each_once(self) -> None:
        scene = Scene.begun()
        start = len(scene.log)
        for command in (cmd.Kick(EVE.id), CLOSE, OPEN, cmd.Ban(EVE.id)):
            scene.do(command, ANN)
        assert self.at_once(scene, start, ["ann", "bob", "eve"]) == {start + 1: ["eve"]}

    def test_nobody_when_nothing_ends_watching(self) -> None:
        scene = Scene(FOR_THREE, options=BY_INVITATION)
        start = len(scene.log)
        scene.do(cmd.Join(), BOB)
        assert self.at_once(scene, start, ["ann", "bob"]) == {}

    def test_after_a_loss_those_who_may_not_watch_what_is_left(self) -> None:
        scene = Scene(options=BY_INVITATION)
        scene.do(cmd.Ban(BOB.id), ANN)
        codes = {gone.player: gone.code for gone in lost_access(scene.room, [ANN.id, BOB.id, EVE.id, EVE.id])}
        assert codes == {BOB.id: "banned", EVE.id: "not-invited"}
