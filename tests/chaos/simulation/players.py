"""Simulated people with real clients: they open rooms, sit down, play, talk and watch, as chance has it."""

import asyncio
from random import Random
from typing import Final

from pente_client.connection import Client, RequestRejected
from pente_client.connection.link.errors import ConnectionEnded
from pente_client.connection.replica.replica import Replica
from pente_client.credentials import Credentials, CredentialStore
from pente_client.credentials.accounts import KnownServer
from pente_client.credentials.credential_file import FileContents
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import AnalysisTree, OfferKind, Options, Room, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.messages.rooms import Watch, Watching
from tests.chaos.simulation.runtime.host import Host

RULESETS: Final[tuple[dict[str, object], ...]] = (
    {"base": "pente", "size": 7, "line": 4},
    {"base": "freestyle", "size": 5, "line": 3},
    {"base": "keryo-pente", "size": 7},
    {"base": "freestyle", "size": 7, "line": 4, "swap": "swap2"},
    {"base": "freestyle", "size": 7, "line": 3, "sides": 3},
    {"base": "freestyle", "size": 6, "line": 4, "sides": 4},
)
RATED: Final[dict[str, object]] = {"base": "freestyle"}
"""Rated games are played by rules that have a name; most of them end on time or are given up."""
TIMES: Final = ("-", "0.05", "0.05+1", "0.1+2", "0.03d1", "0+2x1", "0.03+1x2", "2/move", "1/move", "5+3")
SLOW_TIMES: Final = ("-", "1d/move", "2d/move")
SLOW_RULESETS: Final[tuple[dict[str, object], ...]] = (
    {"base": "freestyle", "size": 7, "line": 5},
    {"base": "keryo-pente", "size": 7},
    {"base": "freestyle", "size": 7, "line": 5, "sides": 3},
)
_OFTEN_PLAYED: Final = 3
"""In slow games people choose between so many points, so that they often do what others have planned for."""
_PLANNED: Final = 5
"""The most stones of a line that is planned."""
_FIRST_WELCOME: Final = 600.0
_EAGER: Final = 4.0
"""How often somebody does something, in a second."""
_MOST_SEATS: Final = 2
_SOON: Final = 15_000


class _Memory:
    """In place of a `CredentialStore`: the account, for all devices of a person. Mutable."""

    path = "memory"

    def __init__(self) -> None:
        self._known: Credentials | None = None

    def prepare(self) -> str:
        """There is always room, and nothing old."""
        return ""

    def contents(self) -> FileContents:
        """No server has another address, and no address has had another server."""
        return FileContents()

    def follow(self, _present: KnownServer) -> bool:
        """No server has another key."""
        return False

    def find(self, _server_id: str, _kind: PlayerKind, _name: str) -> Credentials | None:
        return self._known

    def claim(self, wanted: Credentials) -> Credentials:
        self._known = self._known or wanted
        return self._known

    def keep(self, account: Credentials, _address: str) -> None:
        self._known = account

    def remove(self, _account: Credentials) -> None:
        self._known = None


