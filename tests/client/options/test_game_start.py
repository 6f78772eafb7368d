"""Games from a position or with a handicap, as the command line asks for them."""

from typing import Any

import pytest

from pente_core.records import record_of
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.rules.setup import Setup
from pente_core.value import replace
from pente_protocol.logs.game_records import log_of
from pente_protocol.messages.archive import LogList, LogPage, Logs
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Act, Create
from tests.client.conftest import Start
from tests.support.client.cli_program import Program
from tests.support.client.scripted_room import ANN, BOB, ROOM, ServerRoom
from tests.support.client.scripted_server import Peer, ScriptedServer, no, ok, scripted

GAME = "a1b2c3d4e5f6"


def at(*names: str) -> tuple[Point, ...]:
    return tuple(sorted(parse_point(name, 19) for name in names))


async def requested(start: Start, *arguments: str) -> Create:
    """The request for a room that the options lead to."""
    async with scripted() as server:
        program = start("play", server.url, "--new", "--plain", *arguments)
        peer = await server.accept()
        await peer.greet()
        return await refused(program, peer)


async def refused(program: Program, peer: Peer) -> Create:
    request = await peer.expect(Create)
    await peer.send(no(request, "too-many", "you have too many rooms"))
    assert await program.ended() == 4
    return request


LINE = '3/1XO/3 0,0 0X1 - - 2 {"base":"freestyle","size":3,"line":3}'
TEAMS = ["--sides", "4", "--teams", "--seat", "2"]


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (
            ["--give", "K10,L12"],
            {"seat": 1, "keeps_seats": True, "setup": Setup((at("K10", "L12"), ()), colour=1)},
        ),
        (["--give", "K10", "--seat", "0"], {"seat": 0, "setup": Setup(((), at("K10")))}),
        (
            ["--position", "K10 L11 A1", "--ruleset", "pente-casual"],
            {
                "seat": None,
                "ruleset": "pente-casual",
                "keeps_seats": False,
                "setup": Setup((at("K10", "A1"), at("L11")), colour=1),
            },
        ),
        (
            ["--position", LINE],
            {
                "ruleset": {"base": "freestyle", "size": 3, "line": 3},
                "setup": Setup(((Point(4),), (Point(5),))),
            },
        ),
        (
            ["--seat", "1", "--time-odds", "3+0,5+1", "--needs", "10,6"],
            {"time": "5+1,3+0", "ruleset": {"base": "pente", "goals": [6, 10]}, "setup": None},
        ),
        (
            [*TEAMS, "--needs", "10,6"],
            {"ruleset": {"base": "pente", "sides": 4, "teams": True, "goals": [10, 6, 10, 6]}},
        ),
        ([*TEAMS, "--time-odds", "3+0,5+1"], {"time": "3+0,5+1,3+0,5+1"}),
    ],
)
async def test_a_room_is_requested_as_the_options_say(
    start: Start, arguments: list[str], asked: dict[str, Any]
) -> None:
    request = await requested(start, *arguments)
    assert {name: getattr(request, name) for name in asked} == asked


