"""A room's log as a server would keep it, for tests that play the server's part."""

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import DEFAULT_OPTIONS, Options, Room, Viewer, apply, create, decide, opened, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_protocol.messages.lists import RoomSummary
from pente_protocol.messages.rooms import Happened, Synced
from tests.support.games.checkpoints import made_up_mark, synced_with

ANN = Identity(PlayerId("a" * 32), "ann")
BOB = Identity(PlayerId("b" * 32), "bob")
DAN = Identity(PlayerId("d" * 32), "dan")
EVE = Identity(PlayerId("e" * 32), "eve")
ROOM = RoomId("room-0001")
SEQUEL = RoomId("5e90e1a1b2c3d4e5")
START = Instant(1_000_000)


class ServerRoom:
    """A room that Ann has opened, with its log. Mutable."""

    def __init__(
        self,
        ruleset: object = "pente-casual",
        time: str = "5+3",
        id_: RoomId = ROOM,
        options: Options = DEFAULT_OPTIONS,
        setup: Setup | None = None,
    ) -> None:
        self.id = id_
        self.now = START
        rules, control = ruleset_from(ruleset), parse_time_control(time)
        created, *rest = create(rules, control, by=ANN, now=self.now, options=options, setup=setup)
        assert isinstance(created, ev.Created)
        self.events: list[ev.Event] = [created]
        self.room: Room = opened(created)
        self._append(rest)

    def do(self, command: cmd.Command, by: Identity | None) -> list[Happened]:
        """Carry a command out a second later: the frames that follow. Raises Refused."""
        self.now = Instant(self.now + 1000)
        return self._append(decide(self.room, command, by=by, now=self.now, sequel=SEQUEL))

    def play(self, *names: str) -> list[Happened]:
        """Stones of whoever is to move: the frames that follow."""
        frames: list[Happened] = []
        for name in names:
            seat = self.room.to_act
            assert seat is not None
            point = parse_point(name, self.room.created.ruleset.size)
            frames += self.do(cmd.Play(point), self.room.seats[seat])
        return frames

    def happened(self, since: int = 0) -> list[Happened]:
        """The frames after a version."""
        numbered = enumerate(self.events[since:], start=since + 1)
        return [Happened(self.id, number, made_up_mark(number), event) for number, event in numbered]

    def synced(self, viewer: Viewer = Viewer.PLAYER) -> Synced:
        """The frame with the whole room."""
        return synced_with(self.id, snapshot(self.room, viewer))

    def summary(self) -> RoomSummary:
        """The room as lists show it."""
        room = self.room
        created = room.created
        return RoomSummary(
            self.id,
            created.ruleset,
            created.time,
            room.status,
            room.seats,
            created.at,
            created.by,
            invited=room.invited,
            from_position=created.setup is not None,
        )

    def _append(self, events: tuple[ev.Event, ...] | list[ev.Event]) -> list[Happened]:
        known = len(self.events)
        for event in events:
            self.events.append(event)
            self.room = apply(self.room, event)
        return self.happened(known)


def playing(
    *moves: str,
    ruleset: object = "pente-casual",
    time: str = "5+3",
    id_: RoomId = ROOM,
    setup: Setup | None = None,
) -> ServerRoom:
    """Ann against Bob, after some moves."""
    table = ServerRoom(ruleset, time, id_, setup=setup)
    table.do(cmd.Join(), BOB)
    table.play(*moves)
    return table
