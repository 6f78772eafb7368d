"""The lobby: nothing that changes while it is read is lost, and nothing that is over comes back."""

import asyncio
from collections.abc import Sequence

import pytest

from pente_core.clock.clock import Unlimited
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Options, Status, WatchPolicy
from pente_core.room.values.options import LOCKED
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.codec import encode_summary
from pente_protocol.messages import (
    RoomFilter,
    RoomSummary,
)
from pente_server.live import lobby as module
from pente_server.live.lobby import Lobby
from pente_server.live.lobby_feed import matches_filter

ALICE, BOB, ROBOT = (
    Identity(PlayerId(digit * 32), name, kind)
    for digit, name, kind in (
        ("a", "alice", PlayerKind.PERSON),
        ("b", "bob", PlayerKind.PERSON),
        ("c", "robot", PlayerKind.BOT),
    )
)

INVITED = Options(watch=WatchPolicy.INVITED)


def a_room(
    name: str, *players: Identity | None, invited: tuple[Identity, ...] = (), at: int = 0
) -> RoomSummary:
    """A summary; it is being played if all its seats are taken."""
    seats = players or (ALICE, None)
    status = Status.WAITING if None in seats else Status.PLAYING
    host = next(player for player in seats if player is not None)
    return RoomSummary(
        RoomId(name.ljust(8, "-")), RULESETS["pente"], Unlimited(), status, seats, Instant(at), host, invited
    )


@pytest.fixture
def featured() -> list[RoomId]:
    """What followers were told."""
    return []


@pytest.fixture
def lobby(featured: list[RoomId]) -> Lobby:
    return Lobby(featured.append)


async def reload(lobby: Lobby, *rooms: RoomSummary | bytes) -> None:
    async def read() -> Sequence[bytes]:
        return [room if isinstance(room, bytes) else encode_summary(room) for room in rooms]

    await lobby.reload(read)


def test_rooms_stay_in_the_order_of_their_opening(lobby: Lobby) -> None:
    rooms = [a_room(f"room-{n}", at=n) for n in range(5)]
    for room in rooms:
        lobby.put(room, 2)
    changed = a_room("room-1", ALICE, BOB, at=1)
    lobby.put(changed, 3)

    assert lobby.newest(10) == [rooms[0], changed, *rooms[2:]]
    assert lobby.newest(2) == rooms[3:]


def test_invitations_do_not_crowd_out_seats(lobby: Lobby) -> None:
    lobby.put(a_room("seat", at=1), 2)
    for number in range(5):
        lobby.put(a_room(f"call-{number}", BOB, None, invited=(ALICE,), at=2 + number), 1)

    assert [room.id[:6] for room in lobby.rooms_of(ALICE.id, 3)] == ["seat--", "call-3", "call-4"]


def test_rooms_of_a_player(lobby: Lobby) -> None:
    lobby.put(a_room("seat", at=2), 2)
    lobby.put(a_room("invited", BOB, None, invited=(ALICE,), at=1), 1)
    lobby.put(a_room("other", BOB, None), 2)

    assert [room.id for room in lobby.rooms_of(ALICE.id, 100)] == ["invited-", "seat----"]
    assert lobby.seats_of(ALICE.id) == 1
    lobby.put(a_room("invited", BOB, None, at=1), 2)
    lobby.drop(RoomId("seat----"))
    assert lobby.rooms_of(ALICE.id, 100) == []
    assert lobby.seats_of(ALICE.id) == 0


def test_older_news_change_nothing(lobby: Lobby) -> None:
    new, old = a_room("room", ALICE, BOB), a_room("room")
    lobby.put(new, 4)
    lobby.put(old, 2)
    assert lobby.get(new.id) == new


def test_late_news_do_not_bring_a_room_back(lobby: Lobby) -> None:
    room = a_room("room")
    lobby.put(room, 2)
    lobby.drop(room.id)
    lobby.put(room, 5)
    lobby.put_encoded(encode_summary(room), 5)
    assert len(lobby) == 0
    assert lobby.rooms_of(ALICE.id, 100) == []