async def test_without_a_seat_one_is_drawn_for_the_handicap(start: Start) -> None:
    request = await requested(start, "--time-odds", "3+0,5+1")
    assert (request.seat, request.time) in ((0, "3+0,5+1"), (1, "5+1,3+0"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--give", "K10"], "--give is for a new room; add --new or --against NAME"),
        (["--room", ROOM, "--time-odds", "3+0,5+0"], "--time-odds is for a new room"),
        (["--new", "--give", "K10,K11,K12,K13,K14"], "the game is over in this position"),
        (["--new", "--give", "I5"], "there is no column I"),
        (["--new", "--give", "K10", "--sides", "3"], "--give is for games of two sides"),
        (["--new", "--give", "K10", "--ruleset", "swap2-pente"], "choose rules without a swap"),
        (["--new", "--give", "K10", "--position", "K10"], "--give and --position can't be combined; use one"),
        (["--new", "--position", "K9"], "K9 is not legal there in pente"),
        (["--new", "--from", "24"], "write its id and a number of stones, like ID#24"),
        (["--new", "--from", f"{GAME}#x"], "write its id and a number of stones, like ID#24"),
        (["--new", "--time-odds", "5+0"], "write both, like 3+0,5+3"),
        (["--new", "--time-odds", "5+0,5+0"], "time odds must differ"),
        (["--new", "--time-odds", "5+0,3d/move"], "time odds need a starting time"),
        (["--new", "--time-odds", "5+0,3+0", "--time", "5"], "--time-odds and --time can't be combined"),
        (["--new", "--needs", "10"], "write both, like 10,6"),
        (["--new", "--needs", "10,10"], "goals must differ"),
        (["--new", "--needs", "8,6", "--goals", "8,6"], "--needs and --goals can't be combined"),
        (["--new", "--needs", "10,6", "--ruleset", "gomoku"], "goals need captures"),
    ],
)
async def test_what_can_not_be_is_refused_before_connecting(
    start: Start, arguments: list[str], words: str
) -> None:
    program = start("play", "ws://127.0.0.1:1", *arguments, "--plain")
    assert await program.ended() == 2
    assert words in program.err.getvalue()


class TestFromAGame:
    async def asked(self, start: Start, server: ScriptedServer, moment: str) -> tuple[Program, Peer]:
        """A program that has asked for the log of a game, and got it: K10 L11 A1, and black resigned."""
        program = start("play", server.url, "--new", "--plain", "--from", moment)
        peer = await server.accept()
        await peer.greet()
        request = await peer.expect(Logs)
        assert request.rooms == (GAME,)
        game = Game.new(RULESETS["pente-casual"])
        for point in ("K10", "L11", "A1"):
            game = game.play(parse_point(point, 19))[1]
        events = log_of(record_of(game, (ANN, BOB))).events
        await peer.send(LogList(request.id, (LogPage(request.rooms[0], events, complete=True),)))
        return program, peer

    async def test_the_game_begins_as_that_one_stood(self, start: Start) -> None:
        async with scripted() as server:
            request = await refused(*await self.asked(start, server, f"{GAME}#2"))
            assert request.ruleset == "pente-casual"
            assert request.setup == Setup((at("K10"), at("L11")))

    @pytest.mark.parametrize(
        ("stones", "words"), [(4, "the game has only 3 stones"), (0, "the position has no stone")]
    )
    async def test_a_moment_that_there_is_not(self, start: Start, stones: int, words: str) -> None:
        async with scripted() as server:
            program, _ = await self.asked(start, server, f"{GAME}#{stones}")
            assert await program.ended() == 2
            assert words in program.err.getvalue()


@pytest.mark.parametrize(
    "other",
    [
        {"setup": Setup(((Point(0),), (Point(1),)))},
        {"time": "5+3,2+0"},
        {"ruleset": {"base": "pente", "goals": [10, 6]}},
    ],
)
async def test_who_just_wants_to_play_gets_no_handicap(start: Start, other: dict[str, Any]) -> None:
    room = replace(ServerRoom(**other).summary(), host=BOB, seats=(BOB, None))
    async with scripted() as server:
        program = start("play", server.url, "--plain")
        peer = await server.accept()
        await peer.greet()
        await peer.send(ok(await peer.expect(Rooms), rooms=(room,)))
        await refused(program, peer)


async def test_a_handicap_that_was_asked_for_is_joined(start: Start) -> None:
    room = replace(ServerRoom(time="5+3,2+0").summary(), host=BOB, seats=(BOB, None))
    async with scripted() as server:
        program = start("play", server.url, "--plain", "--time", "5+3,2+0")
        peer = await server.accept()
        await peer.greet()
        await peer.send(ok(await peer.expect(Rooms), rooms=(room,)))
        request = await peer.expect(Act)
        assert isinstance(request.command, cmd.Join)
        await peer.send(no(request, "too-many", "you have too many rooms"))
        assert await program.ended() == 4
