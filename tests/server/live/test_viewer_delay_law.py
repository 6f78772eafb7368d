"""Whatever a viewer asks of the server, the answers do not depend on what they may not know yet.

A game is played twice. Both times the viewers may know the same of it, and the rest differs: stones, chat,
offers, who wins. Everything that is sent to viewers has to be equal, byte for byte, although they send every
request of the protocol every second. Nodes and store are the real ones, connections and time are simulated.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import OfferKind, Options, ViewerDelay, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import parse_point
from pente_core.value import replace
from pente_protocol import json_codec
from pente_protocol.codec import decode_event, decode_server, encode
from pente_protocol.login.keys import account_of, key_to_text
from pente_protocol.login.signatures import public_key
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.account import LinkOffered
from pente_protocol.messages.base import CommandId, Error, RequestId
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.direct_messages import SendMessage
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.messages.lists import ListedPlayer, LobbyUpdate, OnlineList, PlayerActivity, PlayersUpdate
from pente_protocol.messages.people import Report
from pente_protocol.messages.ping import Pong
from pente_protocol.messages.rooms import (
    Act,
    Acted,
    Create,
    Happened,
    Missed,
    RoomCreated,
    RoomPresence,
    Synced,
    Unwatch,
    Watch,
    Watching,
)
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.values import ROOM
from pente_server.background import restarted
from pente_server.live import delayed_viewers
from pente_server.live.presence.presence import RENEWED_EVERY
from pente_server.node import Node
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.chaos.simulation.machine import SimSession, begin_session
from tests.chaos.simulation.runtime.host import Host, virtual
from tests.chaos.simulation.runtime.virtual_loop import VirtualLoop
from tests.chaos.simulation.wire import DeviceEnd, wire
from tests.support.accounts.sign_in import TestedDevice
from tests.support.peer import GENEROUS

pytestmark = pytest.mark.usefixtures("untraced", "no_threads")

PLAYERS: Final = ("ann", "gus")
LEFT_OUT: Final = ("hello", "create", "watch", "unwatch", "delete", "rename", "revoke", "block", "message")
"""Requests about other rooms, those that are sent otherwise, those after which a viewer would see less, and
those whose replies tell the millisecond.
"""
ASKED: Final = [
    json_codec.encode(message).decode()
    for name, message in FROM_CLIENT.items()
    if not name.startswith(LEFT_OUT)
]
"""Every request of the protocol."""


class Steady(Random):
    """No chance: every frame takes as long, so that two games are alike. Mutable."""

    def expovariate(self, lambd: float = 1.0) -> float:
        return 1 / lambd


class Device:
    """A program of a player or a viewer. Mutable."""

    def __init__(self, hall: "Hall", name: str, node: int) -> None:
        """``name``: empty for a viewer without an account."""
        self.hall, self.name, self.node = hall, name, node
        self.heard: list[ServerMessage] = []
        self.known: Checkpoint | None = None
        """What it has of the room."""
        self._chance = Steady(f"{name} at {node}")
        secret = self._chance.randbytes(32)
        self._device = TestedDevice(f"{account_of(public_key(secret))}.{key_to_text(secret)}")
        self._numbers = 1
        self.end: DeviceEnd

    def connect(self) -> None:
        self.end, node_end = wire(self._chance, lambda _: None, self._hear)
        host, node = self.hall.hosts[self.node], self.hall.nodes[self.node]
        host.call(begin_session, node, host, node_end)

    def number(self) -> RequestId:
        self._numbers += 1
        return RequestId(self._numbers)

    def send(self, message: ClientMessage) -> None:
        self.end.put(encode(message))

    def act(self, command: cmd.PlayerCommand) -> None:
        number = self.number()
        self.send(
            Act(number, self.hall.room, CommandId(f"command-{self.name}-{number}"), command, self.known)
        )

    def ask_everything(self) -> None:
        """Send every request of the protocol, about this room and its players."""
        self.send(Unwatch(self.number(), self.hall.room))
        self.send(Watch(self.number(), self.hall.room))
        self.send(Watch(self.number(), self.hall.room, self.known))
        self.send(Watch(self.number(), self.hall.room, Checkpoint(self._numbers % 40 + 1, Mark("0" * 16))))
        for text in ASKED:
            self.send(self._about_the_room(text))

    def _about_the_room(self, text: str) -> ClientMessage:
        """A sample of a request, about the room and its players."""
        names = (ROOM, self.hall.room), ("hexa-bot", "gus"), ("anna", "ann")
        for old, new in names:
            text = text.replace(old, new)
        number = self.number()
        request = replace(json_codec.decode_client(text), id=number)
        if isinstance(request, Act | SendMessage | Report):
            command = CommandId(f"command-{self.name}-{self.node}-{number}")
            request = replace(request, command_id=command)
        if isinstance(request, Act):
            guess = Checkpoint(number % 90 + 1, Mark("f" * 16))
            request = replace(request, base=(self.known, None, guess)[number % 3])
        return request

    def _hear(self, frame: bytes) -> None:
        message = decode_server(frame)
        match message:
            case Greeting() if self.name:
                hello = Hello(RequestId(1), "test", self._device.new(self.name))
                self.send(self._device.sign(hello, message))
            case Greeting():
                self.send(Hello(RequestId(1), "test", watch_only=True))
            case RoomCreated(room=room):
                self.hall.room = room
            case Happened(room=room, version=version, mark=mark) if room == self.hall.room:
                self.known = Checkpoint(version, mark)
            case Missed(room=room, after=after, mark=mark, events=events) if room == self.hall.room:
                self.known = Checkpoint(after + len(events), mark)
            case Synced(room=room, snapshot=shot, mark=mark) if room == self.hall.room:
                self.known = Checkpoint(shot.version, mark)
            case _:
                pass
        if not isinstance(message, Greeting | Welcome | Pong):
            self.heard.append(message)


@dataclass(frozen=True, slots=True)
class Case:
    """What is played: the same at first, then what viewers may not know yet."""

    delay: ViewerDelay
    shown: Sequence[str]
    secret: Sequence[str]
    """What a player does each second: a point, a choice of an opening, chat or another command."""
    ruleset: str = "pente"
    rest: int = 0
    """Seconds after all of it, in which everything becomes known."""


class Hall:
    """Three nodes, two players and four viewers. Mutable."""

    def __init__(self, case: Case) -> None:
        self.room = NO_ROOM
        self._case = case
        self.database = MemoryDatabase()
        self.hosts = [Host(f"node-{number}", Random(number)) for number in range(3)]
        self.nodes: list[Node] = []
        self.players = [Device(self, name, number) for number, name in enumerate(PLAYERS)]
        self.viewers = [Device(self, "eve", 0), Device(self, "mal", 1), Device(self, "", 1)]
        self._staying = iter(self.players)
        self.late = Device(self, "late", 2)
        """Comes to a node that has just started."""

    async def live(self) -> None:
        try:
            await self._live()
        finally:
            rest = asyncio.all_tasks() - {asyncio.current_task()}
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)

    async def _live(self) -> None:
        for host in self.hosts[:2]:
            await host.run(self._start(host))
        for device in (*self.players, *self.viewers):
            device.connect()
        await asyncio.sleep(1)
        ann, gus = self.players
        options = Options(rated=True, viewer_delay=self._case.delay)
        ann.send(Create(ann.number(), CommandId("command-1"), self._case.ruleset, "10+5", 0, (), options))
        await asyncio.sleep(1)
        for viewer in self.viewers:
            viewer.send(Watch(viewer.number(), self.room))
        await asyncio.sleep(1)
        gus.act(cmd.Join())
        await asyncio.sleep(1)
        for what in (*self._case.shown, *self._case.secret):
            self._do(what)
            # By then every node has told the others who is playing, which two games do at other milliseconds.
            await asyncio.sleep(1.5 * RENEWED_EVERY)
            for viewer in self.viewers:
                viewer.ask_everything()
            await asyncio.sleep(0.5 * RENEWED_EVERY)
        await self.hosts[2].run(self._start(self.hosts[2]))
        self.late.connect()
        await asyncio.sleep(1)
        self.late.send(Watch(self.late.number(), self.room))
        await asyncio.sleep(1)
        if self._case.rest:
            await asyncio.sleep(self._case.rest)
            for viewer in self.viewers:
                viewer.ask_everything()
            await asyncio.sleep(1)

    async def _start(self, host: Host) -> None:
        node = Node(MemoryStore(self.database), GENEROUS)
        await node.heartbeat.beat()
        await node.identity.load()
        for work in node._work():
            _ = host.run(restarted(work))
        self.nodes.append(node)

    def _do(self, what: str) -> None:
        """Have a player do something; the one who is to act, if it is a turn."""
        room = replay(map(decode_event, self.database.logs[self.room]))
        seat = room.to_act or 0
        player = next(each for each in self.players if each.name == room.seats[seat].name)  # type: ignore[union-attr]
        other = next(each for each in self.players if each is not player)
        doing: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "resign": lambda: player.act(cmd.Resign()),
            "win": lambda: other.act(cmd.Resign()),
            "draw?": lambda: other.act(cmd.Offer(OfferKind.DRAW)),
            "draw": lambda: player.act(cmd.Accept(OfferKind.DRAW)),
            "back?": lambda: other.act(cmd.Offer(OfferKind.TAKEBACK)),
            "back": lambda: player.act(cmd.Accept(OfferKind.TAKEBACK)),
            "again?": lambda: other.act(cmd.Offer(OfferKind.REMATCH)),
            "again": lambda: player.act(cmd.Accept(OfferKind.REMATCH)),
            "go": self._go,
        }
        if what in doing:
            doing[what]()
        elif what in list(Choice):
            player.act(cmd.Choose(Choice(what)))
        elif what.startswith("'"):
            player.act(cmd.Say(what[1:]))
        else:
            player.act(cmd.Play(parse_point(what, 19)))

    def _go(self) -> None:
        """Have the next player close the room."""
        player = next(self._staying)
        player.send(Unwatch(player.number(), self.room))


def lived(case: Case) -> Hall:
    SimSession.begin()
    loop = VirtualLoop(Random(0))
    try:
        with virtual():
            hall = Hall(case)
            loop.run_until_complete(hall.live())
    finally:
        loop.close()
    return hall


MOVES, SECONDS = ViewerDelay(moves=3), ViewerDelay(seconds=60)
SHOWN: Final = ("K10", "L11", "'good luck", "N10")
LOGS: Final = {
    "moves": (
        Case(MOVES, SHOWN, ["M12", "'hm", "", "N12", "", "O12"]),
        Case(MOVES, SHOWN, ["A1", "draw?", "", "B1", "'never", "C1"]),
    ),
    "moves, and some taken back": (
        Case(MOVES, SHOWN, ["M12", "N12", "O12", "back?", "back", ""]),
        Case(MOVES, SHOWN, ["M12", "N12", "O12", "", "", "'hm"]),
    ),
    "the first moves": (
        Case(MOVES, (), ["K10", "L10", "A1", "'hm"]),
        Case(MOVES, (), ["K10", "B1", "C3", ""]),
    ),
    "an exchange of seats": (
        Case(SECONDS, (), ["K10", "L10", "A1", "M10", "swap", "B1"], "d-pente"),
        Case(SECONDS, (), ["K10", "L10", "A1", "M10", "stay", "B1"], "d-pente"),
    ),
    "seconds": (
        Case(SECONDS, (), ["K10", "L11", "'hm", "N10", "M12", "N12"]),
        Case(SECONDS, (), ["", "K10", "draw?", "", "L12", ""]),
    ),
    "seconds, and the end of the game": (
        Case(SECONDS, (), ["K10", "L11", "N10", "resign", "'ha", "again?", "again", "", "", ""]),
        Case(SECONDS, (), ["K10", "A1", "", "win", "", "again?", "again", "", "", ""]),
    ),
    "seconds, and a draw": (
        Case(SECONDS, (), ["K10", "L11", "draw?", "draw", *[""] * 8]),
        Case(SECONDS, (), ["K10", "L11", "", "resign", *[""] * 8]),
    ),
}
ENDINGS: Final = {
    "a resignation, and a game that goes on": (
        Case(SECONDS, (), ["K10", "L11", "N10", "resign", "'ha", "", "", ""]),
        Case(SECONDS, (), ["K10", "L11", "N10", "M12", "'hm", "N12", "", ""]),
    ),
    "players who go when the game is over, and a game that goes on": (
        Case(SECONDS, (), ["K10", "L11", "resign", "go", "go", "", ""]),
        Case(SECONDS, (), ["K10", "L11", "", "M12", "", "N12", ""]),
    ),
}
"""In one of the two runs the game is over, while viewers may not know that in either."""


def sent_to(viewer: Device) -> list[ServerMessage]:
    """All that was sent to a viewer, but for who else is watching at that moment: that is known later at the
    other node, as it happens to look there.
    """
    return [compared for message in viewer.heard if (compared := _compared(message)) is not None]


def _compared(message: ServerMessage) -> ServerMessage | None:
    match message:
        case RoomPresence() | LobbyUpdate(rooms=(), removed=()):
            return None
        case OnlineList(players=players):
            return replace(message, players=_of_players(players))
        case PlayersUpdate(players=players) if _of_players(players):
            return replace(message, players=_of_players(players), removed=())
        case PlayersUpdate():
            return None
        case LinkOffered():  # drawn by lot
            return replace(message, code="")
        case Error():
            return replace(message, retry_ms=None)
        case _:
            return message


def _of_players(rows: Sequence[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    return tuple(row for row in rows if row.player.name in PLAYERS)


@pytest.mark.parametrize("name", LOGS)
def test_what_viewers_are_sent_depends_on_nothing_that_they_may_not_know(name: str) -> None:
    one, other = map(lived, LOGS[name])
    assert one.database.logs[one.room] != other.database.logs[other.room]
    for seen, seen_too in zip((*one.viewers, one.late), (*other.viewers, other.late), strict=True):
        assert any(isinstance(message, Watching) for message in seen.heard)
        sent, sent_too = sent_to(seen), sent_to(seen_too)
        for message, too in zip(sent, sent_too, strict=False):
            assert message == too
        assert len(sent) == len(sent_too)
        present = [
            {message.present for message in each.heard if isinstance(message, RoomPresence)}
            for each in (seen, seen_too)
        ]
        assert present[0] == present[1]


@pytest.mark.parametrize("name", ENDINGS)
def test_nothing_tells_that_a_game_is_over(name: str) -> None:
    one, other = map(lived, ENDINGS[name])
    for seen, seen_too in zip((*one.viewers, one.late), (*other.viewers, other.late), strict=True):
        assert sent_to(seen) == sent_to(seen_too)


@pytest.mark.parametrize("secret", [["resign", ""], ["resign", "go", "go"]])
def test_players_seem_to_play_until_all_may_know_the_end(secret: Sequence[str]) -> None:
    hall = lived(Case(SECONDS, SHOWN, secret, rest=70))
    assert hall.room not in hall.database.rooms.live
    assert hall.room not in hall.database.rooms.listed
    for viewer in hall.viewers:
        seen = [activity for activity in activities(viewer, "gus") if activity is not PlayerActivity.WAITING]
        assert set(seen) == {PlayerActivity.PLAYING, PlayerActivity.LOBBY}
        first = seen.index(PlayerActivity.LOBBY)
        asked_before = 2 * (len(SHOWN) + len(secret))
        assert first >= asked_before
        assert set(seen[first:]) == {PlayerActivity.LOBBY}


def activities(viewer: Device, name: str) -> list[PlayerActivity]:
    """What a player did each time that a viewer asked who is here."""
    lists = (message.players for message in viewer.heard if isinstance(message, OnlineList))
    return [row.activity for players in lists for row in players if row.player.name == name]


@pytest.mark.parametrize("delay", [MOVES, SECONDS])
def test_in_the_end_viewers_know_the_whole_game(delay: ViewerDelay) -> None:
    hall = lived(Case(delay, SHOWN, ["M12", "'hm", "resign", "'well played"], rest=70))
    log = [decode_event(body) for body in hall.database.logs[hall.room]]
    assert any(isinstance(event, ev.RatingsChanged) for event in log)
    for viewer in (*hall.viewers, hall.late):
        assert viewer.known is not None
        assert viewer.known.version == len(log)
        assert list(problems_of(viewer, hall.room)) == []


def problems_of(viewer: Device, room: RoomId) -> Iterator[str]:
    """Gaps in what was sent of a room."""
    version = 0
    for message in viewer.heard:
        match message:
            case Happened(room=where) if where == room:
                if message.version != version + 1:
                    yield f"version {message.version} after {version}"
                version = message.version
            case Missed(room=where, after=after) if where == room:
                version = after + len(message.events)
            case Synced(room=where, snapshot=shot) if where == room:
                version = shot.version
            case Watching(room=where) | Acted(room=where) if where == room:
                if message.version > version:
                    yield f"{message} before that version"
            case _:
                pass


def test_a_server_that_keeps_nothing_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delayed_viewers.DelayedViewers, "keeps_back", lambda *_: False)
    one, other = map(lived, LOGS["seconds"])
    assert any(seen.heard != too.heard for seen, too in zip(one.viewers, other.viewers, strict=True))
