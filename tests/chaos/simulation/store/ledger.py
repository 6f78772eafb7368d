"""What really happened: the memory behind all simulated stores, with every step that was ever taken."""

import asyncio
from dataclasses import dataclass, field

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import events as ev
from pente_server.store import Commit
from pente_server.store.memory.store import MemoryDatabase
from tests.chaos.simulation.runtime.host import EPOCH, decode_event


@dataclass(frozen=True, slots=True)
class Step:
    """A commit that changed a room."""

    room: RoomId
    command: str
    version: int
    """Of the room after it."""
    events: tuple[ev.Event, ...]
    asked: Instant
    """When a node wanted it, by the store's clock."""
    leeway: int
    """How far that node's clock may have been off then, in ms."""


@dataclass(slots=True)
class Ledger(MemoryDatabase):
    """Mutable. It outlives every node, and its clock is right by definition."""

    steps: list[Step] = field(default_factory=list)
    of_command: dict[tuple[RoomId, str], list[Step]] = field(default_factory=dict)

    def now(self) -> Instant:
        return Instant(round((EPOCH + asyncio.get_running_loop().time()) * 1000))

    def record(self, change: Commit, version: int, asked: Instant, leeway: int) -> None:
        events = tuple(decode_event(body) for body in change.events)
        step = Step(change.room, change.command, version, events, asked, leeway)
        self.steps.append(step)
        self.of_command.setdefault((change.room, change.command), []).append(step)

    def events(self, room: RoomId) -> list[ev.Event]:
        """A room's whole history."""
        return [event for step in self.steps if step.room == room for event in step.events]

    def done(self, room: RoomId, command: str) -> list[Step]:
        """The steps that were taken for a command: none or one, if all is well."""
        return self.of_command.get((room, command), [])
