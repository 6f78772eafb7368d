"""Logs that are read while others want something too."""

import asyncio

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import create, replay
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import encode_event
from pente_server.rooms.loaded.room_log import AT_ONCE, PAUSE_EVERY, RoomLogReader, UnknownRoom
from pente_server.store import Commit, Committed
from pente_server.store.logs.log_marks import NO_KEY
from pente_server.store.memory.store import MemoryStore

ALICE = Identity(PlayerId("a" * 32), "alice")
ROOM = RoomId("the-room")


def talk(lines: int) -> tuple[ev.Event, ...]:
    """A room in which somebody talks."""
    created = create(RULESETS["pente"], parse_time_control("-"), by=ALICE, now=Instant(1))
    return (
        *created,
        *(ev.Said(Instant(2), ALICE, f"line {number}", ev.ChatAudience.ALL) for number in range(lines)),
    )


async def store_with(*events: ev.Event) -> MemoryStore:
    store = MemoryStore()
    change = Commit(ROOM, 0, "create", tuple(map(encode_event, events)), None, b"a summary")
    assert isinstance(await store.commit(change), Committed)
    return store


@pytest.mark.parametrize("lines", [0, AT_ONCE - 2, AT_ONCE - 1, AT_ONCE + 3 * PAUSE_EVERY + 5])
async def test_a_log_reads_as_it_was_written_however_long(lines: int) -> None:
    events = talk(lines)

    bodies, read, room = await RoomLogReader(await store_with(*events), lambda: NO_KEY).whole(ROOM)

    assert tuple(read) == events
    assert room == replay(events)
    assert list(bodies) == [encode_event(event) for event in events]


async def test_others_get_a_turn_while_a_long_log_is_read() -> None:
    room_log, turns = RoomLogReader(await store_with(*talk(AT_ONCE + 10 * PAUSE_EVERY)), lambda: NO_KEY), 0
    reading = asyncio.create_task(room_log.room(ROOM))
    while not reading.done():
        await asyncio.sleep(0)
        turns += 1

    assert turns >= 10


async def test_long_logs_are_read_one_at_a_time() -> None:
    events = talk(AT_ONCE + 2 * PAUSE_EVERY)
    room_log = RoomLogReader(await store_with(*events), lambda: NO_KEY)
    ends: list[int] = []

    async def read(number: int) -> None:
        assert (await room_log.room(ROOM)).version == len(events)
        ends.append(number)

    async with asyncio.TaskGroup() as tasks:
        for number in range(5):
            tasks.create_task(read(number))

    assert ends == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("strange", [(), (ev.Left(Instant(1), 0),)])
async def test_what_is_no_log_of_a_room(strange: tuple[ev.Event, ...]) -> None:
    store = await store_with(*strange) if strange else MemoryStore()

    with pytest.raises(UnknownRoom):
        await RoomLogReader(store, lambda: NO_KEY).room(ROOM)
