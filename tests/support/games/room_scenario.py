"""What is given in the tests of rooms: players, and a room with its log and a clock that stands still."""

from collections.abc import Sequence
from typing import Final

import pytest

from pente_core.clock.clock import NO_LAG, parse_time_control
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import DEFAULT_OPTIONS, Options, Reason, Refused, Room, apply, create, decide, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_core.value import replace

SEQUEL: Final = RoomId("5e90e1a1b2c3d4e5")
"""The id that was drawn for the next room."""
T0: Final = Instant(1_700_000_000_000)


def player(number: int, name: str) -> Identity:
    return Identity(PlayerId(f"{number:032x}"), name)


ANN: Final = player(1, "ann")
BOB: Final = player(2, "bob")
CAT: Final = player(3, "cat")
DAN: Final = player(4, "dan")
EVE: Final = player(5, "eve")
BOT: Final = replace(player(6, "gizmo"), kind=PlayerKind.BOT)
GUEST: Final = player(7, "guest-000007")
PEOPLE: Final = (ANN, BOB, CAT, DAN)


def millis(*spans: int) -> tuple[Millis, ...]:
    """What each seat has left."""
    return tuple(map(Millis, spans))


def as_clients_know(room: Room) -> Room:
    """A room without what snapshots leave out."""
    return replace(room, lag=NO_LAG, costs=b"", charged=0)


class Scene:
    """A room, the log that led to it, and the time. Mutable."""

    def __init__(
        self,
        ruleset: object = "pente",
        time: str = "-",
        *,
        seat: int | None = 0,
        invited: Sequence[Identity] = (),
        options: Options = DEFAULT_OPTIONS,
        idle: Millis = ev.IDLE,
        setup: Setup | None = None,
        keeps_seats: bool = False,
    ) -> None:
        """Ann has just created the room."""
        self.now = T0
        rules, control = ruleset_from(ruleset), parse_time_control(time)
        self.log = create(
            rules,
            control,
            by=ANN,
            now=T0,
            seat=seat,
            invited=invited,
            options=options,
            accepts_rating=True,
            idle=idle,
            setup=setup,
            keeps_seats=keeps_seats,
        )
        self.room = replay(self.log)

    @classmethod
    def begun(
        cls,
        ruleset: object = "pente",
        time: str = "-",
        options: Options = DEFAULT_OPTIONS,
        idle: Millis = ev.IDLE,
        setup: Setup | None = None,
        *,
        keeps_seats: bool = False,
    ) -> "Scene":
        """A game that has just begun: Ann on seat 0, Bob on seat 1, and so on."""
        scene = cls(ruleset, time, options=options, idle=idle, setup=setup, keeps_seats=keeps_seats)
        for seat in range(1, len(scene.room.seats)):
            scene.do(cmd.Join(seat), PEOPLE[seat])
        return scene

    @classmethod
    def patient(
        cls, ruleset: object = "pente", time: str = "-", options: Options = DEFAULT_OPTIONS
    ) -> "Scene":
        """A game that has just begun, in which nobody waits for first moves: all sit at one board."""
        scene = cls.begun(ruleset, time, options)
        created, *others = scene.log
        assert isinstance(created, ev.Created)
        scene.log = (replace(created, needs_first_moves=False), *others)
        scene.room = replay(scene.log)
        return scene

    def do(self, command: cmd.Command, by: Identity | None = None) -> tuple[ev.Event, ...]:
        """Have a command carried out: what it led to."""
        events = decide(self.room, command, by=by, now=self.now, sequel=SEQUEL)
        for event in events:
            self.room = apply(self.room, event)
        self.log += events
        return events

    def refusal(self, command: cmd.Command, by: Identity | None = None) -> Reason:
        """Why a command is refused."""
        before = self.room
        with pytest.raises(Refused) as caught:
            decide(self.room, command, by=by, now=self.now)
        assert self.room == before
        return caught.value.reason

    def tick(self) -> tuple[ev.Event, ...]:
        return self.do(cmd.Tick())

    def resume(self) -> tuple[ev.Event, ...]:
        """Have all who still play go on after a pause; what the last one's word led to."""
        out = self.room.game.position.out
        ready = [player for seat, player in enumerate(self.room.seats) if not out >> seat & 1]
        return [self.do(cmd.Resume(), player) for player in ready][-1]

    def wait(self, span: int) -> "Scene":
        """Let so many milliseconds pass."""
        self.now = later(self.now, Millis(span))
        return self

    def point(self, name: str) -> Point:
        return parse_point(name, self.room.created.ruleset.size)

    def on_turn(self) -> Identity | None:
        """The player who is to act."""
        return None if self.room.to_act is None else self.room.seats[self.room.to_act]

    def play(self, *tokens: str) -> tuple[ev.Event, ...]:
        """Have whoever is to act place stones or answer; what the last one led to."""
        events: tuple[ev.Event, ...] = ()
        for token in tokens:
            choice = token in list(Choice)
            events = self.do(
                cmd.Choose(Choice(token)) if choice else cmd.Play(self.point(token)), self.on_turn()
            )
        return events

    def left(self) -> tuple[int, ...]:
        """What each seat has left now."""
        return self.room.clock.remaining_at(self.now)
