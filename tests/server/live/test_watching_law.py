"""Whichever way players come into a room and out of it, they are sent only what they may watch.

Sessions, hubs, keepers and a store are the real ones; connections and time are simulated, so that requests of
several connections, at two nodes, meet in any order.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pente_core.identity import PlayerId, RoomId
from pente_core.room import OfferKind, Options, Room, WatchPolicy, apply, opened, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.codec import decode_client, decode_event, decode_server, encode
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.base import CommandId, RequestId, RulesetSpec
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.messages.rooms import Act, Create, Happened, Synced, Unwatch, Watch
from pente_server.background import restarted
from pente_server.live import hub
from pente_server.node import Node
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.chaos.simulation.machine import SimSession, begin_session
from tests.chaos.simulation.runtime.host import Host, virtual
from tests.chaos.simulation.runtime.virtual_loop import VirtualLoop
from tests.chaos.simulation.wire import DeviceEnd, NodeEnd, wire
from tests.support.accounts.sign_in import TestedDevice
from tests.support.games.checkpoints import checkpoint, heard, one_by_one
from tests.support.games.watch_law import WatchLaw
from tests.support.peer import GENEROUS

pytestmark = pytest.mark.usefixtures("untraced")

HOST, GUEST, EVE, MAL = range(4)
NAMES: Final = ("ann", "gus", "eve", "mal")
"""The host, the guest who is invited, and two who are not."""
DEVICES: Final = (
    (HOST, 0, False),
    (GUEST, 1, False),
    (EVE, 0, False),
    (EVE, 1, False),
    (EVE, 1, True),
    (MAL, 0, False),
    (MAL, 0, True),
)
"""The player, the node, and whether the connection only watches."""


class Device:
    """Mutable: a player's program, with one connection after the other."""

    def __init__(self, table: "Table", player: int, node: int, *, is_aside: bool) -> None:
        self.table = table
        self.player, self.node, self._is_aside = player, node, is_aside
        self.end: DeviceEnd | None = None
        self._law = WatchLaw(table.histories)
        self._known: dict[RoomId, Checkpoint | None] = {}
        """Up to where every room was shown here."""

    def connect(self) -> None:
        if self.end is not None:
            return
        self._law = WatchLaw(self.table.histories)
        self.end, node_end = wire(self.table.chance, self._asked, self._heard)
        self.table.serve(self.node, node_end)

    def _say_hello(self, greeting: Greeting) -> None:
        """Answer the greeting, with the device that the player has on all connections."""
        device = self.table.keys.setdefault(self.player, TestedDevice())
        is_known = self.player in self.table.ids
        account = device.known() if is_known else device.new(NAMES[self.player])
        resume = dict(self._known)
        hello = Hello(RequestId(1), "test", account, rooms=resume, watch_only=self._is_aside)
        self.send(device.sign(hello, greeting))

    def drop(self) -> None:
        if self.end is not None:
            self.end.abort()
            self.end = None

    def send(self, message: ClientMessage) -> None:
        if self.end is not None:
            self.end.put(encode(message))

    def act(self, command: cmd.PlayerCommand, room: RoomId, base: int = 0) -> None:
        number = self.table.number()
        known = checkpoint(room, base)
        self.send(Act(number, room, CommandId(f"command-{number}"), command, known))

    def watch(self, room: RoomId, back: int | None) -> None:
        """Ask for a room since a version so far back; None: for all of it."""
        since = 0 if back is None else max(0, self.table.version(room) - back)
        self.send(Watch(self.table.number(), room, checkpoint(room, since)))

    def _asked(self, frame: bytes) -> None:
        self._law.asked(decode_client(frame))

    def _heard(self, frame: bytes) -> None:
        whole = decode_server(frame)
        heard(whole)
        for message in one_by_one(whole):
            self._note(message)
            self.table.problems += self._law.sent(message)

    def _note(self, message: ServerMessage) -> None:
        match message:
            case Greeting():
                self._say_hello(message)
            case Welcome(player=player):
                self.table.ids[self.player] = player.id
            case Happened(room=room, version=version, mark=mark):
                self._known[room] = Checkpoint(version, mark)
            case Synced(room=room, snapshot=shot, mark=mark):
                self._known[room] = Checkpoint(shot.version, mark)
            case _:
                pass


