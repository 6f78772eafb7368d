"""The rooms of connected players: what changes while they are read counts more."""

import asyncio
from collections.abc import Sequence

from pente_core.identity import PlayerId, RoomId
from pente_core.room import Options
from pente_core.value import replace
from pente_protocol.messages.lists import RoomSummary
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.store.archive_store import sort_key
from tests.server.live.test_lobby import ALICE, BOB, a_room

SEAT, INVITED = a_room("seat"), a_room("invited", BOB, None, invited=(ALICE,))


class Stored:
    """The rooms of players in a store, which may take its time. Mutable."""

    def __init__(self, *rooms: RoomSummary) -> None:
        self.rooms = rooms
        self.readings = 0
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def read(self, player: PlayerId) -> Sequence[RoomSummary]:
        self.readings += 1
        found = [
            room for room in self.rooms if player in {one.id for one in (*room.seats, *room.invited) if one}
        ]
        await self.may_go_on.wait()
        return found


async def test_rooms_come_change_and_end() -> None:
    own = OwnRooms(Stored(SEAT).read)
    assert list(await own.load(ALICE.id)) == [SEAT]
    own.changed(INVITED)
    assert own.of(ALICE.id) == {SEAT.id, INVITED.id}
    own.changed(replace(INVITED, invited=()))
    own.ended(SEAT.id)
    assert own.of(ALICE.id) == set()
    assert not own.is_expected(SEAT.id, ALICE.id)


async def test_only_rooms_of_connected_players_are_kept() -> None:
    own = OwnRooms(Stored(SEAT).read)
    own.changed(SEAT)
    assert (len(own), own._players) == (0, {})
    await own.load(ALICE.id)
    own.forget(ALICE.id)
    assert (len(own), own._players) == (0, {})


async def test_what_changes_while_rooms_are_read_counts_more() -> None:
    over, new = a_room("over"), a_room("new")
    stored = Stored(SEAT, over)
    own = OwnRooms(stored.read)
    stored.may_go_on.clear()
    loading = asyncio.create_task(own.load(ALICE.id))
    await asyncio.sleep(0)
    own.changed(new)
    own.ended(over.id)
    stored.may_go_on.set()
    await loading
    assert own.of(ALICE.id) == {SEAT.id, new.id}


async def test_two_readings_at_once() -> None:
    over = a_room("over")
    stored = Stored(SEAT, over)
    own = OwnRooms(stored.read)
    stored.may_go_on.clear()
    both = [asyncio.create_task(own.load(ALICE.id)) for _ in range(2)]
    await asyncio.sleep(0)
    own.ended(over.id)
    stored.may_go_on.set()
    await asyncio.gather(*both)
    assert own.of(ALICE.id) == {SEAT.id}
    assert own._touched == {}


async def test_a_reading_that_fails_hides_no_change_from_another() -> None:
    stored = Stored(SEAT)
    own = OwnRooms(stored.read)
    stored.may_go_on.clear()
    failing, other = [asyncio.create_task(own.load(ALICE.id)) for _ in range(2)]
    await asyncio.sleep(0)
    own.forget(ALICE.id)
    again = asyncio.create_task(own.load(ALICE.id))
    await asyncio.sleep(0)
    failing.cancel()
    await asyncio.wait({failing})
    own.ended(SEAT.id)
    stored.may_go_on.set()
    await asyncio.gather(other, again)
    assert own._touched == {}


async def test_who_leaves_while_rooms_are_read_leaves_nothing() -> None:
    stored = Stored(SEAT)
    own = OwnRooms(stored.read)
    stored.may_go_on.clear()
    loading = asyncio.create_task(own.load(ALICE.id))
    await asyncio.sleep(0)
    own.forget(ALICE.id)
    stored.may_go_on.set()
    await loading
    assert (len(own), own._players, own._touched) == (0, {}, {})


async def test_who_leaves_and_comes_back_meanwhile_is_read_anew() -> None:
    stored, over = Stored(SEAT), a_room("over")
    own = OwnRooms(stored.read)
    stored.rooms = (SEAT, over)
    stored.may_go_on.clear()
    first = asyncio.create_task(own.load(ALICE.id))
    await asyncio.sleep(0)
    own.forget(ALICE.id)
    own.ended(over.id)
    stored.rooms = (SEAT,)
    second = asyncio.create_task(own.load(ALICE.id))
    await asyncio.sleep(0)
    stored.may_go_on.set()
    await asyncio.gather(second, first)
    assert own.of(ALICE.id) == {SEAT.id}
    assert own._touched == {}


async def test_all_are_read_again() -> None:
    stored = Stored(SEAT)
    own = OwnRooms(stored.read)
    await own.load(ALICE.id)
    await own.load(BOB.id)
    stored.rooms = (INVITED,)
    await own.reload()
    assert own.of(ALICE.id) == own.of(BOB.id) == {INVITED.id}
    assert stored.readings == 4


async def test_an_invitation_that_was_missed_is_told_once_when_rooms_are_read_again() -> None:
    told: list[tuple[RoomId, list[PlayerId]]] = []
    stored = Stored(SEAT)
    own = OwnRooms(stored.read, lambda room, players: told.append((room.id, list(players))))
    await own.load(ALICE.id)
    await own.load(BOB.id)
    stored.rooms = (SEAT, INVITED)
    await own.reload()
    await own.reload()
    own.changed(INVITED)
    assert told == [(INVITED.id, [ALICE.id])]


async def test_places_of_private_rooms() -> None:
    private = replace(a_room("private", at=5), options=Options(private=True))
    own = OwnRooms(Stored(SEAT).read)
    await own.load(ALICE.id)
    own.changed(private)
    assert own.private(ALICE.id) == [sort_key(private.created_at, private.id)]
    own.ended(private.id)
    assert own.private(ALICE.id) == []
    assert own.private(PlayerId("9" * 32)) == []
    assert own.of(BOB.id) == frozenset[RoomId]()