class Person(Host):
    """Mutable: a player, or somebody who only watches, and the device."""

    def __init__(
        self,
        name: str,
        chance: Random,
        *,
        plays: bool,
        memory: _Memory | None = None,
        is_slow: bool = False,
    ) -> None:
        super().__init__(name, chance, chance.uniform(-100, 100))
        self.memory = memory or _Memory()
        self.account = name.partition("-")[0]
        self.client: Client | None = None
        self.is_done = False
        """Whether this one begins nothing any more."""
        self.is_idle = False
        """Whether the last thing begun has come to its end."""
        self.denials: list[str] = []
        self._plays = plays
        self._is_slow = is_slow
        self._words = 0
        self._phone: Person | None = None
        self._may_begin = asyncio.Event()
        self._may_begin.set()

    def another_device(self) -> "Person":
        """The same player elsewhere, who will watch only."""
        self._phone = Person(f"{self.name}-phone", self.chance, plays=False, memory=self.memory)
        self._phone._may_begin.clear()
        return self._phone

    async def live(self) -> None:
        """Connect and do things until it is time to stop."""
        identities: CredentialStore = self.memory  # type: ignore[assignment]
        await self._may_begin.wait()
        client = Client(
            "ws://localhost",
            name=self.account,
            identities=identities,
            retry_first=_FIRST_WELCOME,
            aside=not self._plays,
        )
        async with client:
            self.client = client
            if self._phone is not None:
                self._phone._may_begin.set()
            while not self.is_done:
                await asyncio.sleep(self.chance.expovariate(_EAGER))
                await self._do_something(client)
            self.is_idle = True
            await asyncio.Event().wait()

    async def leave(self) -> None:
        """End every game and give up every seat that is not left to the clock."""
        client = self.client
        if client is None:
            return
        while True:
            await self._give_up(client)
            more = sequels(client)
            if not more or not all([await self._follow(client, room) for room in more]):
                return

    async def _give_up(self, client: Client) -> None:
        for replica in tuple(client.rooms.values()):
            room = replica.room
            if room.status is ev.Status.PLAYING and _ends_soon(room) and self.chance.random() < 0.7:
                continue
            if replica.seat_of_me is not None and room.status is ev.Status.PLAYING:
                await self._act(client, replica.id, cmd.Resign())
            elif replica.seat_of_me is not None and room.status is ev.Status.WAITING:
                await self._act(client, replica.id, cmd.Leave())

    async def _do_something(self, client: Client) -> None:
        seated = [r for r in client.rooms.values() if r.seat_of_me is not None and not _is_over(r.room)]
        mine = [replica for replica in seated if replica.is_my_turn]
        lot = self.chance.random()
        try:
            if self._is_slow and self.chance.random() < 0.25:
                await self._plan_ahead(client, [replica for replica in seated if not replica.is_my_turn])
            elif not self._plays or lot < 0.08:
                await self._look_around(client)
            elif lot < 0.14:
                await self._bargain(client)
            elif lot < 0.5 and (asked := offers_in(client)):
                room, kind = self.chance.choice(asked)
                await self._act(client, room, cmd.Accept(kind))
            elif lot < 0.17 and client.rooms:
                replica = self.chance.choice(list(client.rooms.values()))
                await self._act(client, replica.id, self._oddity())
            elif mine:
                await self._take_turn(client, self.chance.choice(mine))
            elif len(seated) < _MOST_SEATS:
                await self._sit_down(client)
        except RequestRejected as denied:
            self.denials.append(denied.code)

    async def _plan_ahead(self, client: Client, waiting: list[Replica]) -> None:
        """Plan answers to moves of others, drop such plans, or go on vacation or back."""
        playing = [replica for replica in waiting if replica.room.status is ev.Status.PLAYING]
        if not playing or self.chance.random() < 0.1:
            _ = await client.take_vacation(self.chance.choice((0, 1, 2, 3)))
            return
        replica = self.chance.choice(playing)
        assert replica.seat_of_me is not None
        count = self.chance.choice((0, 1, 1, 1, 2, 2))
        lines = [self._line(replica.room.game, replica.seat_of_me) for _ in range(count)]
        await self._act(client, replica.id, cmd.SetConditions(tuple(filter(None, lines))))

    def _line(self, game: Game, seat: int) -> tuple[Point, ...]:
        """Stones that may follow in a game, the last one by a seat; often none."""
        points: list[Point] = []
        planned = 0
        while not (game.is_over or game.position.choices) and len(points) < _PLANNED:
            actor, point = game.position.to_act, self._usual_point(game)
            _, game = game.play(point)
            points.append(point)
            planned = len(points) if actor == seat else planned
        return tuple(points[:planned])

    def _usual_point(self, game: Game) -> Point:
        return self.chance.choice(list(game.position.legal_points)[:_OFTEN_PLAYED])

    async def _act(self, client: Client | None, room: RoomId, command: cmd.PlayerCommand) -> None:
        assert client is not None
        try:
            await client.act(room, command)
        except RequestRejected as denied:
            self.denials.append(denied.code)
        except ConnectionEnded:
            if not self.is_done:
                raise

    async def _look_around(self, client: Client) -> None:
        watched = sorted(client.rooms)
        lot = self.chance.random()
        if lot < (0.3 if watched else 0.9):
            rooms = sorted(row.room.id for row in await client.list_rooms())
            if rooms:
                _ = await client.watch(self.chance.choice(rooms))
        elif watched and lot < 0.6:
            room = self.chance.choice(watched)
            await self._act(client, room, self._remark_in(client.rooms[room].room))
            await self._look_at(client, room)
        elif watched and lot < 0.8:
            await self._look_again(client, self.chance.choice(watched))
        elif watched and lot < 0.85 and not self._plays:
            await client.unwatch(self.chance.choice(watched))
        elif lot < 0.9:
            await client.follow()

    async def _look_again(self, client: Client, room: RoomId) -> None:
        """Ask for a room that is watched already, as the protocol allows."""
        known = client.rooms[room].checkpoint if self.chance.random() < 0.7 else None
        _ = await client._link.ask_for(Watching, lambda id_: Watch(id_, room, known))

    async def _sit_down(self, client: Client) -> None:
        free = sorted(
            row.room.id for row in await client.list_rooms() if row.room.status is ev.Status.WAITING
        )
        if free and self.chance.random() < 0.85:
            room = free[-1] if self.chance.random() < 0.7 else self.chance.choice(free)
            seat = self.chance.choice((None, None, 0, 1, 2))
            await self._act(client, room, cmd.Join(seat))
        else:
            rated = self.chance.random() < 0.3
            ruleset = RATED if rated else self.chance.choices(RULESETS, (4, 4, 2, 1, 1, 0.3))[0]
            time, seat = self.chance.choice(TIMES[rated:]), self.chance.choice((0, None))
            if self._is_slow:
                rated = False
                ruleset, time = self.chance.choice(SLOW_RULESETS), self.chance.choice(SLOW_TIMES)
            options = Options(
                rated=rated,
                games=self.chance.choice((1, 1, 2)),
                ready_check=self.chance.random() < 0.1,
                watch=self.chance.choices(tuple(WatchPolicy), (3, 1))[0],
                viewer_delay=ViewerDelay(moves=2) if seat is None else None,
            )
            _ = await client.create(ruleset, time, seat=seat, options=options)

    async def _bargain(self, client: Client) -> None:
        """Something that players agree on, or that a host wants; or follow the others to their next game."""
        ours = [replica for replica in client.rooms.values() if replica.seat_of_me is not None]
        more = sequels(client)
        if more and self.chance.random() < 0.8:
            await self._follow(client, self.chance.choice(more))
        elif ours:
            replica = self.chance.choice(ours)
            await self._act(client, replica.id, self._wish(replica.room))

    async def _follow(self, client: Client, room: RoomId) -> bool:
        """Watch a room; whether the client goes on."""
        try:
            _ = await client.watch(room)
        except RequestRejected as denied:
            self.denials.append(denied.code)
        except ConnectionEnded:
            if not self.is_done:
                raise
            return False
        return True

    def _wish(self, room: Room) -> cmd.PlayerCommand:
        if room.status is ev.Status.FINISHED:
            return cmd.Offer(OfferKind.REMATCH)
        if room.status is ev.Status.WAITING:
            return self.chance.choice((cmd.Ready(), cmd.Leave(), self._policy()))
        kinds = (*[OfferKind.TAKEBACK] * 5, OfferKind.CANCEL)
        offer = cmd.Offer(self.chance.choice(kinds))
        somebody = self.chance.choice(room.chat).player.id if room.chat else PlayerId("0" * 32)
        moderation = self.chance.choice((cmd.Mute, cmd.Unmute, cmd.Kick, cmd.Ban, cmd.Unban))(somebody)
        wishes = (offer, cmd.Abort(), cmd.Claim(cmd.ClaimKind.WIN), moderation, self._policy())
        return self.chance.choices(wishes, (8, 1, 1, 2, 1))[0]

    def _policy(self) -> cmd.SetWatchPolicy:
        return cmd.SetWatchPolicy(self.chance.choice(tuple(WatchPolicy)))

    async def _take_turn(self, client: Client, replica: Replica) -> None:
        choices = replica.room.game.position.choices
        if choices:
            await self._act(client, replica.id, cmd.Choose(self.chance.choice(sorted(choices))))
            return
        move = self._act(client, replica.id, cmd.Play(self._point(replica.room)))
        if self.chance.random() < 0.9:
            await move
        else:  # two things at once
            await asyncio.gather(move, self._act(client, replica.id, self._remark()))

    def _point(self, room: Room) -> Point:
        size = room.created.ruleset.size
        if self.chance.random() < 0.05:
            return Point(self.chance.randrange(size * size))
        legal = list(room.game.position.legal_points)
        if self._is_slow:
            legal = legal[:_OFTEN_PLAYED]
        return self.chance.choice(legal) if legal else Point(0)

    def _remark_in(self, room: Room) -> cmd.PlayerCommand:
        """A line of chat, or once the game is over mostly something about it."""
        if room.status is not ev.Status.FINISHED or self.chance.random() < 0.3:
            return self._remark()
        tree = AnalysisTree(room.game, room.analysis)
        node = self.chance.choice([0, *tree.nodes])
        legal = list(tree.game_at(node).position.legal_points) or [Point(0)]
        point = (self.chance.choice(legal),)
        notes = [each.number for each in room.analysis.all] or [1]
        self._words += 1
        return self.chance.choice(
            (
                cmd.AddVariation(node, point),
                cmd.AddVariation(node, point),
                cmd.AddComment(node, f"{self.name} {self._words}"),
                cmd.MarkPoints(node, point),
                cmd.RemoveAnnotation(self.chance.choice(notes)),
            )
        )

    async def _look_at(self, client: Client, id_: RoomId) -> None:
        """Show the others where we look in a game that is over, if that may be shown."""
        replica = client.rooms.get(id_)
        if replica is not None and replica.room.status is ev.Status.FINISHED:
            await client.look(id_, self.chance.choice([0, *range(len(replica.room.game.turns) + 1)]))

    def _oddity(self) -> cmd.PlayerCommand:
        """Something that is not allowed, or not often done."""
        return self.chance.choice(
            (cmd.Leave(), cmd.Decline(), cmd.Join(), cmd.Play(Point(0)), self._remark(), cmd.Resign())
        )

    def _remark(self) -> cmd.Say:
        self._words += 1
        return cmd.Say(f"{self.name} {self._words}", self.chance.choice(tuple(ev.ChatAudience)))


def sequels(client: Client) -> list[RoomId]:
    """The rooms in which games of ours go on that we have not seen."""
    over = (replica for replica in client.rooms.values() if replica.seat_of_me is not None)
    named = (RoomId(replica.room.sequel) for replica in over if replica.room.sequel)
    return sorted(room for room in named if room not in client.rooms)


def offers_in(client: Client) -> list[tuple[RoomId, OfferKind]]:
    """What others have offered us."""
    return [
        (replica.id, offer.kind)
        for replica in client.rooms.values()
        for offer in replica.room.offers
        if replica.seat_of_me is not None and offer.concerns(replica.seat_of_me)
    ]


def _is_over(room: Room) -> bool:
    return room.status in (ev.Status.FINISHED, ev.Status.CLOSED)


def _ends_soon(room: Room) -> bool:
    """Whether the flag ends it if nobody does."""
    return room.clock.is_timed and max(room.clock.remaining) < _SOON
