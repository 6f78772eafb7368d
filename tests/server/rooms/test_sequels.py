"""Rooms that follow others, when a node dies between naming one and opening it."""

import asyncio

import pytest

from pente_core.clock.time_control import parse_time_control
from pente_core.identity import Identity, RoomId
from pente_core.room import (
    Abort,
    Accept,
    Created,
    Join,
    Offer,
    OfferKind,
    Options,
    Reason,
    Refused,
    Resign,
    Resume,
    Status,
    create,
)
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import decode_event
from pente_server.rooms.room_log import UnknownRoom
from pente_server.store.memory.store import MemoryDatabase
from tests.server.rooms.test_keeper import ALICE, BOB, ROOM, Scene

NEXT = RoomId(f"{ROOM}-2")


async def agreed(scene: Scene) -> None:
    """A game is over, and another was agreed on; nobody has opened its room."""
    await scene.game()
    await scene.keeper.act(ROOM, Resign(), by=BOB)
    await scene.keeper.act(ROOM, Offer(OfferKind.REMATCH), by=BOB, command_id="offer")
    await scene.keeper.act(ROOM, Accept(OfferKind.REMATCH), by=ALICE, command_id="accept")


async def test_whoever_looks_for_it_opens_it() -> None:
    memory = MemoryDatabase()
    first = Scene(memory)
    await agreed(first)
    assert not await first.store.read(NEXT, 0)
    later = Scene(memory)
    room = await later.keeper.current(NEXT)
    assert room.seats == (BOB, ALICE)
    assert (room.status, room.created.follows) == (Status.PLAYING, ROOM)
    await first.keeper.act(NEXT, Abort(), by=BOB)


async def test_it_is_opened_once() -> None:
    memory = MemoryDatabase()
    scenes = [Scene(memory) for _ in range(3)]
    await agreed(scenes[0])
    rooms = await asyncio.gather(*(scene.keeper.current(NEXT) for scene in scenes))
    assert len({room.version for room in rooms}) == 1
    log = [decode_event(body) for body in await scenes[0].store.read(NEXT, 0)]
    assert sum(isinstance(event, Created) for event in log) == 1
    assert len(log) == rooms[0].version


@pytest.mark.parametrize("name", [NEXT, f"{NEXT}-2", f"{ROOM}-3", "nowhere12-2"])
async def test_nobody_else_names_one(name: str) -> None:
    scene = Scene()
    await scene.game()
    await scene.keeper.act(ROOM, Resign(), by=BOB)
    with pytest.raises(UnknownRoom):
        await scene.keeper.current(RoomId(name))
    assert not await scene.store.read(RoomId(name), 0)


async def test_an_answer_that_came_too_late_in_a_set_says_so_again() -> None:
    scene = Scene()
    rules, control = RULESETS["freestyle"], parse_time_control("1+0")
    events = create(rules, control, by=ALICE, now=scene.now, options=Options(games=2))
    await scene.keeper.create(ROOM, events, "create")
    await scene.keeper.act(ROOM, Join(), by=BOB, command_id="join")
    scene.now = type(scene.now)(scene.now + 60_000)
    for by in (BOB, BOB):
        with pytest.raises(Refused) as caught:
            await _resume(scene, by)
        assert caught.value.reason is Reason.TOO_LATE
    assert (await scene.keeper.current(ROOM)).sequel == NEXT


async def _resume(scene: Scene, by: Identity) -> int:
    return await scene.keeper.act(ROOM, Resume(), by=by, command_id="resume")
