import asyncio
from collections.abc import AsyncIterator

import pytest

from pente_client.connection import ConnectionEnded
from pente_client.stream import line_session
from pente_client.stream import room_follower as module
from pente_client.stream.line_session import LineSession
from pente_client.stream.plain.plain_text import Plain
from pente_client.words.waiting import UNANSWERED
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.rating import RatingChange
from pente_core.room import OfferKind, Options, Viewer, decide, opening, replay, snapshot
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.people import Profile, ProfileFound
from pente_protocol.messages.rooms import Act, Happened, Replaced, Synced, Watch
from tests.support.client.scripted_room import ANN, BOB, EVE, ROOM, SEQUEL, START, ServerRoom, playing
from tests.support.client.scripted_server import connected, ok, scripted
from tests.support.games.checkpoints import synced_with
from tests.support.waiting import patience


class Typing:
    """Lines that a test types one by one."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def type(self, *lines: str | None) -> None:
        for line in lines:
            self._lines.put_nowait(line)

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            yield line


class Said:
    """What an output has written, line by line. Mutable."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = asyncio.Event()

    def write(self, line: str) -> None:
        self.lines.append(line)
        self._more.set()

    async def until(self, line: str) -> None:
        """Wait until a line was written."""
        async with patience(repr(line), lambda: self.lines):
            while line not in self.lines:
                self._more.clear()
                await self._more.wait()


async def test_a_person_is_asked_before_a_game_is_given_up() -> None:
    table = playing("K10")
    said: list[str] = []
    typing = Typing()
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(client, Plain(said.append), typing.lines(), is_playing=True, asks=True)

        async def flow() -> int:
            await client.watch(ROOM)
            await session.rooms.follow(ROOM)
            return 7

        running = asyncio.ensure_future(session.run(flow))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        typing.type("/resign", "n", "/resign", "y")
        request = await peer.expect(Act)
        assert request.command == cmd.Resign()
        await peer.send(*table.do(cmd.Resign(), ANN), ok(request))
        assert await running == 7
    assert said.count("Resign? y/n") == 2
    assert not any(line.startswith("Not done") for line in said)