Step = Callable[["Table"], None]
"""Something that somebody does."""


class Table:
    """Mutable: the nodes, the devices and what really happened."""

    def __init__(self, nodes: int, policy: WatchPolicy, sides: int) -> None:
        self.chance = Random(1)
        self.problems: list[str] = []
        self.ids: dict[int, PlayerId] = {}
        self.keys: dict[int, TestedDevice] = {}
        self.room: RoomId | None = None
        self._policy, self._sides = policy, sides
        self._database = MemoryDatabase()
        self._hosts = [Host(f"node-{number}", Random(number)) for number in range(nodes)]
        self._nodes: list[Node] = []
        self._histories: dict[RoomId, list[list[Room]]] = {}
        self._numbers = 1
        self.devices = [Device(self, who, node % nodes, is_aside=aside) for who, node, aside in DEVICES]

    # What happens

    async def live(self, steps: Sequence[tuple[Step, float]]) -> None:
        """Take the steps, each so many seconds after the last."""
        try:
            await self._open()
            for step, pause in steps:
                step(self)
                await asyncio.sleep(pause)
                self.devices[HOST].act(cmd.Say("psst"), self.there)  # else much would go unnoticed
            await asyncio.sleep(3)
        finally:
            rest = asyncio.all_tasks() - {asyncio.current_task()}
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

    async def _open(self) -> None:
        """Start the nodes, and open a room in which there is one player, and one is invited."""
        for host in self._hosts:
            await host.run(self._start(host))
        for devices in (self.devices[:3] + self.devices[5:6], self.devices):
            for device in devices:
                device.connect()
            await asyncio.sleep(1)  # a player's first connection opens the account for all
        options = Options(watch=self._policy, games=2)
        spec: RulesetSpec = {"base": "freestyle", "sides": self._sides}
        create = Create(self.number(), CommandId("command-1"), spec, "-", 0, (NAMES[GUEST],), options)
        self.devices[HOST].send(create)
        await asyncio.sleep(1)
        (self.room,) = self._database.logs

    async def _start(self, host: Host) -> None:
        node = Node(MemoryStore(self._database), GENEROUS)
        await node.heartbeat.beat()
        await node.identity.load()
        for work in node._work():
            _ = host.run(restarted(work))
        self._nodes.append(node)

    def serve(self, node: int, end: NodeEnd) -> None:
        self._hosts[node].call(begin_session, self._nodes[node], self._hosts[node], end)

    def lose(self, count: int) -> None:
        """The store loses the last events of the room, as one without strict durability may."""
        log = self._database.logs[self.there]
        self.histories(self.there)
        del log[max(2, len(log) - count) :]
        commands = self._database.commands[self.there]
        for command in [command for command, done in commands.items() if done.version > len(log)]:
            del commands[command]
        histories = self._histories[self.there]
        histories.append(histories[-1][: len(log)])

    # What is known

    @property
    def there(self) -> RoomId:
        """The room that the players are in now."""
        assert self.room is not None
        sequel = replay(map(decode_event, self._database.logs[self.room])).sequel
        return RoomId(sequel) if sequel in self._database.logs else self.room

    def number(self) -> RequestId:
        self._numbers += 1
        return RequestId(self._numbers)

    def version(self, room: RoomId) -> int:
        return len(self._database.logs[room])

    def histories(self, room: RoomId) -> list[list[Room]]:
        histories = self._histories.setdefault(room, [[]])
        rooms = histories[-1]
        for body in self._database.logs[room][len(rooms) :]:
            event = decode_event(body)
            rooms.append(apply(rooms[-1], event) if rooms else opened(event))  # type: ignore[arg-type]
        return histories


@dataclass(frozen=True, slots=True)
class Case:
    """A room, what happens around it, and the pause after each step in seconds."""

    policy: WatchPolicy
    sides: int
    steps: Sequence[tuple[Step, float]]

    def problems(self, nodes: int) -> list[str]:
        """What is wrong with what was sent by so many nodes."""
        SimSession.begin()
        loop = VirtualLoop(Random(0))
        try:
            with virtual():
                table = Table(nodes, self.policy, self.sides)
                loop.run_until_complete(table.live(self.steps))
        finally:
            loop.close()
        return table.problems