def test_ends_are_not_remembered_for_ever(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENDS_REMEMBERED", 3)
    for number in range(10):
        lobby.drop(RoomId(f"room-{number}--"))
    assert len(lobby._over) == 3


def test_the_invited_are_told_once_of_a_new_room(caplog: pytest.LogCaptureFixture) -> None:
    told: list[RoomSummary] = []
    lobby = Lobby(lambda _: None, on_invited=told.append)
    room, others = replace(a_room("room"), invited=(ALICE,)), a_room("others")
    lobby.put_encoded(encode_summary(others), 2)
    lobby.put_encoded(encode_summary(room), 2)
    lobby.put_encoded(encode_summary(room), 3)
    lobby.put(room, 4)
    lobby.put_encoded(b"\xc1", 3)
    assert told == [room]
    assert "can't be read" in caplog.text


async def test_a_reload_is_what_the_store_has(lobby: Lobby, caplog: pytest.LogCaptureFixture) -> None:
    lobby.put(a_room("gone"), 2)
    later, earlier = a_room("later", at=9), a_room("earlier", BOB, None, at=1)
    await reload(lobby, later, b"garbage", earlier)

    assert lobby.newest(10) == [earlier, later]
    assert [room.id for room in lobby.rooms_of(ALICE.id, 100)] == [later.id]


async def test_what_changes_while_the_store_is_read_counts_more(lobby: Lobby) -> None:
    over, changed, new = a_room("over"), a_room("changed"), a_room("new", BOB, None)
    lobby.put(over, 2)
    lobby.put(changed, 2)

    async def read() -> Sequence[bytes]:
        before = [encode_summary(room) for room in (over, changed)]
        lobby.drop(over.id)
        lobby.put(a_room("changed", ALICE, BOB), 4)
        lobby.put(new, 2)
        return before

    await lobby.reload(read)

    assert lobby.get(over.id) is None
    assert lobby.get(changed.id) == a_room("changed", ALICE, BOB)
    assert lobby.get(new.id) == new
    lobby.put(changed, 2)
    assert lobby.get(changed.id) == a_room("changed", ALICE, BOB)


async def test_what_changes_between_two_reloads_at_once_is_kept(lobby: Lobby) -> None:
    new, begun, go_on = a_room("new"), asyncio.Event(), asyncio.Event()

    async def slow() -> Sequence[bytes]:
        begun.set()
        await go_on.wait()
        return []

    async def quick() -> Sequence[bytes]:
        return [encode_summary(new)]

    first = asyncio.create_task(lobby.reload(slow))
    await begun.wait()
    second = asyncio.create_task(lobby.reload(quick))
    await asyncio.sleep(0)
    lobby.put(new, 2)
    go_on.set()
    await first
    await second

    assert lobby.get(new.id) == new


async def test_a_reload_that_fails_changes_nothing(lobby: Lobby) -> None:
    room = a_room("room")
    lobby.put(room, 2)

    async def read() -> Sequence[bytes]:
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await lobby.reload(read)
    lobby.drop(room.id)
    assert len(lobby) == 0


def featured_in(lobby: Lobby) -> str:
    return lobby.featured or ""


async def test_the_featured_game(lobby: Lobby, featured: list[RoomId]) -> None:
    bots, mixed, people = (
        a_room("bots", ROBOT, ROBOT, at=9),
        a_room("mixed", ROBOT, BOB, at=8),
        a_room("people", ALICE, BOB, at=7),
    )
    lobby.put(a_room("waiting"), 2)
    assert featured_in(lobby) == ""
    lobby.put(bots, 4)
    for room in (mixed, people):
        lobby.put(room, 4)
    assert lobby.featured == bots.id
    await reload(lobby, bots, mixed, people)
    assert lobby.get(RoomId("waiting-")) is None
    for over in (bots, people, mixed):
        assert featured_in(lobby) == over.id
        lobby.drop(over.id)

    assert featured == [bots.id, people.id, mixed.id]
    assert featured_in(lobby) == ""


async def test_nobody_hears_of_private_rooms(featured: list[RoomId]) -> None:
    told: list[RoomId] = []
    lobby = Lobby(featured.append, lambda room_id, room: told.append(room_id) if room is None else None)
    for number, options in enumerate(
        [Options(private=True), Options(password_hash=LOCKED), Options(), INVITED]
    ):
        lobby.put(replace(a_room(f"room{number}", ALICE, BOB, at=number), options=options), 1)
    assert featured == ["room2---"]
    lobby.drop(RoomId("room2---"))
    assert lobby.featured is None
    lobby.drop(RoomId("room0---"))
    assert told == ["room2---"]
    shown = lobby.newest(9, lambda room: matches_filter(RoomFilter(), room))
    assert [room.id for room in shown] == ["room1---", "room3---"]
