"""A connection without a server: the core's own rules judge what is played."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from pente_client.connection import (
    FeaturedGameChanged,
    Replica,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_client.play.shown.own_words import Seats
from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import (
    DEFAULT_OPTIONS,
    BotPolicy,
    Options,
    Refused,
    Room,
    apply,
    create,
    deadline,
    decide,
    replay,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import parse_turn
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_core.rules.setup import Setup
from pente_core.value import replace
from pente_protocol.choices.tv_channel import BEST, TvChannel
from pente_protocol.messages.archive import GameFilter, GameSummary
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.lists import (
    ListedPlayer,
    ListedRoom,
    OnlineList,
    RoomActivity,
    RoomFilter,
    RoomSummary,
)
from pente_protocol.messages.people import HeadToHead, ProfileFound
from tests.support.client.fake_people import FakePeople
from tests.support.games.checkpoints import made_up_mark

START = Instant(1_000_000_000)
ROOM = RoomId("room-0001")


def player(number: int, name: str = "") -> Identity:
    return Identity(PlayerId(f"{number:032x}"), name or ("ada", "bob", "cyd", "dan", "eve")[number])


ADA, BOB, CYD, DAN, EVE = (player(number) for number in range(5))


def room_of(
    spec: object = "pente",
    *,
    time: str = "5+3",
    players: Sequence[Identity] = (ADA, BOB, CYD, DAN),
    turns: str = "",
    setup: Setup | None = None,
    options: Options = DEFAULT_OPTIONS,
) -> Room:
    """A room whose game was played so far; with too few players it still waits. Bots may join."""
    rules = ruleset_from(spec)
    if any(player.kind is PlayerKind.BOT for player in players):
        options = replace(options, bots=BotPolicy.ANYBODY)
    room = replay(
        create(rules, parse_time_control(time), by=players[0], now=START, setup=setup, options=options)
    )
    for other in players[1 : rules.sides]:
        room = done(room, cmd.Join(), other)
    for token in turns.split():
        assert room.to_act is not None
        room = done(room, _command(token, rules), room.seats[room.to_act])
    return room


def done(room: Room, command: cmd.Command, by: Identity | None, now: Instant = START) -> Room:
    for event in decide(room, command, by=by, now=now, sequel=RoomId("room-next")):
        room = apply(room, event)
    return room


def _command(token: str, rules: Ruleset) -> cmd.PlayerCommand:
    turn = parse_turn(token, rules.size)
    if isinstance(turn, Choice):
        return cmd.Choose(turn)
    assert isinstance(turn, int)
    return cmd.Play(turn)


def _listed(id_: RoomId, room: Room) -> ListedRoom:
    created = room.created
    summary = RoomSummary(id_, created.ruleset, created.time, room.status, room.seats, created.at, created.by)
    return ListedRoom(summary, RoomActivity(room.to_act, room.game.position.ply, deadline(room)))


class FakeCodes:
    """The join codes of a fake client. Mutable."""

    def __init__(self) -> None:
        self.codes: dict[RoomId, str] = {}
        self.answer: str | RequestRejected = "K7M2QX"
        """What the server gives when it is asked for a code."""

    def known(self, room: RoomId) -> str:
        return self.codes.get(room, "")

    async def share(self, room: RoomId) -> str:
        if isinstance(self.answer, RequestRejected):
            raise self.answer
        self.codes[room] = self.answer
        return self.answer


class FakeClient(FakePeople):
    """What `pente_client.screen` needs of a client. Mutable; `now` is set by the test."""

    def __init__(self, room: Room | None = None, *, me: Identity = ADA, id_: RoomId = ROOM) -> None:
        super().__init__()
        self._me = me
        self.now = START
        self.rooms: dict[RoomId, Replica] = {}
        self.hidden: dict[RoomId, Room] = {}
        """Rooms that are not watched yet."""
        self.featured: RoomId | None = None
        self.bots: list[Identity] = []
        self.declining: dict[str, str] = {}
        """Bots that decline invitations, with what they say."""
        """Who is online and a bot."""
        self.tuned: list[tuple[TvChannel, RoomId | None, bool]] = []
        """What was asked of TV: the channel, the game beside, and whether it was back."""
        self.archived: list[GameSummary] = []
        self.blocks: list[tuple[str, bool]] = []
        """Who was blocked (else unblocked), as a name or an id."""
        self.scores: dict[str, HeadToHead] = {}
        """How we stand against others, by their names."""
        self.codes = FakeCodes()
        self.denials: list[RequestRejected] = []
        """Answers to the next commands, in place of carrying them out."""
        self.looked: list[tuple[int | None, tuple[Point, ...]]] = []
        """Where we have shown to look."""
        self.may_look = True
        self.answers = asyncio.Event()
        self.answers.set()
        self._updates: asyncio.Queue[Update | None] = asyncio.Queue()
        if room is not None:
            self.rooms[id_] = Replica(id_, room, made_up_mark(room.version), me.id)

    @property
    def me(self) -> Identity:
        return self._me

    async def set_up(
        self, room: RoomId, setup: Setup | None, rules: Ruleset | None = None, seats: Seats = None
    ) -> RoomId:
        raise RequestRejected("only-local", "A position can be set up in a local game only.")

    @property
    def public_url(self) -> str:
        return ""

    @property
    def fingerprint(self) -> str:
        return ""

    @property
    def is_local(self) -> bool:
        return False

    @property
    def shares_board(self) -> bool:
        return False

    def sender(self, room: RoomId, command: cmd.PlayerCommand) -> Identity:
        return self._me

    def room(self, id_: RoomId = ROOM) -> Room:
        return self.rooms[id_].room

    async def updates(self) -> AsyncIterator[Update]:
        while (update := await self._updates.get()) is not None:
            yield update

    def next_update(self) -> Update | None:
        """The next update that waits; None: there is none."""
        return None if self._updates.empty() else self._updates.get_nowait()

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int:
        await self.answers.wait()
        if self.denials:
            raise self.denials.pop(0)
        try:
            self.happen(command, self._me, room)
        except Refused as refused:
            raise RequestRejected(refused.reason, str(refused)) from None
        return self.rooms[room].room.version

    async def look(self, room: RoomId, node: int | None, points: Sequence[Point] = ()) -> None:
        self.looked.append((node, tuple(points)))

    async def watch(self, room: RoomId) -> Replica:
        if room not in self.hidden:
            raise RequestRejected("unknown-room", "there is no such room")
        hidden = self.hidden.pop(room)
        self.rooms[room] = Replica(room, hidden, made_up_mark(hidden.version), self._me.id)
        self.tell(Resynced(room, self.rooms[room].room))
        return self.rooms[room]

    async def unwatch(self, room: RoomId) -> None:
        self.hidden[room] = self.rooms.pop(room).room

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]:
        """The games in which it is this player's turn, those that are not watched too."""
        assert which.my_turn
        known = {**self.hidden, **{id_: replica.room for id_, replica in self.rooms.items()}}
        return tuple(
            _listed(id_, room)
            for id_, room in known.items()
            if room.to_act is not None and room.seats[room.to_act] == self._me
        )

    async def follow(self, channel: TvChannel = BEST) -> RoomId | None:
        self.tuned.append((channel, None, False))
        return self.featured

    async def tune(
        self, channel: TvChannel, beside: RoomId | None = None, *, back: bool = False
    ) -> RoomId | None:
        self.tuned.append((channel, beside, back))
        if self.featured is not None:
            self.tell(FeaturedGameChanged(self.featured, channel, is_asked=True))
        return self.featured

    async def online(self, kind: PlayerKind | None = None) -> OnlineList:
        return OnlineList(RequestId(1), tuple(map(ListedPlayer, self.bots)))

    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
        accepts_rating: bool = False,
        setup: Setup | None = None,
        keeps_seats: bool = False,
    ) -> RoomId:
        opened = await super().create(ruleset, time, seat=seat, invite=invite, options=options)
        if not self.bots:
            return opened
        events = create(
            ruleset_from(ruleset),
            parse_time_control(time),
            by=self._me,
            now=self.now,
            seat=seat or 0,
            invited=[bot for bot in self.bots if bot.name in invite],
            options=options,
            accepts_rating=accepts_rating,
            setup=setup,
            keeps_seats=keeps_seats,
        )
        self.hidden[opened] = replay(events)
        await self.watch(opened)
        for bot in self.room(opened).invited:
            if bot.name in self.declining:
                self.happen(cmd.Say(self.declining[bot.name]), bot, opened)
                self.happen(cmd.Decline(), bot, opened)
            else:
                self.happen(cmd.Join(accepts_rating=accepts_rating), bot, opened)
        return opened

    async def profile(self, name: str, against: str = "") -> ProfileFound:
        for player in (ADA, BOB, CYD, DAN, EVE):
            if player.name == (name or self._me.name):
                return ProfileFound(RequestId(1), player, against=self.scores.get(against))
        raise RequestRejected("unknown-player", f"there is no player {name}")

    async def block(self, player: str) -> Identity:
        return await self._block(player, is_block=True)

    async def unblock(self, player: str) -> Identity:
        return await self._block(player, is_block=False)

    async def _block(self, player: str, *, is_block: bool) -> Identity:
        name = next((one.name for one in (ADA, BOB, CYD, DAN, EVE) if one.id == player), player)
        found = (await self.profile(name)).player
        self.blocks.append((player, is_block))
        return found

    @property
    def archive(self) -> "FakeClient":
        return self

    async def games(
        self, which: GameFilter, cursor: str = "", most: int | None = None
    ) -> AsyncIterator[tuple[Sequence[GameSummary], str]]:
        yield self.archived, ""

    def server_now(self) -> Instant:
        return self.now

    latency: float | None = None

    # What a test can make happen ---------------------------------------------------------------------

    def tell(self, update: Update | None) -> None:
        """Put an update in the queue; None: no more will come."""
        self._updates.put_nowait(update)

    def happen(self, command: cmd.Command, by: Identity | None, id_: RoomId = ROOM) -> None:
        """Carry a command of anybody out."""
        for event in decide(self.room(id_), command, by=by, now=self.now, sequel=RoomId(f"{id_}-next")):
            self.step(event, id_)

    def step(self, event: ev.Event, id_: RoomId = ROOM) -> None:
        replica = self.rooms[id_]
        before = replica.room
        replica.room = apply(before, event)
        self.tell(RoomAdvanced(id_, replica.room.version, event, before, replica.room))
