"""Clocks on the server: a flag falls once, whoever looks, and only measured lag is made up for."""

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from pente_core.clock.clock import QUOTA, parse_time_control
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import OfferKind, Reason, Refused, Room, apply, create, deadline, opened
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.codec import decode_event
from pente_server.limits.limits import Allowance
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.rooms.observer import Observers
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import GENEROUS, a_game, peers, play, serving

ANN = Identity(PlayerId("a" * 32), "ann")
BOB = Identity(PlayerId("b" * 32), "bob")
ROOM = RoomId("room-0001")
SMALL = {"base": "freestyle", "size": 9}
CONTROLS = ["0.05+1", "0.05", "0.05d1", "0.02+2x2", "3/move"]


class Nodes:
    """Two keepers on one store, and the time. Mutable."""

    def __init__(self) -> None:
        memory = MemoryDatabase()
        self.now = Instant(1_000_000)
        self.store = MemoryStore(memory)
        wanted: Callable[[RoomId], bool] = lambda _: True  # noqa: E731
        self.keepers = [
            Keeper(MemoryStore(memory), Observers(), is_wanted=wanted, now=lambda: self.now) for _ in range(2)
        ]

    async def begin(self, time: str) -> None:
        """Open a room in which Ann and Bob play."""
        rules, control = ruleset_from(SMALL), parse_time_control(time)
        await self.keepers[0].create(ROOM, create(rules, control, by=ANN, now=self.now), "create")
        await self.keepers[1].act(RoomCommand(ROOM, cmd.Join(), BOB, CommandKey("join")))

    async def room(self) -> Room:
        return await self.keepers[0].current(ROOM)

    async def log(self) -> list[ev.Event]:
        return [decode_event(body) for body in await self.store.read(ROOM, 0)]


async def outcome(work: Any) -> str:
    """What became of a command."""
    try:
        await work
    except Refused as refused:
        return refused.reason
    return "done"


def check_flags(log: Sequence[ev.Event]) -> None:
    """No player has moved after a flag fell; it has fallen once, and not too early."""
    assert isinstance(log[0], ev.Created)
    room = opened(log[0])
    for event in log[1:]:
        flag = room.clock.flag_at()
        if isinstance(event, ev.Moved):
            assert flag is None or event.at < flag
            assert event.lag <= QUOTA
        if isinstance(event, ev.Finished) and event.termination is Termination.TIME:
            assert flag is not None
            assert event.at >= flag
        room = apply(room, event)
    assert sum(isinstance(event, ev.Finished) for event in log) <= 1


class Race:
    """Moves and ticks that are asked of both nodes at the same time. Mutable."""

    def __init__(self, nodes: Nodes, chance: Random) -> None:
        self._nodes = nodes
        self._chance = chance
        self._sent = 0
        self.answers: dict[str, set[str]] = {}
        """What was answered to each command, by its id."""

    async def step(self, room: Room) -> None:
        """Two moves of who is on turn, each sent to one node or both, and ticks, in any order."""
        mover = None if room.to_act is None else room.seats[room.to_act]
        command = cmd.Play(self._chance.choice(sorted(room.game.position.legal_points)))
        self._sent += 2
        calls = [
            (f"play-{number}", keeper)
            for number in (self._sent - 1, self._sent)
            for keeper in self._nodes.keepers
            if self._chance.random() < 0.7
        ]
        work = [self._move(id_, keeper, command, mover) for id_, keeper in calls]
        work += [outcome(keeper.act(RoomCommand(ROOM, cmd.Tick()))) for keeper in self._nodes.keepers]
        self._chance.shuffle(work)
        await asyncio.gather(*work)

    async def _move(self, id_: str, keeper: Keeper, command: cmd.Play, by: Identity | None) -> str:
        lag = Millis(self._chance.choice([0, 9000]))
        answer = await outcome(keeper.act(RoomCommand(ROOM, command, by, CommandKey(id_), round_trip=lag)))
        self.answers.setdefault(id_, set()).add(answer)
        return answer


@pytest.mark.parametrize("time", CONTROLS)
@pytest.mark.parametrize("seed", range(12))
async def test_a_flag_falls_once_however_moves_and_ticks_race(time: str, seed: int) -> None:
    chance, nodes = Random(f"{time} {seed}"), Nodes()
    race = Race(nodes, chance)
    await nodes.begin(time)
    for _ in range(30):
        room = await nodes.room()
        due = deadline(room)
        if due is None:
            break
        nodes.now = Instant(max(nodes.now, due + chance.choice([-3000, -1000, -1, -1, -1, 0, 1, 200])))
        await race.step(room)
    log = await nodes.log()
    check_flags(log)
    # A command has one answer, however often and wherever it was asked.
    assert not any({"done", Reason.TOO_LATE} <= given for given in race.answers.values())
    done = sum("done" in given for given in race.answers.values())
    assert done == sum(isinstance(event, ev.Moved) for event in log)
    room = await nodes.room()
    assert all([await keeper.current(ROOM) == room for keeper in nodes.keepers])


@pytest.mark.parametrize("command", [cmd.Offer(OfferKind.DRAW), cmd.Accept(OfferKind.DRAW), cmd.GiveTime()])
async def test_what_comes_after_the_flag_is_too_late_and_stays_so(command: Any) -> None:
    nodes = Nodes()
    await nodes.begin("0.05")
    await nodes.keepers[0].act(RoomCommand(ROOM, cmd.Offer(OfferKind.DRAW), BOB, CommandKey("offer")))
    nodes.now = Instant(nodes.now + 3000)
    for keeper in nodes.keepers:
        answer = await outcome(keeper.act(RoomCommand(ROOM, command, ANN, CommandKey("late"))))
        assert answer == Reason.TOO_LATE
    assert (await nodes.room()).status is ev.Status.FINISHED


async def test_agreeing_to_an_offer_of_another_moment_is_stale() -> None:
    nodes = Nodes()
    await nodes.begin("5")
    keeper = nodes.keepers[0]
    await keeper.current(ROOM)
    seen = keeper.checkpoint(ROOM)
    await keeper.act(
        RoomCommand(ROOM, cmd.Play(next(iter((await nodes.room()).game.position.legal_points))), ANN)
    )
    await keeper.act(RoomCommand(ROOM, cmd.Offer(OfferKind.DRAW), ANN))
    late = keeper.act(RoomCommand(ROOM, cmd.Accept(OfferKind.DRAW), BOB, CommandKey("accept"), base=seen))
    assert await outcome(late) == Reason.STALE


async def test_time_is_given_once_for_each_command() -> None:
    nodes = Nodes()
    await nodes.begin("5")
    for keeper in (*nodes.keepers, *nodes.keepers):
        await keeper.act(RoomCommand(ROOM, cmd.GiveTime(), BOB, CommandKey("more")))
    assert sum(isinstance(event, ev.TimeGiven) for event in await nodes.log()) == 1


@pytest.mark.parametrize(("allowance", "most"), [(GENEROUS, QUOTA), (Allowance(no_lag_compensation=True), 0)])
async def test_who_holds_back_his_pongs_gains_the_quota_at_most(allowance: Allowance, most: int) -> None:
    async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
        for connection in served.node.server.connections:
            assert connection._keepalive is not None
            connection._keepalive.round_trip = 3600.0  # as if it had been measured
        room = await a_game(alice, bob, time="5")
        await play(alice, room, 180)
        moved = await alice.happened(ev.Moved)
        assert moved.lag <= most
        assert max(moved.remaining) <= 300_000
