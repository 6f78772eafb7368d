"""Rooms that follow others, when a node dies between naming one and opening it."""

import asyncio

import pytest

from pente_core.clock.time_control import parse_time_control
from pente_core.identity import Identity, RoomId
from pente_core.room import OfferKind, Options, Reason, Refused, create
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import decode_event
from pente_server.rooms.command_decider import CommandDecider, RoomCommand
from pente_server.rooms.loaded.room_log import CommandKey, UnknownRoom
from pente_server.rooms.sequels import SequelOpener
from pente_server.store import Commit
from pente_server.store.memory.store import MemoryDatabase
from pente_server.store.sequel_store import NamedSequel
from tests.server.rooms.test_keeper import ALICE, BOB, ROOM, Scene, Waiting
from tests.support.waiting import patience


async def agreed(scene: Scene) -> RoomId:
    """A game is over, and another was agreed on; nobody has opened its room, which has this id."""
    await scene.game()
    await scene.keeper.act(RoomCommand(ROOM, cmd.Resign(), BOB))
    await scene.keeper.act(RoomCommand(ROOM, cmd.Offer(OfferKind.REMATCH), BOB, CommandKey("offer")))
    await scene.keeper.act(RoomCommand(ROOM, cmd.Accept(OfferKind.REMATCH), ALICE, CommandKey("accept")))
    return (await scene.keeper.current(ROOM)).sequel


def opener(scene: Scene) -> SequelOpener:
    """What a node that starts has, to open what others have named."""
    return SequelOpener(scene.store, scene.keeper.current)


async def test_two_nodes_open_it_at_once_for_several_who_look_for_it() -> None:
    memory = MemoryDatabase()
    here, there = Scene(memory), Scene(store=(store := Waiting(memory)))
    sequel = await agreed(here)
    store.let_go.clear()
    asking = [asyncio.create_task(there.keeper.current(sequel)) for _ in range(5)]
    await store.asked.wait()  # and was answered: there is no such room yet
    await here.keeper.current(sequel)
    store.let_go.set()
    async with patience("the room that was agreed on"):
        rooms = await asyncio.gather(*asking)
    assert set(rooms) == {await here.keeper.current(sequel)}


async def test_whoever_looks_for_it_opens_it() -> None:
    memory = MemoryDatabase()
    first = Scene(memory)
    sequel = await agreed(first)
    assert not await first.store.read(sequel, 0)
    later = Scene(memory)
    room = await later.keeper.current(sequel)
    assert room.seats == (BOB, ALICE)
    assert (room.status, room.created.continues) == (ev.Status.PLAYING, ROOM)
    await first.keeper.act(RoomCommand(sequel, cmd.Abort(), BOB))


async def test_it_is_opened_once() -> None:
    memory = MemoryDatabase()
    scenes = [Scene(memory) for _ in range(3)]
    sequel = await agreed(scenes[0])
    loads = [scene.keeper.current(sequel) for scene in scenes]
    sweeps = [opener(scene).sweep() for scene in scenes]
    rooms, _ = await asyncio.gather(asyncio.gather(*loads), asyncio.gather(*sweeps))
    assert len({room.version for room in rooms}) == 1
    log = [decode_event(body) for body in await scenes[0].store.read(sequel, 0)]
    assert sum(isinstance(event, ev.Created) for event in log) == 1
    assert len(log) == rooms[0].version
    assert not await scenes[0].store.sequels.unopened()


async def test_a_node_that_starts_opens_it_unasked() -> None:
    memory = MemoryDatabase()
    sequel = await agreed(Scene(memory))
    later = Scene(memory)
    await opener(later).sweep()
    assert await later.store.read(sequel, 0)
    assert not await later.store.sequels.unopened()


async def test_one_that_can_not_be_opened_does_not_delay_the_others(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene()
    damaged, gone = RoomId("damaged"), RoomId("gone")
    await scene.store.commit(Commit(damaged, 0, "x", (b"?",), None, sequel=RoomId("after-damaged")))
    scene.store._memory.sequels[RoomId("after-gone")] = gone  # its log has expired
    sequel, opens = await agreed(scene), opener(scene)
    for _ in range(2):
        await opens.sweep()
    assert await scene.store.read(sequel, 0)
    assert list(await scene.store.sequels.unopened()) == [NamedSequel(damaged, RoomId("after-damaged"))]
    assert caplog.text.count("can't be opened as the sequel") == 1


async def test_its_id_does_not_follow_from_that_of_the_room() -> None:
    """A stranger who knows the first room can't compute where its players went."""
    sequels = {await agreed(Scene()) for _ in range(3)}
    assert len(sequels) == 3
    assert not any(ROOM in sequel for sequel in sequels)


async def test_the_same_id_is_tried_until_it_is_used() -> None:
    """What is decided again, after the answer of the store was lost, is the same."""
    scene = Scene()
    await scene.game()
    await scene.keeper.act(RoomCommand(ROOM, cmd.Resign(), BOB))
    loaded = await scene.keeper._rooms.get(ROOM)
    decider = CommandDecider(scene.store.sequels, lambda: scene.now)
    assert decider.sequel(loaded) == decider.sequel(loaded) != ""


async def test_no_id_is_drawn_for_moves() -> None:
    scene = Scene()
    await scene.game()
    await scene.play(ALICE, 180)
    assert not (await scene.keeper._rooms.get(ROOM)).sequel


@pytest.mark.parametrize("name", [f"{ROOM}-2", f"{ROOM}-3", "nowhere12-2", "5e90e1a1b2c3d4e5"])
async def test_nobody_else_names_one(name: str) -> None:
    scene = Scene()
    await scene.game()
    await scene.keeper.act(RoomCommand(ROOM, cmd.Resign(), BOB))
    with pytest.raises(UnknownRoom):
        await scene.keeper.current(RoomId(name))
    assert not await scene.store.read(RoomId(name), 0)


async def test_an_unknown_id_costs_one_look_at_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    scene, looks = Scene(), list[RoomId]()
    predecessor = scene.store.sequels.predecessor

    async def counted(sequel: RoomId) -> RoomId | None:
        looks.append(sequel)
        return await predecessor(sequel)

    monkeypatch.setattr(scene.store.sequels, "predecessor", counted)
    monkeypatch.delattr(type(scene.store.sequels), "unopened")
    unknown = RoomId("5e90e1a1b2c3d4e5")
    with pytest.raises(UnknownRoom):
        await scene.keeper.current(unknown)
    assert looks == [unknown]


@pytest.mark.usefixtures("no_first_moves_due")
async def test_an_answer_that_came_too_late_in_a_set_says_so_again() -> None:
    scene = Scene()
    rules, control = RULESETS["freestyle"], parse_time_control("1+0")
    events = create(rules, control, by=ALICE, now=scene.now, options=Options(games=2))
    await scene.keeper.create(ROOM, events, "create")
    await scene.keeper.act(RoomCommand(ROOM, cmd.Join(), BOB, CommandKey("join")))
    scene.now = type(scene.now)(scene.now + 60_000)
    for by in (BOB, BOB):
        with pytest.raises(Refused) as caught:
            await _resume(scene, by)
        assert caught.value.reason is Reason.TOO_LATE
    assert (await scene.keeper.current(ROOM)).sequel


async def _resume(scene: Scene, by: Identity) -> int:
    return await scene.keeper.act(RoomCommand(ROOM, cmd.Resume(), by, CommandKey("resume")))
