"""Whatever characters a server puts into whichever string of whichever message, none of them is shown."""

import asyncio
import dataclasses
import json
from collections.abc import Coroutine, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NewType, TypeVar, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct
from msgspec.structs import fields
from websockets.exceptions import ConnectionClosed

from pente_client.connection import (
    Client,
    ClientStopped,
    Connected,
    ConnectionProblem,
    Disconnected,
    Replica,
    RequestRejected,
    Update,
)
from pente_client.connection.replica.sanitize import _STRICTER, clean_message
from pente_client.lobby.lobby_model import LobbyModel, update_lobby_model
from pente_client.lobby.lobby_text import heading, list_lines, notice_fragment
from pente_client.screen.game_screen import farewell_of
from pente_client.stream.jsonl.json_lines import JsonLines
from pente_client.stream.plain.plain_text import Plain
from pente_client.terminal.glyphs import UNICODE
from pente_client.terminal.styled_text import plain
from pente_client.words.lists.game_list import explored_lines, game_lines
from pente_client.words.lists.profile import score_lines
from pente_client.words.phrases import seated_name
from pente_core.identity import Identity, RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset
from pente_core.value import Value, replace
from pente_protocol.client_codec import decode_server, encode
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import Answer, ClientMessage, ServerMessage
from pente_protocol.messages.archive import Explored, GameFilter, GameSummary, LogList
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.lists import Invited, ListedRoom, LobbyUpdate
from pente_protocol.messages.people import Leaderboard, ProfileFound
from pente_protocol.messages.rooms import Dismissed, Happened, RoomPresence, Synced, Watch
from pente_protocol.spec.samples.from_server import FROM_SERVER
from pente_protocol.spec.samples.values import ROOM as SAMPLE_ROOM
from tests.support.client.fake_client import FakeClient
from tests.support.client.piped_terminal import SizedOutput, on_stage
from tests.support.client.scripted_room import BOB, ROOM, ServerRoom, playing
from tests.support.client.scripted_server import QUICK, ScriptedServer, scripted, welcome
from tests.support.games.checkpoints import made_up_mark

T = TypeVar("T")

HOSTILE: Final = {
    "escape": "\x1b[31m",
    "title": "\x1b]0;x\x07",
    "C1": "\x9b2J",
    "bell": "\x07",
    "null": "\x00",
    "bidi": "\u202e",
    "invisible": "\u200b",
    "new line": "\n",
    "carriage return": "\r",
    "line separator": "\u2028",
}
SURROGATE: Final = "\ud800"
"""Not to be sent: such a string has no UTF-8."""
ALL: Final = f"ab{''.join(HOSTILE.values())}cd"
FORBIDDEN: Final = frozenset("\x1b\x9b\x07\x00\u202e\u200b\n\r\u2028\ud800")
DRAWN: Final = ("^[", "^G", "^@", "^J", "^M", "<9b>")
"""How a full screen draws control characters that come to it."""


@dataclass(frozen=True)
class Place:
    """A field of a type that holds strings."""

    type: type
    field: str
    hint: Any

    @property
    def is_spelled(self) -> bool:
        """Whether only strings of a certain spelling are read there."""
        return any(isinstance(part, Meta) and part.pattern for part in _parts(self.hint))

    def __str__(self) -> str:
        return f"{self.type.__name__}.{self.field}"


def _parts(hint: Any) -> Iterator[Any]:
    """A type and all that it is made of."""
    yield hint
    if isinstance(hint, NewType):
        yield from _parts(hint.__supertype__)
    for argument in get_args(hint):
        yield from _parts(argument)


def _places(hint: Any, seen: set[Any]) -> Iterator[Place]:
    for part in _parts(hint):
        if isinstance(part, type) and issubclass(part, Struct) and part not in seen:
            seen.add(part)
            for entry in fields(part):
                if str in _parts(entry.type):
                    yield Place(part, entry.name, entry.type)
                yield from _places(entry.type, seen)


PLACES: Final = list(_places(ServerMessage, set()))