@pytest.mark.parametrize("is_answered", [True, False])
async def test_who_quits_is_told_what_came_of_the_last_move(
    is_answered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, said, typing = playing("K10", "C3"), list[str](), Typing()
    if not is_answered:
        monkeypatch.setattr(line_session, "ANSWER_TIMEOUT", 0.05)
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(client, Plain(said.append), typing.lines(), is_playing=True, asks=False)

        async def flow() -> int:
            await client.watch(ROOM)
            await session.rooms.follow(ROOM)
            return 7

        running = asyncio.ensure_future(session.run(flow))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        typing.type("N10", "/quit")
        request = await peer.expect(Act)
        if is_answered:
            await peer.send(*table.do(request.command, ANN), ok(request))
        assert await running == 0
    assert any("N10" in line for line in said) is is_answered
    assert (UNANSWERED in said) is not is_answered
    who = "bob has" if is_answered else "you have"
    assert " ".join(said[-3:]).endswith(
        f"Your game goes on; {who} 5:02. To come back: pente play --room {ROOM}"
    )


def rated_table() -> ServerRoom:
    """A rated game between Ann and Bob that has begun."""
    table = ServerRoom(options=Options(rated=True))
    table.do(cmd.Join(), BOB)
    for player, stone in ((ANN, 180), (BOB, 0)):
        table.do(cmd.Play(Point(stone)), player)
    return table


async def follow_to_the_end(table: ServerRoom, said: list[str], *, is_rated: bool) -> int:
    """The exit status of somebody who looks on until a rated game is over."""
    async with scripted() as server, connected(server) as (client, peer):
        watching = LineSession(client, Plain(said.append), Typing().lines(), is_playing=False, asks=False)

        async def flow() -> int:
            await client.watch(ROOM)
            return len((await watching.rooms.follow(ROOM)).rated)

        running = asyncio.ensure_future(watching.run(flow))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        await peer.send(*table.do(cmd.Resign(), ANN))
        if is_rated:
            changes = (
                RatingChange(0, 1500, 1338, provisional=True),
                RatingChange(1, 1500, 1662, provisional=True),
            )
            await peer.send(*table.do(cmd.Say("gg"), BOB), *table.do(cmd.Rate(changes), None))
        return await running


async def test_what_a_game_did_to_ratings_is_waited_for() -> None:
    said: list[str] = []
    assert await follow_to_the_end(rated_table(), said, is_rated=True) == 2
    assert said[-1] == "New ratings: ann 1338? (-162), bob 1662? (+162)"
    assert "<bob> gg" in said


async def test_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLE_TIMEOUT", 0.01)
    assert await follow_to_the_end(rated_table(), [], is_rated=False) == 0


async def test_a_casual_game_is_over_at_its_end() -> None:
    table = ServerRoom()
    table.do(cmd.Join(), BOB)
    assert await follow_to_the_end(table, [], is_rated=False) == 0


async def test_what_is_typed_while_no_game_is_on() -> None:
    said: list[str] = []
    typing = Typing()
    async with scripted() as server, connected(server) as (client, _):
        session = LineSession(client, Plain(said.append), typing.lines(), is_playing=False, asks=False)

        async def flow() -> int:
            await session.rooms.until_featured()
            return 0

        running = asyncio.ensure_future(session.run(flow))
        typing.type("/board", "/help", "/quit")
        assert await running == 0
    assert "Not done: There is no game here yet." in said
    assert any("/quit" in line for line in said)


@pytest.mark.parametrize("by_server", [True, False])
async def test_the_end_of_the_connection_is_the_end(by_server: bool) -> None:
    said: list[str] = []
    typing = Typing()
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(client, Plain(said.append), typing.lines(), is_playing=False, asks=False)

        async def flow() -> int:
            await session.rooms.until_featured()
            return 0

        running = asyncio.ensure_future(session.run(flow))
        if by_server:
            await peer.close(4500, "no more")
        else:
            await client.close()
        with pytest.raises(ConnectionEnded):
            await running


async def test_who_opened_the_room_elsewhere_is_told_how_to_go_on_here() -> None:
    table, said, typing = playing("K10"), Said(), Typing()
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(
            client, Plain(said.write), typing.lines(), is_playing=True, asks=False, url="ws://here"
        )

        async def flow() -> int:
            await client.watch(ROOM)
            await session.rooms.follow(ROOM)
            return 0

        running = asyncio.ensure_future(session.run(flow))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        await said.until("bob's turn, 5:00 left.")
        await peer.send(Replaced(ROOM))
        with pytest.raises(ConnectionEnded, match=f"To go on here: pente play ws://here --room {ROOM}"):
            await running


async def test_what_may_be_claimed_is_told_once_and_in_time() -> None:
    table = playing("K10")
    table.now = Instant(START - 60_900)  # who is waited for from a second later has 0.1 s left at the welcome
    gone = table.do(cmd.MarkAbsent(1), None)
    said = Said()
    typing = Typing()
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(client, Plain(said.write), typing.lines(), is_playing=True, asks=False)

        async def flow() -> int:
            await client.watch(ROOM)
            await session.rooms.follow(ROOM)
            return 0

        running = asyncio.ensure_future(session.run(flow))
        await peer.send(playing("K10").synced(), ok(await peer.expect(Watch)), *gone)
        await said.until("bob did not come back. Type /claim win or /claim cancel, or wait.")
        await peer.send(*table.do(cmd.Say("hm"), EVE), *table.do(cmd.Resign(), ANN))
        assert await running == 0
    assert said.lines.count("bob did not come back. Type /claim win or /claim cancel, or wait.") == 1
    assert "bob disconnected and has 60 s to come back." in said.lines


def rematch(table: ServerRoom) -> tuple[RoomId, Synced]:
    """The room in which the players of a table go on, as it is shown."""
    following = RoomId(table.room.sequel)
    room = replay(opening(table.room, ROOM, START))
    return following, synced_with(following, snapshot(room, Viewer.PLAYER))


@pytest.mark.parametrize("is_input_over", [False, True])
async def test_who_stays_goes_on_to_the_rematch_or_leaves_with_the_last_line(is_input_over: bool) -> None:
    table = playing("K10")
    table.do(cmd.Resign(), BOB)
    said = Said()
    typing = Typing()
    found: list[RoomId | None] = []
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(client, Plain(said.write), typing.lines(), is_playing=True, asks=False)

        async def flow() -> int:
            await client.watch(ROOM)
            await session.rooms.follow(ROOM)
            found.append(await session.rooms.next_room(stays=True))
            if found[0] is not None:
                await session.rooms.enter(found[0])
                await session.rooms.follow(found[0])
            return 0

        running = asyncio.ensure_future(session.run(flow))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        if is_input_over:
            typing.type(None)
        else:
            await peer.send(*table.do(cmd.Offer(OfferKind.REMATCH), BOB))
            typing.type("/rematch")
            request = await peer.expect(Act)
            await peer.send(*_continued(table, request), ok(request))
            following, synced = rematch(table)
            await peer.send(synced, ok(await peer.expect(Watch), room=following))
            await said.until("Game 2: bob 0, ann 1")
            typing.type("/quit")
        assert await running == 0
    if is_input_over:
        assert found == [None]
    else:
        assert found == [table.room.sequel]
        assert "bob wants a rematch. Play? y/n" in said.lines


def _continued(table: ServerRoom, request: Act) -> list[Happened]:
    """The frames that follow when Ann accepts the rematch."""
    table.now = Instant(table.now + 1000)
    return table._append(decide(table.room, request.command, by=ANN, now=table.now, sequel=SEQUEL))


async def test_the_host_is_understood_by_name_and_who_is_here_is_told() -> None:
    table = playing("K10")
    said = Said()
    typing = Typing()
    async with scripted() as server, connected(server) as (client, peer):
        session = LineSession(client, Plain(said.write), typing.lines(), is_playing=True, asks=False)

        async def flow() -> int:
            await client.watch(ROOM)
            await session.rooms.follow(ROOM)
            return 0

        running = asyncio.ensure_future(session.run(flow))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        typing.type("/who", "/kick Eve")
        asked = await peer.expect(Profile)
        assert asked.player == "Eve"
        await peer.send(ProfileFound(RequestId(asked.id), EVE))
        request = await peer.expect(Act)
        assert request.command == cmd.Kick(EVE.id)
        await peer.send(*table.do(request.command, ANN), ok(request))
        await said.until("The host kicked a viewer.")
        typing.type("/quit")
        assert await running == 0
    assert "white: ann" in said.lines
