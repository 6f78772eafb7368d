"""A world: machines, a store, people and faults, from a seed."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from pente_core.room import Room, Viewer, replay, view
from pente_core.room import events as ev
from tests.chaos.simulation.checks.frames import Observer, contradiction
from tests.chaos.simulation.checks.history import audit
from tests.chaos.simulation.checks.results import miscounted
from tests.chaos.simulation.checks.slow_games import knows_vacations
from tests.chaos.simulation.faults import Faults
from tests.chaos.simulation.machine import Machine, SimSession
from tests.chaos.simulation.network import Network, instead_of_sockets
from tests.chaos.simulation.players import Person, sequels
from tests.chaos.simulation.runtime.host import virtual
from tests.chaos.simulation.runtime.trace import Trace
from tests.chaos.simulation.runtime.virtual_loop import Stuck, VirtualLoop
from tests.chaos.simulation.store.ledger import Ledger
from tests.chaos.simulation.store.link_faults import LinkFaults

PATIENCE: Final = 180.0
"""Virtual seconds in which everything has to come to its end once nothing fails any more.

A room whose maker never heard that it was opened is given up after 120.
"""
GLANCE: Final = 0.25


@dataclass(frozen=True, slots=True)
class Size:
    """How much happens."""

    nodes: int = 3
    players: int = 4
    watchers: int = 2
    seconds: float = 5.0
    is_slow: bool = False
    """Whether turns may take days: then people plan moves, and go on vacation."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a seed went."""

    seed: int
    digest: str
    """Of all that crossed a wire or reached the store: equal for equal seeds."""
    problems: tuple[str, ...]
    last: str
    """The last steps."""
    steps: int
    commits: int
    finished: int
    """Rooms that ended with a result."""
    seconds: float
    """Virtual ones."""

    def __str__(self) -> str:
        problems = "\n".join(f"  {problem}" for problem in self.problems)
        return f"seed {self.seed} fails:\n{self.last}\nproblems:\n{problems}"


class World:
    """Mutable: one run."""

    def __init__(self, seed: int, size: Size, trace: Trace) -> None:
        chance = Random(f"pente {seed}")
        self.trace = trace
        self.ledger = Ledger()
        self.observer = Observer(self.ledger, trace)
        self._size = size
        self._weather = LinkFaults(Random(chance.random()))
        names = ("node-a", "node-b", "node-c")[: chance.randint(1, size.nodes)]
        self._machines = [
            Machine(name, Random(chance.random()), self.ledger, self._weather, trace) for name in names
        ]
        self._network = Network(self._machines, self.observer, Random(chance.random()))
        self._faults = Faults(self._machines, self._weather, Random(chance.random()))
        self._people = _people(chance, size)

    async def run(self) -> None:
        """Everything, from the first start to the end of the last game."""
        with instead_of_sockets(self._network):
            for machine in self._machines:
                machine.start()
            living = [person.run(person.live()) for person in self._people]
            await self._faults.rage(self._size.seconds)
            self._network.is_calm = True
            await self._come_to_an_end()
            self._compare_replicas()
            await self._go_home(living)
        self._judge()

    async def _come_to_an_end(self) -> None:
        for person in self._people:
            person.is_done = True
        await self._until(lambda: all(machine.node for machine in self._machines), "some nodes don't serve")
        await self._until(lambda: all(person.is_idle for person in self._people), "some are never done")
        await self._until(self._vacations_are_known, "some rooms don't know of a vacation")
        leaving = [person.run(person.leave()) for person in self._people]
        await self._until(lambda: all(task.done() for task in leaving), "some can't leave")
        await self._until(self._all_is_over, "some rooms don't end")
        await self._until(lambda: not self.ledger.files.unfiled, "some games are never filed")
        await self._until(self._all_know, "some never hear of the end")

    def _vacations_are_known(self) -> bool:
        now, accounts = self.ledger.now(), self.ledger.register.accounts
        return all(
            knows_vacations(room, accounts, now)
            for id_ in self.observer.rooms
            if (room := self.observer.room(id_, self.observer.version(id_))) is not None
        )

    def _all_is_over(self) -> bool:
        if not (self.ledger.rooms.live or self._are_to_come()):
            return True
        for person in self._people:  # who sat down late, or was let in by a leaver
            if person.client is not None and self._stays(person):
                _ = person.run(person.leave())
        return False

    def _are_to_come(self) -> bool:
        """Whether rooms have been named that were not opened yet."""
        named = {
            event.room
            for step in self.ledger.steps
            for event in step.events
            if isinstance(event, ev.Continued)
        }
        return not named <= {step.room for step in self.ledger.steps}

    def _stays(self, person: Person) -> bool:
        assert person.client is not None
        replicas = person.client.rooms.values()
        seated = [replica for replica in replicas if replica.seat_of_me is not None]
        return any(r.room.status is ev.Status.WAITING for r in seated) or bool(sequels(person.client))

    def _all_know(self) -> bool:
        return all(
            replica.room.version == self.observer.version(replica.id)
            for person in self._people
            for replica in (person.client.rooms.values() if person.client else ())
        )

    async def _until(self, holds: Any, otherwise: str) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not holds():
            if loop.time() > end:
                self.observer.problem(f"{otherwise}: {sorted(self.ledger.rooms.live)}")
                return
            await asyncio.sleep(GLANCE)

    async def _go_home(self, living: list[asyncio.Task[Any]]) -> None:
        for task in living:
            if task.done() and not task.cancelled():
                self.observer.problem(f"somebody's client ended: {task.exception()!r}")
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)
        await self._until(self._all_is_forgotten, "some nodes remember what is over")

    def _compare_replicas(self) -> None:
        """Every client ends with what really happened, as far as it may know it."""
        for person in self._people:
            for replica in person.client.rooms.values() if person.client else ():
                events = self.ledger.events(replica.id)
                views = [replay(view(event, viewer) for event in events) for viewer in Viewer]
                if _essence(replica.room) not in map(_essence, views):
                    self.observer.problem(f"{person.name} has {replica.room} and not {views[0]}")

    def _all_is_forgotten(self) -> bool:
        """Rooms that are over are in no node's memory, nor is anything that nobody looks at."""
        return not any(machine.remembers for machine in self._machines)

    def _judge(self) -> None:
        for key, reply in self.observer.answers.items():
            if problem := contradiction(reply, self.ledger.done(*key)):
                self.observer.problem(problem)
        for problem in audit(self.ledger, self.observer.rooms, self._weather.outages):
            self.observer.problem(problem)
        for problem in miscounted(self.ledger, self.observer.rooms):
            self.observer.problem(problem)


