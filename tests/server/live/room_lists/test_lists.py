"""Lists of rooms and of players, over connections: what they show, and how they are kept up to date."""

import pytest

from pente_core.identity import PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import Options, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.lists import (
    Browse,
    ListedRoom,
    LobbyUpdate,
    Online,
    PlayerActivity,
    RoomFilter,
    RoomList,
    Rooms,
)
from pente_protocol.messages.rooms import Unwatch, Watch
from pente_server.live import lobby_feed
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, Served, a_game, peers, play, serving
from tests.support.waiting import until

CENTRE = 180


async def rows(peer: Peer, which: RoomFilter | None = None) -> dict[RoomId, ListedRoom]:
    answer: RoomList = await peer.ok(Rooms, which=which or RoomFilter())
    return {row.room.id: row for row in answer.rooms}


async def until_listed(peer: Peer, which: RoomFilter, *rooms: RoomId) -> None:
    """Wait until a filter lets exactly some rooms through."""

    async def holds() -> bool:
        return (await rows(peer, which)).keys() == set(rooms)

    await until(holds)


class TestActivity:
    async def test_a_list_says_whose_turn_it_is_and_who_is_there(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob, time="5+3")
            before = (await rows(carol))[room].activity
            assert (before.to_act, before.ply) == (0, 0)
            await play(alice, room, 0)
            after = (await rows(carol))[room].activity
            assert (after.to_act, after.ply) == (1, 1)
            assert after.deadline is not None
            assert after.last_activity > 0
            assert after.present == (True, True)
            await bob.ok(Unwatch, room=room)
            assert (await rows(carol))[room].activity.present == (True, False)

    async def test_only_viewers_know_the_course_of_a_game_that_not_anybody_may_watch(
        self, served: Served
    ) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob)
            await play(alice, room, 0)
            await alice.act(room, cmd.SetWatchPolicy(WatchPolicy.INVITED))
            shown, own = [(await rows(peer))[room].activity for peer in (carol, bob)]
            assert (shown.to_act, shown.ply, shown.deadline) == (None, 0, None)
            assert (own.to_act, own.ply) == (1, 1)

    async def test_a_search_by_name_does_not_tell_who_is_out_of_a_game_that_viewers_see_later(
        self, served: Served
    ) -> None:
        rules, delay = {"base": "freestyle", "sides": 3}, Options(viewer_delay=ViewerDelay(seconds=60))
        async with peers(served.url, "alice", "bob", "carol", "dave") as (alice, bob, carol, dave):
            room = await alice.create(rules, "30+30", options=delay)
            for peer in (bob, carol):
                await peer.act(room, cmd.Join())
            before = await rows(dave, RoomFilter(player="bob"))
            assert room in before
            await bob.act(room, cmd.Resign())
            assert await rows(dave, RoomFilter(player="bob")) == before
            assert room not in (await rows(bob, RoomFilter(player="bob")))

    async def test_a_welcome_says_whose_turn_it_is(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            room = await a_game(alice, bob)
            welcome = await again.hello(credential=bob.credential)
            assert [(row.room.id, row.activity.to_act) for row in welcome.rooms] == [(room, 0)]

    async def test_rooms_of_a_restored_backup_of_an_older_version_are_listed(self) -> None:
        memory = MemoryDatabase()
        async with serving(MemoryStore(memory)) as served, peers(served.url, "alice") as (alice,):
            room = await alice.create()
            await served.node.room_directory.list_outdated()
            memory.rooms.listed.clear()
            memory.rooms.lists.clear()
            served.node.recheck()
            await until_listed(alice, RoomFilter(), room)


class TestFilters:
    async def test_my_turn(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            mine, theirs = await a_game(alice, bob), await a_game(bob, carol)
            mine_turn = RoomFilter(my_turn=True)
            assert set(await rows(alice, mine_turn)) == {mine}
            assert set(await rows(bob, mine_turn)) == {theirs}
            await play(alice, mine, 0)
            assert set(await rows(alice, mine_turn)) == set()
            assert set(await rows(bob, mine_turn)) == {mine, theirs}
            assert set(await rows(carol, mine_turn)) == set()

    async def test_an_open_room_whose_host_is_there(self, served: Served) -> None:
        here = RoomFilter(status=ev.Status.WAITING, present=True)
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            one, other = await alice.create("pente", "-"), await bob.create("pente", "-")
            await until_listed(carol, here, one, other)
            await bob.ok(Unwatch, room=other)
            await until_listed(carol, here, one)
            assert set(await rows(carol)) == {one, other}

    async def test_a_game_with_a_player_who_is_there(self, served: Served) -> None:
        live = RoomFilter(status=ev.Status.PLAYING, present=True)
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob)
            await until_listed(carol, live, room)
            await alice.ok(Unwatch, room=room)
            await until_listed(carol, live, room)
            await bob.ok(Unwatch, room=room)
            await until_listed(carol, live)
            await alice.ok(Watch, room=room)
            await until_listed(carol, live, room)
            await alice.act(room, cmd.Resign())
            await until_listed(carol, live)

    async def test_speed_ruleset_status_and_kind_together(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            blitz = await alice.create("pente", "5+3")
            other_rules = await alice.create("keryo-pente", "5+3")
            slow = await alice.create("pente", "3d/move")
            game = await a_game(alice, bob, time="5+3")
            kinds = {
                RoomFilter(speed=Speed.BLITZ): {blitz, other_rules, game},
                RoomFilter("pente", ev.Status.WAITING, speed=Speed.BLITZ): {blitz},
                RoomFilter(speed=Speed.CORRESPONDENCE): {slow},
                RoomFilter(status=ev.Status.PLAYING, kind=PlayerKind.PERSON): {game},
                RoomFilter(kind=PlayerKind.BOT): set(),
                RoomFilter(player="BOB"): {game},
                RoomFilter(player="bob", status=ev.Status.WAITING): set(),
            }
            for which, wanted in kinds.items():
                assert set(await rows(bob, which)) == wanted, which

    async def test_ratings(self, served: Served) -> None:
        options = Options(rated=True)
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await alice.create("pente", "5+3", options=options)
            await alice.create("pente", "5+3")
            rating = (await rows(bob))[room].room.host.rating
            assert rating is not None
            for low, high, wanted in (
                (rating, rating + 1, {room}),
                (rating + 1, rating + 100, set()),
                (rating - 100, rating, set()),
                (-10_000, 10_000, {room}),
                (None, rating + 1, {room}),
                (rating, None, {room}),
                (rating + 1, None, set()),
            ):
                for status in (None, ev.Status.WAITING):
                    which = RoomFilter(status=status, rating_from=low, rating_below=high)
                    assert set(await rows(bob, which)) == wanted, which

    async def test_unknown_players_and_cursors_are_refused(self, served: Served) -> None:
        async with peers(served.url, "alice") as (alice,):
            for request in (Rooms, Browse):
                which = RoomFilter(player="nobody-here")
                assert await alice.code(request, which=which) == ErrorCode.UNKNOWN_PLAYER
            assert await alice.code(Rooms, cursor="x") == ErrorCode.BAD_CURSOR
            assert await alice.code(Online, ruleset="chess") == ErrorCode.BAD_RULESET

    async def test_private_rooms_are_in_the_lists_of_their_players_only(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await alice.create(options=Options(private=True))
            for which in (RoomFilter(), RoomFilter(player="alice"), RoomFilter(present=True)):
                await until_listed(alice, which, room)
                answer = await bob.ok(Rooms, which=which)
                assert answer.rooms == ()
                assert room.encode().hex() not in answer.cursor


class TestPages:
    async def test_a_list_goes_on_at_a_cursor(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            rooms = [await alice.create("pente", "-") for _ in range(7)]
            which = RoomFilter(status=ev.Status.WAITING, player="alice")
            found: list[RoomId] = []
            cursor, pages = "", 0
            while cursor or not pages:
                page = await bob.ok(Rooms, which=which, cursor=cursor, count=3)
                found += [row.room.id for row in page.rooms]
                cursor, pages = page.cursor, pages + 1
            assert sorted(found) == sorted(rooms)
            assert pages == 3

    async def test_correspondence_rooms_hide_no_open_live_rooms(self, served: Served) -> None:
        async with peers(served.url, "anna", "boris") as (anna, boris):
            live = [await anna.create(time="5+3") for _ in range(2)]
            slow = [await boris.create(time="3d/move") for _ in range(8)]
            await until_listed(anna, RoomFilter(), *live, *slow)
            first = await anna.told(RoomList, Rooms, which=RoomFilter(), count=8)
            ids = [row.room.id for row in first.rooms]
            assert (len(ids), set(ids[6:])) == (8, set(live))
            rest = await anna.told(RoomList, Rooms, which=RoomFilter(), cursor=first.cursor, count=8)
            more = [row.room.id for row in rest.rooms]
            assert sorted(ids[:6] + more) == sorted(slow + live)
            assert not rest.cursor

    async def test_a_room_that_ends_between_two_pages_moves_none(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            for _ in range(6):
                await alice.create("pente", "-")
            first = await bob.ok(Rooms, count=3)
            await alice.act(first.rooms[-1].room.id, cmd.Leave())
            rest = await bob.ok(Rooms, cursor=first.cursor)
            assert len(rest.rooms) == 3


class TestBrowsing:
    @pytest.fixture(autouse=True)
    def _quick(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(lobby_feed, "LOOK_EVERY", 0.05)

    async def test_a_move_is_shown_to_those_who_look(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob)
            await carol.ok(Browse)
            await play(alice, room, 0)
            news = await carol.heard(LobbyUpdate, lambda update: _ply(update, room) == 1)
            assert [row.activity.to_act for row in news.rooms if row.room.id == room] == [1]

    async def test_players_go_on_seeing_whose_turn_it_is_where_not_anybody_may_watch(
        self, served: Served
    ) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob)
            await alice.act(room, cmd.SetWatchPolicy(WatchPolicy.INVITED))
            await bob.ok(Browse)
            await carol.ok(Browse)
            await play(alice, room, 0)
            news = await bob.heard(LobbyUpdate, lambda update: _ply(update, room) == 1)
            assert [row.activity.to_act for row in news.rooms if row.room.id == room] == [1]

    async def test_who_comes_and_goes_is_shown(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob)
            await carol.ok(Browse)
            await bob.ok(Unwatch, room=room)
            await carol.heard(LobbyUpdate, lambda update: _present(update, room) == (True, False))
            await bob.ok(Watch, room=room)
            await carol.heard(LobbyUpdate, lambda update: _present(update, room) == (True, True))

    async def test_what_waits_for_me_comes_and_goes(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob)
            assert (await bob.ok(Browse, which=RoomFilter(my_turn=True))).rooms == ()
            await play(alice, room, 0)
            await bob.heard(LobbyUpdate, lambda update: [row.room.id for row in update.rooms] == [room])
            await play(bob, room, 1)
            await bob.heard(LobbyUpdate, lambda update: update.removed == (room,))

    async def test_open_rooms_come_and_go_with_their_hosts(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await alice.create("pente", "-")
            await until_listed(bob, RoomFilter(present=True), room)
            await bob.ok(Browse, which=RoomFilter(status=ev.Status.WAITING, present=True))
            await alice.ok(Unwatch, room=room)
            await bob.heard(LobbyUpdate, lambda update: update.removed == (room,))
            await alice.ok(Watch, room=room)
            await bob.heard(LobbyUpdate, lambda update: [row.room.id for row in update.rooms] == [room])

    async def test_a_private_room_of_ones_own_is_kept_up_to_date_for_its_players_only(
        self, served: Served
    ) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await alice.create(seat=0, options=Options(private=True))
            await bob.act(room, cmd.Join())
            for peer in (alice, carol):
                await peer.ok(Browse)
            await play(alice, room, CENTRE)
            await alice.heard(LobbyUpdate, lambda update: _ply(update, room) == 1)
            await alice.act(room, cmd.Resign())
            await alice.heard(LobbyUpdate, lambda update: update.removed == (room,))
            last = await bob.create()
            await carol.heard(LobbyUpdate, lambda update: any(row.room.id == last for row in update.rooms))
            said = [message for message in carol.said if isinstance(message, LobbyUpdate)]
            assert not any(room in update.removed or _ply(update, room) >= 0 for update in said)

    async def test_a_list_has_so_many_rooms_at_most(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lobby_feed, "MOST_SHOWN", 3)
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await bob.ok(Browse)
            rooms = [await alice.create("pente", "-") for _ in range(5)]
            shown: set[RoomId] = set()
            while shown != set(rooms[2:]):
                update = await bob.heard(LobbyUpdate)
                shown = shown.union(row.room.id for row in update.rooms).difference(update.removed)
                assert len(shown) <= 3

    async def test_after_changes_were_missed_the_lists_are_read_again(
        self, served: Served, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            over = await alice.create("pente", "-")
            await bob.ok(Browse)
            node = served.node
            monkeypatch.setattr(node.lobby_feed, "changed", lambda _: None)
            await alice.act(over, cmd.Leave())
            new = await alice.create("pente", "-")
            await node.list_refresher.refresh()
            await bob.heard(LobbyUpdate, lambda update: any(row.room.id == new for row in update.rooms))
            assert any(over in said.removed for said in bob.said if isinstance(said, LobbyUpdate))


def _ply(update: LobbyUpdate, room: RoomId) -> int:
    return next((row.activity.ply for row in update.rooms if row.room.id == room), -1)


def _present(update: LobbyUpdate, room: RoomId) -> tuple[bool, ...] | None:
    return next((row.activity.present for row in update.rooms if row.room.id == room), None)


class TestPeople:
    async def test_what_everybody_does(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol", "dave", "eve") as all_of_them:
            alice, bob, carol, dave, eve = all_of_them
            room = await a_game(alice, bob)
            await carol.ok(Watch, room=room)
            await dave.create()
            wanted = {
                "alice": PlayerActivity.PLAYING,
                "bob": PlayerActivity.PLAYING,
                "carol": PlayerActivity.WATCHING,
                "dave": PlayerActivity.WAITING,
                "eve": PlayerActivity.LOBBY,
            }

            async def holds() -> bool:
                online = (await eve.ok(Online)).players
                return {row.player.name: row.activity for row in online} == wanted

            await until(holds)
            await alice.act(room, cmd.Resign())
            wanted |= dict.fromkeys(("alice", "bob", "carol"), PlayerActivity.LOBBY)
            await until(holds)

    async def test_people_come_in_pages_by_name(self, served: Served) -> None:
        names = ["Dora", "anna", "boris", "carol", "eve"]
        async with peers(served.url, *names) as (asker, *_):
            found, cursor = list[str](), ""
            while cursor or not found:
                page = await asker.ok(Online, cursor=cursor, count=2)
                assert page.count == 5
                found += [row.player.name for row in page.players]
                cursor = page.cursor
            assert found == sorted(names, key=str.casefold)

    async def test_they_are_shown_with_their_ratings(self, served: Served) -> None:
        options = Options(rated=True)
        async with peers(served.url, "alice", "bob") as (alice, bob):
            assert [row.player.rating for row in (await bob.ok(Online)).players] == [None, None]
            room = await alice.create("pente", "5+3", seat=0, options=options)
            await bob.act(room, cmd.Join())
            await play(alice, room, CENTRE)
            await play(bob, room, 0)
            await alice.act(room, cmd.Resign())

            async def ratings(**asked: object) -> list[int | None]:
                return [row.player.rating for row in (await bob.ok(Online, **asked)).players]

            async def are_counted() -> bool:
                return None not in await ratings()

            await until(are_counted)
            loser, winner = await ratings(speed=Speed.BLITZ)
            assert loser is not None
            assert winner is not None
            assert loser < winner
            assert await ratings(speed=Speed.RAPID) == [None, None]
            assert await ratings(ruleset="keryo-pente") == [None, None]


class TestTwoNodes:
    async def test_rooms_people_and_what_goes_on_are_known_everywhere(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(lobby_feed, "LOOK_EVERY", 0.05)
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as here,
            serving(MemoryStore(memory)) as there,
            peers(here.url, "alice", "bob") as (alice, bob),
            peers(there.url, "carol") as (carol,),
        ):
            await carol.ok(Browse)
            room = await a_game(alice, bob)
            await carol.heard(LobbyUpdate, lambda update: _present(update, room) == (True, True))
            await until_listed(carol, RoomFilter(present=True, status=ev.Status.PLAYING), room)
            await play(alice, room, 0)
            await carol.heard(LobbyUpdate, lambda update: _ply(update, room) == 1)

            async def are_playing() -> bool:
                online = (await carol.ok(Online)).players
                return [row.activity.value for row in online] == ["playing", "playing", "lobby"]

            await until(are_playing)
            await bob.act(room, cmd.Resign())
            await carol.heard(LobbyUpdate, lambda update: update.removed == (room,))
