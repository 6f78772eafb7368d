"""Until the delay is over nothing that a viewer sees tells whether a game has ended: no byte, and no moment.

A game is played twice from one seed, alike until a moment, and then differently: in one run it ends, in the
other it goes on, and in both the players chat, leave, close their programs and come back as chance has it.
Everything that viewers are sent until the delay has passed since then has to be the same, with its moment,
and so has everything that is answered over HTTP. What may differ is only what a player does elsewhere, such
as in another room: here they do nothing of that kind.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from pente_core.room import Options, ViewerDelay
from pente_core.room import commands as cmd
from pente_protocol.codec import decode_server
from pente_protocol.messages.account import LinkOffered
from pente_protocol.messages.base import CommandId, RequestId
from pente_protocol.messages.hello import Greeting, Hello
from pente_protocol.messages.lists import Browse, BrowsePlayers, Online, RoomFilter, Rooms
from pente_protocol.messages.ping import Pong
from pente_protocol.messages.rooms import Create, RoomCreated, Unwatch, Watch
from pente_server.live import lobby_feed
from pente_server.live.listening import presence_messages
from pente_server.live.people import player_feed
from pente_server.net.http.api.api import ApiRequest
from tests.chaos.simulation.machine import SimSession
from tests.chaos.simulation.runtime.host import virtual
from tests.chaos.simulation.runtime.virtual_loop import VirtualLoop
from tests.server.live.test_viewer_delay_law import ASKED, PLAYERS, Case, Device, Hall

pytestmark = pytest.mark.usefixtures("untraced", "no_threads")

SEEDS: Final = 12
"""Thousands of others were run by hand."""
DELAY: Final = ViewerDelay(seconds=10)
POINTS: Final = ("K10", "L11", "N10", "M12", "A1", "C3", "E5", "T1", "S3", "Q5", "A9", "B7")
ENDS: Final = (("resign",), ("win",), ("draw?", "draw"))
DOINGS: Final = ("", "", "'well", "draw?", "back?", "again?", "go", "quit", "come", "go", "quit", "come")
UNEVEN: Final = (
    (presence_messages, "PRESENCE_EVERY", 0.2371),
    (player_feed, "LOOK_EVERY", 2.0313),
    (lobby_feed, "LOOK_EVERY", 2.0551),
)
"""Periods of which none is a multiple of another: chance would decide what comes first when both end."""
PAGES: Final = (
    "rooms",
    "rooms?present=1",
    "rooms?player=ann",
    "rooms?status=playing",
    "rooms/ID",
    "rooms/ID.svg",
    "games",
    "games/ID",
    "games.atom",
    "players/ann",
    "leaders",
    "explore",
    "oembed?url=http://localhost/r/ID",
)
FILTERS: Final = (RoomFilter(), RoomFilter(present=True), RoomFilter(player="ann"))


@dataclass(frozen=True, slots=True)
class Play:
    """What the players do each second."""

    shown: Sequence[str]
    secret: Sequence[str]


@dataclass(frozen=True, slots=True)
class Twice:
    """The two runs of a seed."""

    options: Options
    ended: Play
    going_on: Play

    @classmethod
    def of(cls, seed: int) -> "Twice":
        chance = Random(seed)
        shown = [*POINTS[: chance.randint(2, 5)], *chance.choices(("", "'hm"), k=chance.randint(0, 1))]
        end = chance.choice(ENDS)
        count = DELAY.seconds
        after = chance.choices(DOINGS, k=count - len(end))
        moves = [*POINTS[6:8], *chance.choices((*DOINGS, *POINTS[8:]), k=count - 2)]
        is_private, is_rated = chance.choice(((False, False), (False, True), (True, False)))
        options = Options(rated=is_rated, private=is_private, viewer_delay=DELAY)
        return cls(options, Play(shown, [*end, *after]), Play(shown, moves))


class Watched(Device):
    """A viewer whose frames are noted, with their moments. Mutable."""

    def __init__(self, hall: Hall, name: str, node: int) -> None:
        super().__init__(hall, name, node)
        self.seen: list[tuple[float, str, object]] = []

    def _hear(self, frame: bytes) -> None:
        super()._hear(frame)
        message = decode_server(frame)
        if isinstance(message, LinkOffered | Greeting | Pong):  # drawn by lot, and the time
            return
        self.seen.append((asyncio.get_running_loop().time(), type(message).__name__, message))


class Returning(Device):
    """A player who connects again and again, and comes back to the room. Mutable."""

    def _hear(self, frame: bytes) -> None:
        message = decode_server(frame)
        if isinstance(message, Greeting) and self.heard:
            hello = Hello(RequestId(1), "test", self._device.known())
            self.send(self._device.sign(hello, message))
            self.send(Watch(self.number(), self.hall.room, self.known))
        else:
            super()._hear(frame)


class Passer(Device):
    """Somebody who opens rooms of their own, so that there is other news. Mutable."""

    def open_room(self) -> None:
        number = self.number()
        self.send(Create(number, CommandId(f"command-of-passer-{number}"), "pente", "10+5", 0))

    def _hear(self, frame: bytes) -> None:
        if not isinstance(decode_server(frame), RoomCreated):
            super()._hear(frame)


class Act(Hall):
    """One run. Mutable."""

    def __init__(self, twice: Twice, play: Play, seed: int) -> None:
        super().__init__(Case(DELAY, play.shown, play.secret))
        self._twice, self._play, self._chance, self._luck = twice, play, Random(seed), Random(seed)
        self.players = [Returning(self, name, number) for number, name in enumerate(PLAYERS)]
        self.watched = [Watched(self, "eve", 0), Watched(self, "mal", 1), Watched(self, "", 1)]
        self.viewers = [*self.watched]
        self.late = late = Watched(self, "late", 2)
        self.watched.append(late)
        self.passer = Passer(self, "zoe", 0)
        self.http: list[tuple[str, object]] = []
        self.secret_from = 0.0
        self._last_second = 0.0

    async def _live(self) -> None:
        for host in self.hosts[:2]:
            await host.run(self._start(host))
            await asyncio.sleep(0.137)  # else chance would decide which node reads first what the other has
        for device in (*self.players, *self.viewers, self.passer):
            device.connect()
        await asyncio.sleep(1)
        ann, gus = self.players
        ann.send(Create(ann.number(), CommandId("command-1"), "pente", "10+5", 0, (), self._twice.options))
        await asyncio.sleep(1)
        for viewer, which in zip(self.viewers, FILTERS, strict=True):
            viewer.send(Watch(viewer.number(), self.room))
            viewer.send(Browse(viewer.number(), which))
            viewer.send(BrowsePlayers(viewer.number()))
        gus.act(cmd.Join())
        await asyncio.sleep(1)
        self._last_second = asyncio.get_running_loop().time()
        for what in self._play.shown:
            await self._second(what)
        self.secret_from = asyncio.get_running_loop().time()
        for number, what in enumerate(self._play.secret):
            if number == DELAY.seconds // 2:
                await self.hosts[2].run(self._start(self.hosts[2]))
                self.late.connect()
            await self._second(what)

    async def _second(self, what: str) -> None:
        """The players act, and then the viewers: never at the moment at which the server does something."""
        self._do(what)
        if self._chance.random() < 0.3:
            asyncio.get_running_loop().call_later(0.2 * self._chance.random(), self.passer.open_room)
        for _ in range(2):
            await asyncio.sleep(0.4 * self._chance.random())
            await self._ask()
            await asyncio.sleep(self._last_second + 0.5 - asyncio.get_running_loop().time())
            self._last_second += 0.5

    async def _ask(self) -> None:
        for viewer in (*self.viewers, *([self.late] if len(self.nodes) == 3 else [])):
            await asyncio.sleep(0.007)  # the room may have to be read first: one must not overtake the other
            for text in self._chance.sample(ASKED, 4):
                viewer.send(viewer._about_the_room(text))
            match self._chance.randrange(4):
                case 0:
                    viewer.send(Unwatch(viewer.number(), self.room))
                case 1:
                    viewer.send(Watch(viewer.number(), self.room, viewer.known))
                case 2:
                    viewer.send(Rooms(viewer.number(), self._chance.choice(FILTERS)))
                case _:
                    viewer.send(Online(viewer.number()))
        path, _, query = self._chance.choice(PAGES).replace("ID", self.room).partition("?")
        given = tuple(tuple(each.split("=", 1)) for each in query.split("&")) if query else ()
        for number, node in enumerate(self.nodes):
            api = node.api
            asked = ApiRequest(method="GET", path=path, query=given)  # type: ignore[arg-type]
            answer = await self.hosts[number].run(api.answer(asked))
            if asyncio.get_running_loop().time() < self.end_of_delay:
                self.http.append((path, answer))

    @property
    def end_of_delay(self) -> float:
        return self.secret_from + DELAY.seconds if self.secret_from else float("inf")

    def _do(self, what: str) -> None:
        player = self._luck.choice(self.players)
        match what:
            case "go":
                player.send(Unwatch(player.number(), self.room))
            case "quit":
                player.end.vanish()
            case "come":
                player.end.vanish()
                player.connect()
            case _:
                super()._do(what)


def lived(seed: int, play: Callable[[Twice], Play]) -> Act:
    twice = Twice.of(seed)
    SimSession.begin()
    loop = UntiedLoop(Random(0))
    try:
        with virtual(), pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio, "to_thread", inline)  # no threads in virtual time
            for module, name, seconds in UNEVEN:
                patch.setattr(module, name, seconds)
            act = Act(twice, play(twice), seed)
            loop.run_until_complete(act.live())
    finally:
        loop.close()
    return act


class UntiedLoop(VirtualLoop):
    """No two timers end at the same moment, where chance would decide which is first. Mutable."""

    _timers = 0

    def call_at(self, when: float, *arguments: Any, **options: Any) -> asyncio.TimerHandle:  # type: ignore[override]
        self._timers += 1
        late = 1e-6 * max(0.0, when - self.time()) ** 0.5 + 1e-12 * self._timers
        return asyncio.BaseEventLoop.call_at(self, when + late, *arguments, **options)


def seen_by(viewer: Watched, until: float) -> list[str]:
    """What a viewer was sent before a moment, each with its moment."""
    return sorted(f"{at:07.3f} {name} {message!r}" for at, name, message in viewer.seen if at < until)


async def inline(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_tells_whether_a_game_has_ended(seed: int) -> None:
    one, other = lived(seed, lambda twice: twice.ended), lived(seed, lambda twice: twice.going_on)
    until = one.end_of_delay
    assert until == other.end_of_delay
    for seen, seen_too in zip(one.watched, other.watched, strict=True):
        assert seen_by(seen, until) == seen_by(seen_too, until)
    assert one.http == other.http
    assert len(one.http) > 10