def _essence(room: Room) -> tuple[object, ...]:
    """What is the same in a room that was restored, and for every viewer."""
    return (
        room.version,
        room.status,
        room.seats,
        room.invited,
        room.game,
        room.clock,
        room.changed,
        room.active,
    )


def _people(chance: Random, size: Size) -> list[Person]:
    players = chance.randint(2, size.players)
    people = [
        Person(f"player{n}", Random(chance.random()), plays=True, is_slow=size.is_slow)
        for n in range(players)
    ]
    if chance.random() < 0.5:
        people.append(people[0].another_device())
    watchers = chance.randint(0, size.watchers)
    return people + [Person(f"watcher{n}", Random(chance.random()), plays=False) for n in range(watchers)]


class _Complaints(logging.Handler):
    """Takes every traceback that the product logs for a problem."""

    def __init__(self, observer: Observer) -> None:
        super().__init__(logging.ERROR)
        self._observer = observer

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self._observer.problem(self.format(record))


@contextmanager
def _listening_to_complaints(observer: Observer) -> Iterator[None]:
    handler = _Complaints(observer)
    loggers = [logging.getLogger(name) for name in ("pente_server", "pente.client", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
            logger.propagate = True


@asynccontextmanager
async def _ending_all_tasks() -> AsyncIterator[None]:
    try:
        yield
    finally:
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in sorted(rest, key=hash):
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


def simulate(seed: int, size: Size | None = None) -> Report:
    """Live through the world of a seed; equal seeds give equal reports."""
    SimSession.begin()
    loop, trace = VirtualLoop(Random(f"loop {seed}")), Trace()
    problems: tuple[str, ...] = ()
    worlds: list[World] = []

    async def live() -> None:
        async with _ending_all_tasks():
            world = World(seed, size or Size(), trace)
            worlds.append(world)
            with _listening_to_complaints(world.observer):
                await world.run()

    try:
        with virtual():
            loop.run_until_complete(live())
    except Stuck:
        problems = ("nothing will ever happen again",)
    finally:
        loop.close()
    (world,) = worlds
    ends = [events[-1] for events in map(world.ledger.events, world.observer.rooms)]
    return Report(
        seed=seed,
        digest=trace.digest(),
        problems=(*problems, *world.observer.problems),
        last=trace.last(),
        steps=trace.steps,
        commits=len(world.ledger.steps),
        finished=sum(type(event).__name__ == "Finished" for event in ends),
        seconds=loop.time(),
    )
