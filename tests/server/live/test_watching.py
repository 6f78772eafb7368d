"""What those who watch get to know, and when: events, snapshots, presence, chat, the featured game."""

import asyncio

import pytest

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import Viewer, apply, restore, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.lists import Invited
from pente_protocol.messages.rooms import Create, Happened, RoomPresence, Synced, Unwatch, Watch
from pente_protocol.messages.tv import Featured, Follow
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.live.listening.presence_messages import PRESENCE_EVERY
from pente_server.rooms.loaded import room_log
from tests.support.peer import Peer, Served, a_game, creating, peers, play, serving
from tests.support.waiting import until

NOWHERE = RoomId("0123456789ab")


class TestWatch:
    async def test_from_nothing_a_snapshot_and_then_every_event(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await play(alice, room, 0)
        ok = await carol.ok(Watch, room=room)
        await play(bob, room, 1)
        await play(alice, room, 2)
        await carol.happened(ev.Moved)
        await carol.happened(ev.Moved)

        synced = next(message for message in carol.said if isinstance(message, Synced))
        assert carol.said.index(synced) < carol.said.index(ok)
        assert ok.version == synced.snapshot.version == 5
        assert [version for version, _ in carol.events(room)] == [6, 7]
        state = restore(synced.snapshot)
        for _, event in carol.events(room):
            state = apply(state, event)
        assert snapshot(state, Viewer.WATCHER).turns == ("A1", "B1", "C1")

    async def test_since_a_version_what_was_missed(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        for point in range(0, 6, 2):
            await play(alice, room, point)
            await play(bob, room, point + 1)
        ok = await carol.ok(Watch, room=room, after=6)

        assert [version for version, _ in carol.events(room)] == [7, 8, 9, 10]
        assert ok.version == 10
        assert carol.events(room) == alice.events(room)[-4:]

    async def test_since_now_nothing(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        assert (await carol.ok(Watch, room=room, after=4)).version == 4
        assert not [m for m in carol.said if isinstance(m, Happened | Synced)]

    @pytest.mark.parametrize("since", [3, 5, 10**6, 2**31 - 1])
    async def test_a_checkpoint_that_is_none_gets_a_snapshot(self, trio: list[Peer], since: int) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room, after=Checkpoint(since, Mark("0" * 16)))
        assert (await carol.heard(Synced)).snapshot.version == 4

    @pytest.mark.parametrize("limit", ["MOST_MISSED", "MOST_MISSED_BYTES"])
    async def test_too_much_missed_is_a_snapshot(
        self, trio: list[Peer], monkeypatch: pytest.MonkeyPatch, limit: str
    ) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await play(alice, room, 0)
        await play(bob, room, 1)
        monkeypatch.setattr(room_log, limit, 1)
        await carol.ok(Watch, room=room, after=4)
        assert (await carol.heard(Synced)).snapshot.version == 6

    async def test_again_while_it_is_watched(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        for _ in range(3):
            await carol.ok(Watch, room=room)
        await play(alice, room, 0)
        await carol.happened(ev.Moved)
        await carol.ok(Follow)

        assert len(carol.events(room)) == 1

    async def test_unwatch(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await carol.ok(Unwatch, room=room)
        await play(alice, room, 0)
        await carol.ok(Follow)

        assert carol.events(room) == []

    async def test_while_moves_are_made_nothing_is_missed(self, served: Served) -> None:
        names = [f"watcher-{n}" for n in range(8)]
        async with peers(served.url, "alice", "bob", *names) as (alice, bob, *watchers):
            room = await a_game(alice, bob)

            async def come_and_go(peer: Peer) -> None:
                for _ in range(6):
                    await peer.ok(Watch, room=room, after=peer.version(room))
                    await peer.ok(Unwatch, room=room)
                await peer.ok(Watch, room=room, after=peer.version(room))

            async def talk() -> None:
                for number in range(40):
                    await (alice, bob)[number % 2].act(room, cmd.Say(f"{number}"))

            await asyncio.gather(talk(), *(come_and_go(peer) for peer in watchers))
            await alice.act(room, cmd.Resign())
            for peer in watchers:
                await peer.happened(ev.Finished)
                first = next(m for m in peer.said if isinstance(m, Synced)).snapshot.version
                versions = sorted({version for version, _ in peer.events(room)})
                assert versions == list(range(first + 1, 46))
                assert len(versions) == len(peer.events(room))


class TestResume:
    async def test_before_the_welcome_comes_what_was_missed(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        first, second = await a_game(alice, bob), await a_game(alice, bob)
        for room in (first, second):
            await play(alice, room, 0)
        async with Peer(served.url) as again:
            await again.hello(credential=carol.credential, rooms={first: 4, second: 0, NOWHERE: 7})
            before = again.said[: again.said.index(again.welcome)]
            missed = [message for message in before if isinstance(message, Happened | Synced)]

            assert len(missed) == 2
            assert {(type(message), message.room) for message in missed} == {
                (Happened, first),
                (Synced, second),
            }
            await play(bob, first, 1)
            await play(bob, second, 1)
            await again.heard(Happened, lambda m: m.room == second and m.version == 6)
            assert [version for version, _ in again.events(first)] == [5, 6]

    async def test_a_game_goes_on_over_a_new_connection(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        await play(alice, room, 0)
        version = bob.version(room)
        bob.connection.transport.abort()
        await alice.act(room, cmd.Say("are you there?"))
        async with Peer(served.url) as again:
            await again.hello(credential=bob.credential, rooms={room: version})
            assert [type(event) for _, event in again.events(room)] == [ev.Said]
            await play(again, room, 1)
            await alice.happened(ev.Moved)
            assert again.welcome.rooms[0].room.id == room

    async def test_so_many_rooms_at_once_are_resumed_at_the_usual_pace(self) -> None:
        allowance = Allowance(messages=RateLimit(20, 3), rooms_per_person=10)
        async with serving(allowance=allowance) as served, peers(served.url, "alice") as (alice,):
            rooms = [await alice.create() for _ in range(9)]
            loop = asyncio.get_running_loop()
            async with Peer(served.url) as again:
                begin = loop.time()
                await again.hello(credential=alice.credential, rooms=dict.fromkeys(rooms, 0))
                assert loop.time() - begin > 0.25


class TestChat:
    async def test_watchers_talk_among_themselves(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        async with Peer(served.url) as dave:
            await dave.hello("dave")
            await dave.ok(Watch, room=room)
            await carol.act(room, cmd.Say("bob blunders", ev.ChatAudience.WATCHERS))
            await carol.act(room, cmd.Say("hello all"))

            assert (await dave.happened(ev.Said)).text == "bob blunders"
            for player in (alice, bob):
                assert (await player.happened(ev.Said)).text == "hello all"
                assert [type(event) for _, event in player.events(room)][-2:] == [ev.Hidden, ev.Said]

    async def test_players_do_not_find_it_out_later(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        await carol.act(room, cmd.Say("bob blunders", ev.ChatAudience.WATCHERS))
        for since in (0, 4):
            async with Peer(served.url) as again:
                await again.hello(credential=bob.credential, rooms={room: since})
                await again.ok(Watch, room=room, after=since)
                assert "blunders" not in repr(again.said)
        async with Peer(served.url) as dave:
            await dave.hello("dave", rooms={room: 4})
            await dave.ok(Watch, room=room)
            assert repr(dave.said).count("blunders") == 2

    async def test_who_sits_down_hears_no_more_of_it(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create()
        await carol.ok(Watch, room=room)
        await bob.ok(Watch, room=room)
        await bob.act(room, cmd.Join())
        await carol.act(room, cmd.Say("psst", ev.ChatAudience.WATCHERS))
        await bob.happened(ev.Hidden)
        assert "psst" not in repr(bob.said)

    async def test_the_same_player_elsewhere_hears_no_more_either(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, _, carol = trio
        room = await alice.create()
        async with Peer(served.url) as also_alice:
            await also_alice.hello(credential=alice.credential)
            await also_alice.ok(Watch, room=room)
            await carol.act(room, cmd.Say("psst", ev.ChatAudience.WATCHERS))
            await also_alice.happened(ev.Hidden)


class TestPresence:
    async def test_comings_and_goings(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        room = await alice.create()
        assert (await alice.heard(RoomPresence)).present == (True, False)
        await bob.act(room, cmd.Join())
        await alice.heard(RoomPresence, lambda p: p.present == (True, True))
        await carol.ok(Watch, room=room)
        await alice.heard(RoomPresence, lambda p: p.viewers == 1)
        await carol.connection.close()
        await alice.heard(RoomPresence, lambda p: p.viewers == 0)
        bob.connection.transport.abort()
        await alice.heard(RoomPresence, lambda p: p.present == (True, False))
        async with Peer(served.url) as again:
            await again.hello(credential=bob.credential, rooms={room: 4})
            await alice.heard(RoomPresence, lambda p: p.present == (True, True))

    async def test_a_seat_that_is_given_up(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create({"base": "freestyle", "sides": 3})
        await bob.act(room, cmd.Join())
        await alice.heard(RoomPresence, lambda p: p.present == (True, True, False))
        await bob.act(room, cmd.Leave())
        await alice.heard(RoomPresence, lambda p: p.present == (True, False, False) and p.viewers == 1)

    async def test_two_connections_are_one_player(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        async with Peer(served.url) as again:
            await again.hello(credential=bob.credential, rooms={room: 4})
        await bob.ok(Follow)
        last = [message for message in alice.said if isinstance(message, RoomPresence)][-1]
        assert last.present[0]
        await bob.connection.close()
        await alice.heard(RoomPresence, lambda p: p.present == (True, False))

    async def test_a_crowd_that_comes_and_goes_is_counted_now_and_then(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, bob, carol = trio
        loop = asyncio.get_running_loop()
        begin = loop.time()
        room = await a_game(alice, bob)
        for _ in range(100):
            await carol.ok(Watch, room=room)
            await carol.ok(Unwatch, room=room)
        await carol.ok(Watch, room=room)
        await alice.heard(RoomPresence, lambda p: p.viewers == 1)
        await until(lambda: alice.said[-1] == RoomPresence(room, (True, True), 1, ("carol",)))

        took = loop.time() - begin
        assert len([m for m in alice.said if isinstance(m, RoomPresence)]) <= 2 + took / PRESENCE_EVERY


class TestInvitations:
    async def test_the_invited_is_told_everywhere_and_sits_down(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, bob, _ = trio
        async with Peer(served.url) as also_bob:
            await also_bob.hello(credential=bob.credential)
            room = await alice.create(invite=("BOB",))
            for peer in (bob, also_bob):
                invited = await peer.heard(Invited)
                assert invited.room.id == room
                assert invited.room.invited == (bob.welcome.player,)
        await bob.act(room, cmd.Join())
        await alice.happened(ev.Joined)

    async def test_it_can_be_declined(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(invite=("bob",))
        await bob.act(room, cmd.Decline())
        await alice.heard(Happened, lambda m: type(m.event).__name__ == "Closed")

    async def test_inviting_oneself_is_inviting_nobody(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await alice.create(invite=("alice",))
        await bob.act(room, cmd.Join())

    async def test_a_request_sent_again_is_no_second_invitation(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        fields = creating(invite=("bob",))
        await alice.ok(Create, **fields)
        await alice.ok(Create, **fields)
        await bob.ok(Follow)

        assert len([m for m in bob.said if isinstance(m, Invited)]) == 1


class TestFeatured:
    async def test_the_featured_game_stays_until_it_is_over(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        assert (await carol.ok(Follow)).room is None
        first = await a_game(alice, bob)
        assert (await carol.heard(Featured)).room == first
        second = await a_game(alice, bob)
        await alice.act(first, cmd.Resign())
        assert (await carol.heard(Featured)).room == second
        await alice.act(second, cmd.Resign())
        assert (await carol.ok(Follow)).room is None

    async def test_nobody_is_shown_their_own_game(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        own = await a_game(alice, bob)
        await carol.ok(Follow)
        assert (await bob.ok(Follow)).room is None
        other = await a_game(alice, carol)
        assert (await bob.heard(Featured)).room == other
        assert (await alice.ok(Follow)).room is None
        assert own != other

    async def test_channels_and_their_neighbours(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        people = await a_game(alice, bob, "pente")
        async with Peer(served.url) as robot, Peer(served.url) as android:
            await robot.hello("robot", kind=PlayerKind.BOT)
            await android.hello("android", kind=PlayerKind.BOT)
            bots = await a_game(robot, android, "keryo-pente")
            await until(lambda: len(served.node.tv) == 2)
            shown = {
                channel: (await carol.ok(Follow, channel=channel)).room
                for channel in ("best", "people", "bots", "pente", "keryo-pente", "gomoku")
            }
            assert shown == {
                "best": people,
                "people": people,
                "bots": bots,
                "pente": people,
                "keryo-pente": bots,
                "gomoku": None,
            }
            assert (await carol.ok(Follow, beside=people)).room == bots
            assert (await carol.ok(Follow, beside=bots, back=True)).room == people
            assert (await carol.ok(Follow, beside=bots)).room == people
            assert await carol.code(Follow, channel="nonsense") == "bad-ruleset"

    async def test_a_game_without_one_of_its_players_is_not_shown(
        self, served: Served, trio: list[Peer]
    ) -> None:
        alice, bob, carol = trio
        await carol.ok(Follow)
        async with Peer(served.url) as dave:
            await dave.hello("dave")
            first = await a_game(alice, dave)
            assert (await carol.heard(Featured)).room == first
            second = await a_game(alice, bob)
            await until(lambda: len(served.node.tv) == 2)
            assert (await carol.ok(Follow)).room == first
        assert (await carol.heard(Featured)).room == second

    async def test_a_correspondence_game_is_not_shown(self, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        await carol.ok(Follow)
        await a_game(alice, bob, time="1d/move")
        live = await a_game(alice, bob)
        assert (await carol.heard(Featured)).room == live
        assert (await carol.ok(Follow, beside=live)).room == live

    async def test_people_come_before_bots(self, served: Served, trio: list[Peer]) -> None:
        alice, bob, carol = trio
        async with Peer(served.url) as robot, Peer(served.url) as android:
            await robot.hello("robot", kind=PlayerKind.BOT)
            await android.hello("android", kind=PlayerKind.BOT)
            over = await a_game(alice, bob)
            people = await a_game(alice, bob)
            await a_game(robot, android)
            await carol.ok(Follow)
            await alice.act(over, cmd.Resign())
            assert (await carol.heard(Featured)).room == people


async def test_left_and_joined_again(trio: list[Peer]) -> None:
    alice, bob, carol = trio
    room = await alice.create({"base": "freestyle", "sides": 3})
    await bob.act(room, cmd.Join(1))
    await bob.act(room, cmd.Leave())
    await carol.act(room, cmd.Join(1))
    await bob.act(room, cmd.Join(2))
    await alice.happened(ev.Left)
    await alice.act(room, cmd.Play(Point(0)))
    assert [type(e).__name__ for _, e in bob.events(room)] == ["Left", "Joined", "Joined", "Started", "Moved"]