def planted(value: Any, place: Place, text: str) -> Any:
    """The value with a text wherever it has the place; the very same object where it has not."""
    if isinstance(value, tuple):
        items = tuple(planted(item, place, text) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if not isinstance(value, Value):
        return value
    changes = {}
    for name in value.__struct_fields__:  # thousands of values: fields() would read its type each time
        old = getattr(value, name)
        is_it = (type(value), name) == (place.type, place.field)
        new = _filled(place.hint, text) if is_it else planted(old, place, text)
        if new is not old:
            changes[name] = new
    return replace(value, **changes) if changes else value


def _filled(hint: Any, text: str) -> Any:
    return (text,) if any(str in _parts(item) for item in get_args(hint)) and ... in get_args(hint) else text


def hostile_messages(place: Place, text: str) -> list[ServerMessage]:
    """Every sample of a message that has the place, with the text there."""
    return [planted(message, place, text) for message, types in samples() if place.type in types]


@cache
def samples() -> list[tuple[ServerMessage, frozenset[type]]]:
    """Every sample with the types of the values it is made of."""
    return [(message, frozenset(types_in(message))) for message in FROM_SERVER.values()]


def types_in(value: Any) -> Iterator[type]:
    match value:
        case tuple():
            for item in value:
                yield from types_in(item)
        case Value():
            yield type(value)
            yield from types_in(tuple(getattr(value, name) for name in value.__struct_fields__))
        case _:
            pass


def strings_in(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple() | list():
            for item in value:
                yield from strings_in(item)
        case dict():
            yield from strings_in([*value.keys(), *value.values()])
        case Struct():
            for name in value.__struct_fields__:
                yield from strings_in(getattr(value, name))
        case _:
            pass


def assert_clean(value: Any) -> None:
    dirty = [text for text in strings_in(value) if FORBIDDEN & set(text)]
    assert not dirty


# Where messages enter ------------------------------------------------------------------------------------


def test_fields_that_let_escapes_through_once_are_among_the_places() -> None:
    names = {str(place) for place in PLACES}
    assert {
        "Snapshot.sequel",
        "Created.continues",
        "Moved.key",
        "Options.password_hash",
    } <= names
    assert len(names) > 40


@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("text", [*HOSTILE.values(), SURROGATE, ALL], ids=[*HOSTILE, "surrogate", "all"])
def test_every_string_of_every_message_is_refused_or_cleaned(place: Place, text: str) -> None:
    if place.type is Ruleset:
        with pytest.raises(InvalidRuleset):
            hostile_messages(place, text)
        return
    messages = hostile_messages(place, text)
    assert messages, "no sample has this field: add one"
    for message in messages:
        if place.is_spelled:
            with pytest.raises((ProtocolError, UnicodeEncodeError)):
                decode_server(encode(message))
        else:
            assert_clean(clean_message(message))


@given(st.sampled_from([place for place in PLACES if not place.is_spelled]), st.text(), st.text())
def test_no_text_brings_a_hostile_character_through(place: Place, before: str, after: str) -> None:
    if place.type is Ruleset:
        return
    for message in hostile_messages(place, f"{before}{ALL}{SURROGATE}{after}"):
        cleaned = clean_message(message)
        assert_clean(cleaned)
        assert clean_message(cleaned) is cleaned or clean_message(cleaned) == cleaned


@pytest.mark.parametrize("message", FROM_SERVER.values(), ids=FROM_SERVER)
def test_what_a_usual_server_sends_stays_as_it_is(message: ServerMessage) -> None:
    assert clean_message(message) == message


# From the wire to the outputs ----------------------------------------------------------------------------


@dataclass
class Heard:
    """All that a client got from its server. Mutable."""

    updates: list[Update] = field(default_factory=list)
    problems: list[ConnectionProblem] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    rooms: dict[RoomId, Replica] = field(default_factory=dict)
    welcome: Welcome | None = None

    def of(self, kind: type[T]) -> list[T]:
        """The answers of a type."""
        return [answer for answer in self.answers if isinstance(answer, kind)]


IMPATIENT: Final = dataclasses.replace(QUICK, unavailable=0)
START_POSITION: Final = Position.initial(RULESETS["pente"])


async def heard_from(hostile: ServerMessage) -> Heard:
    """Ask for everything, from a server that sends the hostile message wherever it fits."""
    heard = Heard()
    async with scripted() as server:
        serving = asyncio.create_task(_serve(server, hostile))
        try:
            async with Client(server.url, name="ann", pace=IMPATIENT) as client:
                heard.welcome = client.welcome
                await _ask_for_everything(client, heard)
                heard.rooms = dict(client.rooms)
                await client.close()
                heard.updates = [update async for update in client.updates()]
        except ConnectionProblem as problem:
            heard.problems.append(problem)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
    return heard


async def _ask_for_everything(client: Client, heard: Heard) -> None:
    filters = GameFilter()

    async def games() -> list[Any]:
        return [game async for page, _ in client.archive.games(filters, most=1) for game in page]

    async def logs() -> list[Any]:
        return [log async for log in client.archive.logs([SAMPLE_ROOM])]

    asked: list[Coroutine[Any, Any, Any]] = [
        client.list_rooms(),
        client.browse(),
        client.online(),
        client.profile(),
        client.leaders(),
        games(),
        logs(),
        client.archive.explored(START_POSITION),
        client.watch(ROOM),
        client.follow(),
    ]
    for asking in asked:
        try:
            heard.answers.append(await asking)
        except ConnectionProblem as problem:
            heard.problems.append(problem)


async def _serve(server: ScriptedServer, hostile: ServerMessage) -> None:
    """Play the server for one client, until that has gone."""
    peer = await server.accept()
    hello = await peer.expect(Hello)
    await peer.send(replace(hostile, id=hello.id) if isinstance(hostile, Welcome) else welcome(hello))
    with suppress(ConnectionClosed):
        while True:
            await peer.send(*_answers(await peer.get(), hostile))


def _answers(request: ClientMessage, hostile: ServerMessage) -> Iterator[ServerMessage]:
    """What the server sends for a request: the hostile message wherever it fits."""
    if isinstance(request, Watch):
        yield from _shown(hostile)
    kind = request.reply
    reply = hostile if isinstance(hostile, (kind, Error)) else _usual(kind)
    assert isinstance(reply, Ok | Answer | Error)
    yield _whole(replace(reply, id=request.id))


def _usual(kind: type) -> ServerMessage:
    return next(message for message in FROM_SERVER.values() if isinstance(message, kind))


def _whole(message: ServerMessage) -> ServerMessage:
    if not isinstance(message, LogList):
        return message
    return replace(message, logs=tuple(replace(page, complete=True) for page in message.logs))


def _shown(hostile: ServerMessage) -> Iterator[ServerMessage]:
    """A room, and what happens there."""
    match hostile:
        case Synced():
            yield replace(hostile, room=ROOM)
        case Happened(event=ev.Created() as created):
            yield Happened(ROOM, 1, made_up_mark(1), created)
        case Happened(event=event):
            room = _room_for(event)
            yield room.synced()
            version = room.room.version + 1
            yield Happened(ROOM, version, made_up_mark(version), event)
        case RoomPresence():
            yield playing("K10").synced()
            yield replace(hostile, room=ROOM)
        case Dismissed():
            yield playing("K10").synced()
            yield replace(hostile, room=ROOM)
        case Invited() | LobbyUpdate():
            yield playing("K10").synced()
            yield hostile
        case _:
            yield playing("K10").synced()


def _room_for(event: ev.Event) -> ServerRoom:
    """A room in which an event can happen next."""
    if isinstance(event, ev.Joined | ev.Declined):
        return ServerRoom()
    room = playing("K10", "L10")
    if isinstance(event, ev.Continued):
        room.do(cmd.Resign(), BOB)
    return room


def in_plain(heard: Heard) -> list[str]:
    """The lines of the output for pipes and screen readers."""
    lines: list[str] = []
    output = Plain(lines.append)
    _write(output, heard)
    return lines


def in_json(heard: Heard) -> list[str]:
    """The strings in the output for programs."""
    lines: list[str] = []
    _write(JsonLines(lines.append), heard)
    assert all(line.isascii() and line.isprintable() for line in lines)
    return [text for line in lines for text in strings_in(json.loads(line))]


def _write(output: Plain | JsonLines, heard: Heard) -> None:
    for update in heard.updates:
        output.show(update)
    for problem in heard.problems:
        output.error(problem.code if isinstance(problem, RequestRejected) else "", str(problem))
    for id_, replica in heard.rooms.items():
        output.board(id_, replica.room, replica.room.game)
        output.who(id_, replica.room, replica.presence)


def in_lists(heard: Heard) -> list[str]:
    """The lines of commands that print lists."""
    found = [game for games in heard.of(list) for game in games if isinstance(game, GameSummary)]
    scores = [score for profile in heard.of(ProfileFound) for score in profile.scores]
    boards = [board for answer in heard.of(tuple) for board in answer if isinstance(board, Leaderboard)]
    leaders = [leader for board in boards for leader in board.leaders]
    return [
        *game_lines(found),
        *score_lines([*scores, *(leader.score for leader in leaders)]),
        *(seated_name(leader.player) for leader in leaders),
        *(board.ruleset for board in boards),
        *(line for explored in heard.of(Explored) for line in explored_lines(START_POSITION, explored)),
    ]


def in_lobby(heard: Heard) -> list[str]:
    """The lines of the lobby."""
    assert heard.welcome is not None
    answers = [item for answer in heard.of(tuple) for item in answer]
    rooms = {item.room.id: item for item in answers if isinstance(item, ListedRoom)}
    bots = tuple(item for item in answers if isinstance(item, Identity))
    model = LobbyModel("ws://127.0.0.1", heard.welcome.player, UNICODE, rooms, bots, online=2)
    lines = []
    for update in (None, *heard.updates):
        model = model if update is None else update_lobby_model(model, update)
        listed = [row.line for row in list_lines(model, 80, 22)]
        lines += [heading(model, 80), *listed, (notice_fragment(model),)]
    return [plain(line) for line in lines]


async def on_screen(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows of the full screen, the titles that the terminal got, and the farewell."""
    assert heard.welcome is not None
    titles: list[str] = []
    monkeypatch.setattr(SizedOutput, "set_title", lambda _, title: titles.append(title), raising=False)
    host = FakeClient(me=heard.welcome.player)
    host.rooms = dict(heard.rooms)
    async with on_stage(host, room=ROOM if ROOM in host.rooms else None) as stage:
        for update in heard.updates:
            if not isinstance(update, ClientStopped):
                host.tell(update)
        await stage.until(lambda _: host._updates.empty())
        rows = (await stage.drawn()).splitlines()
        farewell = farewell_of(stage.screen.controller.model, stage.screen.controller.now())
    return [*rows, *titles, farewell]


REACHABLE: Final = [place for place in PLACES if not place.is_spelled and place.type is not Ruleset]


@pytest.mark.parametrize("place", REACHABLE, ids=str)
async def test_nothing_hostile_reaches_any_output(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for message in hostile_messages(place, ALL):
        heard = await heard_from(message)
        written = [*in_plain(heard), *in_json(heard), *in_lists(heard)]
        if heard.welcome is not None:
            written += [*in_lobby(heard), *await on_screen(heard, monkeypatch)]
        assert written
        assert_clean(written)
        assert not [text for text in written for drawn in DRAWN if drawn in text]


@pytest.mark.parametrize("code", [1012, 4000, 4500])
async def test_the_reason_for_which_a_server_closes_is_clean(code: int) -> None:
    async with scripted() as server:
        entering = asyncio.create_task(Client(server.url, name="ann", pace=QUICK).__aenter__())
        peer = await server.greet()
        client = await entering
        updates = client.updates()
        assert isinstance(await anext(updates), Connected)
        await peer.close(code, ALL)
        lost = await anext(updates)
        assert isinstance(lost, Disconnected | ClientStopped)
        assert "ab" in lost.reason
        assert_clean(lost.reason)
        await client.close()


@pytest.mark.parametrize(("type_", "name"), _STRICTER, ids=str)
def test_what_is_cleaned_more_strictly_is_a_field(type_: type[Struct], name: str) -> None:
    """A field that was renamed would be cleaned as chat is, without a word."""
    assert name in {field.name for field in fields(type_)}


def test_names_of_viewers_are_names() -> None:
    shown = clean_message(RoomPresence(ROOM, (True, True), 1, ("al ice, and bob",)))
    assert shown == RoomPresence(ROOM, (True, True), 1, ("al_ice__and_bob",))