# Steps, written as people would tell them


class Do:
    """A step with a name, for the example that hypothesis shows. A value."""

    def __init__(self, name: str, step: Step) -> None:
        self._name, self._step = name, step

    def __call__(self, table: Table) -> None:
        self._step(table)

    def __repr__(self) -> str:
        return self._name


def acting(device: int, command: cmd.PlayerCommand) -> Do:
    def step(table: Table) -> None:
        table.devices[device].act(command, table.there)

    return Do(f"{_named(device)} {command!r}", step)


def about(device: int, command: Callable[[PlayerId], cmd.PlayerCommand], player: int) -> Do:
    def step(table: Table) -> None:
        if player in table.ids:
            table.devices[device].act(command(table.ids[player]), table.there)

    return Do(f"{_named(device)} {command.__name__} {NAMES[player]}", step)


def _on_device(name: str, do: Callable[[Device, RoomId], None]) -> Iterator[Do]:
    for number in range(len(DEVICES)):

        def step(table: Table, number: int = number) -> None:
            do(table.devices[number], table.there)

        yield Do(f"{_named(number)} {name}", step)


def _named(device: int) -> str:
    player, node, is_aside = DEVICES[device]
    return f"{NAMES[player]}{' aside' if is_aside else ''} at node {node}"


ALL: Final = range(len(DEVICES))
STRANGERS: Final = (2, 3, 5)
COMING: Final = [
    *_on_device("connects", lambda device, _: device.connect()),
    *_on_device("disconnects", lambda device, _: device.drop()),
    *_on_device("watches", lambda device, room: device.watch(room, None)),
    *_on_device("watches what was last", lambda device, room: device.watch(room, 3)),
    *_on_device("watches from now on", lambda device, room: device.watch(room, 0)),
    *_on_device("stops watching", lambda device, room: device.send(Unwatch(device.table.number(), room))),
]
SEATS: Final = [acting(device, command) for device in STRANGERS for command in (cmd.Join(), cmd.Leave())]
OTHERS: Final = [
    acting(device, command) for device in (1, 4, 6) for command in (cmd.Join(), cmd.Leave(), cmd.Decline())
]
HOSTING: Final = [
    *(acting(0, cmd.SetWatchPolicy(policy)) for policy in WatchPolicy),
    *(about(0, command, player) for command in (cmd.Kick, cmd.Ban, cmd.Unban) for player in (EVE, MAL)),
]
GAME: Final = [
    *(acting(device, command) for device in ALL for command in (cmd.Resign(), cmd.Offer(OfferKind.REMATCH))),
    *(acting(device, cmd.Say("me too", audience)) for device in ALL for audience in ev.ChatAudience),
]
LOSS: Final = [
    Do("the store loses an event", lambda table: table.lose(1)),
    Do("the store loses three events", lambda table: table.lose(3)),
]
PAUSES: Final = st.sampled_from((0.0, 0.003, 0.02, 1.0))


def cases(*more: list[Do]) -> st.SearchStrategy[Case]:
    step = st.one_of(*map(st.sampled_from, (COMING, SEATS, SEATS, OTHERS, HOSTING, GAME, *more)))
    steps = st.lists(st.tuples(step, PAUSES), min_size=10, max_size=30)
    return st.builds(Case, st.sampled_from(WatchPolicy), st.sampled_from((2, 3, 4)), steps)


SEARCH: Final = settings(
    max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@SEARCH
@given(cases())
def test_at_two_nodes(case: Case) -> None:
    assert case.problems(nodes=2) == []


@SEARCH
@given(cases(LOSS))
def test_with_a_store_that_loses_events(case: Case) -> None:
    assert case.problems(nodes=1) == []


def test_a_hub_that_dismisses_nobody_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "dismissals", lambda advance, players: {})
    case = Case(WatchPolicy.INVITED, 3, [(acting(2, cmd.Join()), 1.0), (acting(2, cmd.Leave()), 1.0)])
    assert any("may not watch, and was sent Happened" in problem for problem in case.problems(nodes=2))
