"""A session carries out one request after the other, whatever happens meanwhile; most without a task."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace as replaced
from unittest.mock import patch

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Close, Frame
from websockets.protocol import State
from websockets.uri import parse_uri

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.codec import decode_server, encode
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.forms import MSGPACK
from pente_protocol.messages import Answer, ServerMessage
from pente_protocol.messages.account import Guest
from pente_protocol.messages.archive import Games
from pente_protocol.messages.base import CommandId, Error, Ok, Request, RequestId
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.lists import Online
from pente_protocol.messages.rooms import Act, Acted, Create, RoomCreated
from pente_protocol.messages.tv import Follow
from pente_server.heartbeat import heartbeat
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import QUEUED_MESSAGES, Allowance
from pente_server.limits.networks import parse_address
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.sessions import session as sessions
from pente_server.net.sessions.session import Session
from pente_server.node import Node
from pente_server.requests.dispatch import Begin
from pente_server.store import Commit, CommitAnswer, DamagedKey, StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from tests.support.peer import GENEROUS
from tests.support.waiting import until

HERE = ClientAddress("local", parse_address("127.0.0.1"), is_local=True)


class Line:
    """A connection to a session, and the peer at its other end. Mutable."""

    def __init__(self, node: Node) -> None:
        self.form = MSGPACK
        self.latency = 0.0
        self.is_writable = True
        self.is_from_here = True
        self.nonce = self.own_address = ""
        self.pauses = 0
        self.closed: tuple[int, str] | None = None
        self.is_aborted = False
        self.ended = 0
        self._client = ClientProtocol(parse_uri("ws://localhost"), state=State.OPEN)
        self._said: list[ServerMessage] = []
        self._numbers = 0
        self._node = node
        self.session = Session(node.session_parts, self, HERE, self._end)

    # As a connection

    def write(self, frames: bytes) -> int:
        if self.closed is None:
            self._client.receive_data(frames)
        return 0

    def ping(self) -> None:
        pass

    def pause_reading(self) -> None:
        self.pauses += 1

    def resume_reading(self) -> None:
        self.pauses -= 1

    def close(self, code: int, reason: str) -> None:
        self.closed = self.closed or (code, reason)

    def abort(self) -> None:
        self.is_aborted = True

    def _end(self, session: Session) -> None:
        assert session is self.session
        self.ended += 1

    # As a peer

    @property
    def said(self) -> list[ServerMessage]:
        """All messages that the server sent."""
        frames = (event for event in self._client.events_received() if isinstance(event, Frame))
        self._said += [decode_server(bytes(frame.data)) for frame in frames]
        return self._said

    def send(self, message: type, **fields: object) -> int:
        """Send a request; its number."""
        self._numbers += 1
        self.session.receive(encode(message(id=RequestId(self._numbers), **fields)))
        return self._numbers

    def act(self, room: RoomId, command: object, base: Checkpoint | None = None) -> int:
        """Send a command, by default for the room as it is now."""
        if base is None:
            base = self._node.keeper.checkpoint(room)
        id_ = CommandId(f"command-{self._numbers}")
        return self.send(Act, room=room, base=base, command_id=id_, command=command)

    @property
    def replies(self) -> list[int]:
        """The numbers of the requests that were answered, in the order of the replies."""
        return [m.id for m in self.said if isinstance(m, Welcome | Ok | Error | Answer)]

    def reply(self, number: int) -> ServerMessage:
        (reply,) = [m for m in self.said if isinstance(m, Ok | Error | Answer) and m.id == number]
        return reply

    async def answered(self, number: int) -> ServerMessage:
        await until(lambda: number in self.replies, heard=lambda: self.said)
        return self.reply(number)

    async def hello(self) -> "Line":
        self.send(Hello, client="test", account=Guest())
        await until(lambda: bool(self.replies), heard=lambda: self.said)
        return self

    def has_ended(self) -> bool:
        return self.ended == 1

    def lose(self, sent: Close | None = None) -> None:
        self.session.lost(sent)


class Slow(MemoryStore):
    """A store whose answers to commits can be held back, and replaced. Mutable."""

    def __init__(self) -> None:
        super().__init__()
        self.holds = False
        self.held: list[Callable[[CommitAnswer | None], None]] = []

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        if not self.holds:
            super().submit(change, answered)
            return
        self.held.append(lambda answer: answered(answer if answer is not None else self.write(change)))


class Table:
    """A node without sockets, and a game that has begun. Mutable."""

    def __init__(self, allowance: Allowance) -> None:
        self.store = Slow()
        self.node = Node(self.store, allowance)
        self.room = RoomId("")
        self.lines: list[Line] = []

    async def connect(self) -> Line:
        self.lines.append(Line(self.node))
        return await self.lines[-1].hello()

    def answer(self, patch: pytest.MonkeyPatch, request: type[Request], begin: Begin) -> None:
        """Have requests of a class carried out in another way."""
        handlers = self.node.handlers
        patch.setitem(handlers, request, handlers[request]._replace(begin=begin))

    async def begin(self) -> tuple[Line, Line]:
        """A game between two, in which the first is to move."""
        first, second = await self.connect(), await self.connect()
        create = first.send(Create, command_id=CommandId("command-1"), ruleset="freestyle", time="-", seat=0)
        created = await first.answered(create)
        assert isinstance(created, RoomCreated)
        self.room = created.room
        assert isinstance(await second.answered(second.act(self.room, cmd.Join())), Acted)
        return first, second


@asynccontextmanager
async def a_table(allowance: Allowance = GENEROUS) -> AsyncIterator[Table]:
    table = Table(allowance)
    with patch.object(heartbeat, "STALE_AFTER", 3600.0):  # there is one beat, however long a test takes
        await table.node.heartbeat.beat()
        await table.node.identity.load()
        yield table
        for line in table.lines:
            line.lose()
            line.session.stop()
            await until(line.has_ended)
    assert not table.node.hub._rooms


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    async with a_table() as table:
        yield table


def _failing(error: Exception) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


def play(point: int) -> cmd.Play:
    return cmd.Play(Point(point))


class TestWithoutTasks:
    async def test_an_idle_session_has_no_task(self, table: Table) -> None:
        before = asyncio.all_tasks()
        await table.connect()
        assert asyncio.all_tasks() == before

    async def test_a_move_is_decided_before_the_connection_goes_on(self, table: Table) -> None:
        anna, _ = await table.begin()
        table.store.holds = True
        before = asyncio.all_tasks()
        move = anna.act(table.room, play(180))
        assert len(table.store.held) == 1
        assert asyncio.all_tasks() == before
        table.store.held.pop()(None)
        assert isinstance(await anna.answered(move), Acted)

    async def test_a_question_about_what_is_in_memory_is_answered_at_once(self, table: Table) -> None:
        anna, _ = await table.begin()
        before = asyncio.all_tasks()
        question = anna.send(Follow)
        assert asyncio.all_tasks() == before
        await asyncio.sleep(0)  # the end of this turn
        assert question in anna.replies


class TestOrder:
    async def test_the_next_request_waits_for_the_reply_to_the_last(self, table: Table) -> None:
        anna, _ = await table.begin()
        table.store.holds = True
        move = anna.act(table.room, play(180))
        others = [anna.send(Online), anna.send(Follow), anna.act(table.room, play(0))]
        await asyncio.sleep(0)
        assert not {move, *others} & {*anna.replies}
        table.store.holds = False
        table.store.held.pop()(None)
        await anna.answered(others[-1])
        assert anna.replies[-4:] == [move, *others]

    async def test_fast_requests_wait_for_slow_ones(self, table: Table) -> None:
        anna, _ = await table.begin()
        numbers = []
        for _ in range(5):
            numbers += [anna.act(table.room, cmd.Say("hello")), anna.send(Online)]
        await anna.answered(numbers[-1])
        assert anna.replies[-10:] == numbers

    async def test_other_sessions_go_on_meanwhile(self, table: Table) -> None:
        anna, boris = await table.begin()
        table.store.holds = True
        move = anna.act(table.room, play(180))
        await boris.answered(boris.send(Online))
        assert move not in anna.replies
        table.store.held.pop()(None)

    async def test_what_comes_before_the_welcome_waits_for_it(self, table: Table) -> None:
        line = Line(table.node)
        table.lines.append(line)
        line.send(Hello, client="test", account=Guest())
        await line.answered(line.send(Online))
        assert line.replies == [1, 2]


class TestFlood:
    async def test_a_full_inbox_is_not_filled_further(self, table: Table) -> None:
        anna, _ = await table.begin()
        table.store.holds = True
        anna.act(table.room, play(180))
        for _ in range(QUEUED_MESSAGES - 1):
            anna.send(Online)
        assert anna.pauses == 0
        last = anna.send(Online)
        assert anna.pauses == 1
        table.store.held.pop()(None)
        await anna.answered(last)
        assert anna.pauses == 0

    async def test_requests_beyond_the_rate_wait_without_a_task(self) -> None:
        allowance = replaced(GENEROUS, messages=RateLimit(1e-6, 2))
        async with a_table(allowance) as table:
            before = asyncio.all_tasks()
            anna = await table.connect()
            first, late = [anna.send(Online) for _ in range(4)][1::2]
            await anna.answered(first)
            assert late not in anna.replies
            assert asyncio.all_tasks() == before

    async def test_a_peer_that_does_not_read_is_not_answered_and_then_cut(
        self, table: Table, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        anna, _ = await table.begin()
        anna.is_writable = False
        question = anna.send(Online)
        await asyncio.sleep(0)
        assert question not in anna.replies
        anna.is_writable = True
        anna.session.resume()
        await anna.answered(question)

        monkeypatch.setattr(sessions, "READ_WITHIN", 0.0)
        anna.is_writable = False
        anna.send(Online)
        await until(lambda: anna.is_aborted)


class TestErrors:
    async def test_a_commit_that_fails_is_answered_and_the_session_goes_on(self, table: Table) -> None:
        anna, _ = await table.begin()
        table.store.holds = True
        move = anna.act(table.room, play(180))
        table.store.held.pop()(StoreUnavailable("it is away"))
        error = await anna.answered(move)
        assert isinstance(error, Error)
        assert error.code == ErrorCode.UNAVAILABLE
        await anna.answered(anna.send(Online))

    async def test_damaged_data_is_answered(
        self, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        anna, _ = await table.begin()
        table.answer(monkeypatch, Online, _failing(DamagedKey("account 7")))
        error = await anna.answered(anna.send(Online))
        assert isinstance(error, Error)
        assert error.code == ErrorCode.DAMAGED
        assert "account 7" in caplog.text
        assert anna.closed is None

    async def test_a_bug_closes_this_session_only(
        self, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        anna, boris = await table.begin()
        with monkeypatch.context() as patch:
            table.answer(patch, Online, _failing(ZeroDivisionError()))
            anna.send(Online)
        assert anna.closed is not None
        assert anna.closed[0] == CloseCode.INTERNAL
        assert "ZeroDivisionError" in caplog.text
        assert anna.session not in table.node.hub._rooms
        anna.send(Follow)
        await boris.answered(boris.send(Online))

    async def test_a_bug_in_a_task_does_so_too(
        self, table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def broken(*_: object) -> None:
            raise ZeroDivisionError

        anna, boris = await table.begin()
        table.answer(monkeypatch, Games, broken)
        anna.send(Games)
        await until(lambda: anna.closed is not None)
        assert anna.closed is not None
        assert anna.closed[0] == CloseCode.INTERNAL
        assert "ZeroDivisionError" in caplog.text
        await boris.answered(boris.send(Online))

    async def test_a_text_message_comes_after_what_was_before_it(self, table: Table) -> None:
        anna, _ = await table.begin()
        table.store.holds = True
        move = anna.act(table.room, play(180))
        anna.session.receive("text")
        assert anna.closed is None
        table.store.held.pop()(None)
        await anna.answered(move)
        await anna.answered(0)
        assert anna.replies[-2:] == [move, 0]
        assert anna.closed is None


class TestTheEnd:
    async def test_a_commit_counts_though_the_player_has_gone(self, table: Table) -> None:
        anna, boris = await table.begin()
        table.store.holds = True
        anna.act(table.room, play(180))
        anna.lose()
        assert anna.ended == 0
        assert anna.session in table.node.hub._rooms
        table.store.holds = False
        table.store.held.pop()(None)
        await until(lambda: anna.ended == 1)
        await boris.answered(boris.act(table.room, play(0)))

    async def test_what_came_before_the_end_is_carried_out(self, table: Table) -> None:
        anna, _ = await table.begin()
        anna.send(Online)
        anna.send(Online)
        anna.act(table.room, cmd.Resign())
        anna.lose()
        await until(lambda: anna.ended == 1)
        room = table.node.keeper.known(table.room)
        assert room is None or room.status is ev.Status.FINISHED

    async def test_nothing_is_begun_after_a_session_was_ended(self, table: Table) -> None:
        anna, _ = await table.begin()
        table.store.holds = True
        move, question = anna.act(table.room, play(180)), anna.send(Online)
        anna.session.end(CloseCode.REFUSED_HELLO, "go away")
        await until(lambda: anna.closed is not None)
        assert anna.closed == (CloseCode.REFUSED_HELLO, "go away")
        assert anna.session not in table.node.hub._rooms
        table.store.held.pop()(None)
        await asyncio.sleep(0)
        assert not {move, question} & {*anna.replies}

    async def test_a_stopped_session_waits_for_no_store(self, table: Table) -> None:
        anna, boris = await table.begin()
        table.store.holds = True
        anna.act(table.room, play(180))
        boris.act(table.room, cmd.Say("hello"))
        for line in (anna, boris):
            line.lose()
            assert line.ended == 0
            line.session.stop()
        await until(lambda: (anna.ended, boris.ended) == (1, 1))

    async def test_a_session_is_stopped_while_its_peer_is_to_read(self, table: Table) -> None:
        anna, _ = await table.begin()
        boris = Line(table.node)
        table.lines.append(boris)
        boris.is_writable = False
        boris.send(Hello, client="test", watch_only=True, rooms={table.room: None})
        await until(lambda: boris.session in table.node.hub._rooms)
        boris.session.stop()
        boris.lose()
        await until(boris.has_ended)
        await anna.answered(anna.send(Online))

    async def test_silence_ends_it(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sessions, "HELLO_WITHIN", 0.0)
        line = Line(table.node)
        await until(lambda: line.closed is not None)
        assert line.closed == (CloseCode.NO_HELLO, "no hello came in time")
        assert not line.has_ended()
        line.lose()
        assert line.has_ended()

    async def test_a_connection_that_was_failed_is_noted(
        self, table: Table, caplog: pytest.LogCaptureFixture
    ) -> None:
        anna, boris = await table.begin()
        with caplog.at_level("INFO"):
            anna.lose(Close(1011, "keepalive ping timeout"))
            boris.lose()
        assert [record for record in caplog.records if "connection closed" in record.getMessage()]
        assert caplog.text.count("1011") == 1
