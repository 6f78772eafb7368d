"""A server of one process and no wire: rooms by the rules, and connections that a test may break."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from pente_client.connection import (
    ClientStopped,
    Connected,
    Disconnected,
    InvitationReceived,
    Replica,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Refused, Room, Viewer, apply, create, decide, replay, snapshot
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.ending import opening
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import ListedRoom, RoomSummary
from tests.support.games.checkpoints import synced_with

NOW = Instant(1_000_000)


class FakeServer:
    """Rooms and those who are connected. Mutable."""

    def __init__(self) -> None:
        self.rooms: dict[RoomId, Room] = {}
        self.events: list[ev.Event] = []
        self.guests: dict[str, FakeConnection] = {}
        self.names: set[str] = set()
        self.now = NOW
        """The present, which only a test changes."""

    def connect(self, name: str, kind: PlayerKind = PlayerKind.BOT) -> "FakeConnection":
        """Let a player in, for the first time or again after a restart."""
        number = f"{sum(map(ord, name)):032x}"
        self.names.add(name)
        self.guests[name] = FakeConnection(self, Identity(PlayerId(number), name, kind))
        return self.guests[name]

    def open(
        self,
        by: Identity,
        ruleset: object,
        time: str,
        seat: int | None,
        invite: Sequence[str],
        *,
        options: Options = DEFAULT_OPTIONS,
    ) -> RoomId:
        """Open a room; the creator sits on seat 0 unless told."""
        for name in invite:
            if name not in self.names:
                raise RequestRejected("unknown-player", f"there is no player {name}")
        guests = [self.guests[name].me for name in invite]
        events = create(
            ruleset_from(ruleset),
            parse_time_control(time),
            by=by,
            now=self.now,
            seat=seat or 0,
            invited=guests,
            options=options,
        )
        room_id = RoomId(f"room{len(self.rooms):04}")
        self.rooms[room_id] = replay(events)
        for guest in self.guests.values():
            if guest.me.id == by.id:
                guest.see(room_id)
            if guest.me.name in invite:
                guest.push(InvitationReceived(self.summary(room_id)))
        return room_id

    def act(self, room_id: RoomId, command: cmd.Command, by: Identity | None) -> int:
        """Decide and notify all viewers. Raises RequestRejected."""
        try:
            events = decide(
                self.rooms[room_id], command, by=by, now=self.now, sequel=RoomId(f"{room_id}-next")
            )
        except Refused as refused:
            raise RequestRejected(refused.reason, str(refused)) from None
        for event in events:
            self.rooms[room_id] = apply(self.rooms[room_id], event)
            self.events.append(event)
            for guest in self.guests.values():
                guest.hear(room_id, event)
        return self.rooms[room_id].version

    def open_sequel(self, room_id: RoomId) -> None:
        """Open the room in which the players of another one go on, when somebody looks for it."""
        for earlier, room in list(self.rooms.items()):
            if room.sequel == room_id and room_id not in self.rooms:
                self.rooms[room_id] = replay(opening(room, earlier, self.now))

    def summary(self, room_id: RoomId) -> RoomSummary:
        room = self.rooms[room_id]
        made = room.created
        return RoomSummary(
            room_id, made.ruleset, made.time, room.status, room.seats, made.at, made.by, room.invited
        )

    def rooms_of(self, player: Identity) -> tuple[RoomSummary, ...]:
        """The live rooms with a seat or an invitation of a player."""
        return tuple(
            self.summary(room_id)
            for room_id, room in self.rooms.items()
            if room.status in (ev.Status.WAITING, ev.Status.PLAYING)
            and (room.seat_of(player.id) is not None or player in room.invited)
        )

    def is_over(self, room_id: RoomId) -> bool:
        return self.rooms[room_id].status in (ev.Status.FINISHED, ev.Status.CLOSED)


class FakeConnection:
    """What a bot needs of a client. Mutable."""

    def __init__(self, house: FakeServer, me: Identity) -> None:
        self._house = house
        self._me = me
        self._rooms: dict[RoomId, Replica] = {}
        self._updates: asyncio.Queue[Update | None] = asyncio.Queue()
        self.is_connected = True
        self.before_acting: deque[Callable[[], None]] = deque()
        """What happens just before the next requests are carried out, one each."""
        self.acted: list[cmd.PlayerCommand] = []
        self.welcome = self._welcome()
        self.push(Connected(self.welcome))

    @property
    def me(self) -> Identity:
        return self._me

    @property
    def rooms(self) -> Mapping[RoomId, Replica]:
        return self._rooms

    async def updates(self) -> AsyncIterator[Update]:
        while (update := await self._updates.get()) is not None:
            yield update

    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
    ) -> RoomId:
        return self._house.open(self.me, ruleset, time, seat, invite, options=options)

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        await asyncio.sleep(0)
        if self.before_acting:
            self.before_acting.popleft()()
        self.acted.append(command)
        version = self._house.act(room, command, self.me)
        await self.watch(room)
        return version

    async def watch(self, room: RoomId) -> Replica:
        await asyncio.sleep(0)
        self._house.open_sequel(room)
        if room not in self._house.rooms:
            raise RequestRejected("unknown-room", "there is no such room")
        if room not in self._rooms:
            self.see(room)
        return self._rooms[room]

    async def unwatch(self, room: RoomId) -> None:
        self._rooms.pop(room, None)

    def server_now(self) -> Instant:
        return self._house.now

    # -- what the house and the test do ------------------------------------------------------------------

    def push(self, update: Update | None) -> None:
        self._updates.put_nowait(update)

    def see(self, room_id: RoomId) -> None:
        shot = snapshot(self._house.rooms[room_id], Viewer.PLAYER)
        self._rooms[room_id] = Replica.restored(synced_with(room_id, shot), self.me.id)
        self.push(Resynced(room_id, self._rooms[room_id].room))

    def hear(self, room_id: RoomId, event: ev.Event) -> None:
        replica = self._rooms.get(room_id)
        if replica is not None and self.is_connected:
            before = replica.step(replica.room.version + 1, event, None)
            assert before is not None
            self.push(RoomAdvanced(room_id, replica.room.version, event, before, replica.room))

    def lose(self) -> None:
        """The connection breaks; nothing is heard until `come_back`."""
        self.is_connected = False
        self.push(Disconnected("the server is gone", 0.1))

    def come_back(self) -> None:
        """Connected again: what was missed comes after the welcome."""
        self.is_connected = True
        self.welcome = self._welcome()
        self.push(Connected(self.welcome))
        for room_id, replica in self._rooms.items():
            room = self._house.rooms.get(room_id)
            if room is not None and room.version > replica.room.version:
                self.see(room_id)

    def end(self, reason: str = "the server is gone for good") -> None:
        self.push(ClientStopped(reason))
        self.push(None)

    def _welcome(self) -> Welcome:
        return Welcome(
            id=RequestId(1),
            server="fake",
            player=self._me,
            now=self._house.now,
            durability="memory",
            rooms=tuple(map(ListedRoom, self._house.rooms_of(self._me))),
        )
