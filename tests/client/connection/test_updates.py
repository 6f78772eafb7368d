import asyncio

import pytest

from pente_client.connection import (
    ClientStopped,
    Disconnected,
    FeaturedGameChanged,
    InvitationReceived,
    PresenceChanged,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_client.connection.state.updates import MOST_WAITING, UpdateQueue
from pente_core.room import events as ev
from pente_protocol.messages.rooms import RoomPresence
from tests.support.client.scripted_room import ROOM, START, ServerRoom


async def drained(queue: UpdateQueue) -> list[Update]:
    queue.close()
    taken: list[Update] = []
    while (update := await queue.take()) is not None:
        taken.append(update)
    return taken


async def test_updates_come_in_order_and_end_once_closed() -> None:
    queue = UpdateQueue()
    sent: list[Update] = [FeaturedGameChanged(ROOM), Disconnected("gone", 0.1), ClientStopped("over")]
    for update in sent:
        queue.push(update)
    assert await drained(queue) == sent
    queue.push(FeaturedGameChanged(ROOM))
    assert await queue.take() is None


async def test_whoever_waits_gets_the_next() -> None:
    queue = UpdateQueue()
    taking = asyncio.ensure_future(queue.take())
    await asyncio.sleep(0)
    queue.push(FeaturedGameChanged(ROOM))
    assert await taking == FeaturedGameChanged(ROOM)


@pytest.mark.parametrize("surplus", [1, 100])
async def test_too_many_are_folded_into_what_they_come_to(surplus: int) -> None:
    table = ServerRoom()
    queue = UpdateQueue()
    step = RoomAdvanced(ROOM, table.room.version, ev.Hidden(START), table.room, table.room)
    presence = PresenceChanged(ROOM, RoomPresence(ROOM, (True, False), 1))
    for _ in range(MOST_WAITING // 4 + surplus):
        for update in (step, presence, InvitationReceived(table.summary()), Disconnected("gone", 0.1)):
            queue.push(update)
    waiting = await drained(queue)
    assert len(waiting) < MOST_WAITING
    assert Resynced(ROOM, table.room) in waiting
    assert presence in waiting
    assert waiting[-1] == Disconnected("gone", 0.1)


async def test_a_loss_is_still_told_when_updates_are_folded() -> None:
    table = ServerRoom()
    queue = UpdateQueue()
    queue.push(Resynced(ROOM, table.room, table.room))
    for _ in range(MOST_WAITING):
        queue.push(RoomAdvanced(ROOM, table.room.version, ev.Hidden(START), table.room, table.room))
    assert (await drained(queue))[0] == Resynced(ROOM, table.room, table.room)
