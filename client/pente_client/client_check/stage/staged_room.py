"""A room of the scripted server: decided by the rules, and told with what no client can know."""

from hashlib import sha256
from typing import Any, Final

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import NOTHING_DUE, Room, Viewer, apply, decide, replay, snapshot, turn_due
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.snapshot import drawn_board
from pente_core.value import replace
from pente_protocol.codec import event_from_wire, event_to_wire, to_wire
from pente_protocol.messages import Wire
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.rooms import Synced

STRANGE_EVENT: Final = "sparkled"
"""The tag of an event that no release has."""


class StagedRoom:
    """A room with the log that its viewers get. Mutable."""

    def __init__(self, room_id: RoomId, events: tuple[ev.Event, ...]) -> None:
        self.id = room_id
        self.room: Room = replay(events)
        self.log: list[Wire] = [event_to_wire(event) for event in events]
        self.history = "first"
        """Which of two histories this is: the same log has other marks in another one."""

    @property
    def version(self) -> int:
        return self.room.version

    @property
    def checkpoint(self) -> Checkpoint:
        return Checkpoint(self.version, self.mark_at(self.version))

    def mark_at(self, version: int) -> Any:
        """The mark of a version: a hash of the log up to it."""
        return sha256(f"{self.history} {self.log[:version]}".encode()).hexdigest()[:16]

    @property
    def is_restored(self) -> bool:
        """Whether this is the history that a backup began."""
        return self.history != "first"

    def has(self, known: Checkpoint) -> bool:
        """Whether a checkpoint is of this history."""
        return known.version <= self.version and known.mark == self.mark_at(known.version)

    def is_current(self, base: Checkpoint | None) -> bool:
        """Whether a turn may have that base: nothing has changed the game since."""
        return base is not None and self.has(base) and base.version >= self.room.changed

    def decide(self, command: cmd.PlayerCommand, by: Identity, now: Instant) -> tuple[ev.Event, ...]:
        """The events of a command, which are not applied yet. Raises Refused."""
        return decide(self.room, command, by=by, now=now, sequel=RoomId(f"{self.id}-2"))

    def add(self, events: tuple[ev.Event, ...]) -> list[Wire]:
        """Apply events; the messages that tell viewers of them."""
        first = self.version + 1
        for event in events:
            self.room = apply(self.room, event)
            self.log.append(event_to_wire(event))
        return [self.happened(version) for version in range(first, self.version + 1)]

    def add_strange(self, now: Instant) -> Wire:
        """Add an event that no client knows; its message."""
        self.room = replace(self.room, version=self.version + 1)
        self.log.append({"t": STRANGE_EVENT, "at": now, "glitter": 3})
        return self.happened(self.version)

    def happened(self, version: int) -> Wire:
        return {
            "t": "happened",
            "room": self.id,
            "version": version,
            "mark": self.mark_at(version),
            "event": self.log[version - 1],
            **(self._turn() if version == self.version else {}),
        }

    def synced(self) -> Wire:
        """A snapshot for a viewer."""
        shot, mark = snapshot(self.room, Viewer.WATCHER), self.mark_at(self.version)
        return to_wire(Synced(self.id, shot, mark, *drawn_board(self.room.game))) | self._turn()

    def after(self, known: Checkpoint | None) -> list[Wire]:
        """What a viewer has missed who knows the room up to a checkpoint."""
        if known is None or not self.has(known):
            return [self.synced()]
        events = self.log[known.version :]
        mark = self.mark_at(self.version)
        missed = {"t": "missed", "room": self.id, "after": known.version, "mark": mark, "events": events}
        return [missed | self._turn()] if events else []

    def _turn(self) -> Wire:
        """What a message that leads to the latest version says of the turn."""
        told, nothing = turn_due(self.room)._asdict(), NOTHING_DUE._asdict()
        return {key: value for key, value in told.items() if value != nothing[key]}

    def restore_backup(self) -> None:
        """Lose the latest event, as after a backup was restored: from here on it is another history."""
        kept = [event_from_wire(wire) for wire in self.log[:-1] if wire["t"] != STRANGE_EVENT]
        self.room = replay(kept)
        self.log = [event_to_wire(event) for event in kept]
        self.history = "restored"
