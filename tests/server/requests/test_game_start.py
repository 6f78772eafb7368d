"""Rooms that are opened for a game from a position, or with a handicap."""

from typing import Any

import pytest

from pente_core.clock.clock import Odds
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup
from pente_protocol.messages.archive import GameList, Games, GameSummary
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Create, Synced, Watch
from tests.support.peer import Peer, creating, peers, play, serving
from tests.support.waiting import until


def at(*names: str) -> tuple[Point, ...]:
    return tuple(sorted(parse_point(name, 19) for name in names))


SETUP = Setup((at("K10", "L11"), at("N10")), (0, 2), colour=1)
HANDICAPS: list[dict[str, Any]] = [
    {"setup": SETUP},
    {"time": "5+3,2+0"},
    {"ruleset": {"base": "pente", "goals": [10, 6]}},
]


async def test_a_game_begins_from_a_position() -> None:
    async with serving() as served, peers(served.url, "ann", "bob", "cat") as (ann, bob, cat):
        room = await ann.create(time="5+3", setup=SETUP)
        await bob.act(room, cmd.Join())
        assert await ann.refusal(room, cmd.Play(Point(0))) == "not-your-turn"
        await play(bob, room, 0)
        moved = await ann.happened(ev.Moved)
        assert (moved.seat, moved.colour) == (1, 1)
        await cat.ok(Watch, room=room)
        synced = await cat.heard(Synced)
        assert synced.snapshot.turns == ("setup", "A1")
        assert synced.position.endswith(" 0,2 0X1 - - 6 pente")
        listed = (await cat.ok(Rooms)).rooms
        assert [row.room.from_position for row in listed] == [True]
        assert [row.activity.ply for row in listed] == [1]


async def test_its_end_is_found_as_that_of_such_a_game() -> None:
    async with serving() as served, peers(served.url, "ann", "bob") as (ann, bob):
        room = await ann.create(time="5+3", setup=SETUP)
        await bob.act(room, cmd.Join())
        await play(bob, room, 0)
        await ann.act(room, cmd.Resign())

        games: list[GameSummary] = []

        async def is_filed() -> bool:
            games[:] = (await ann.told(GameList, Games)).games
            return bool(games)

        await until(is_filed)
        assert [(game.from_position, game.moves) for game in games] == [(True, 1)]


async def test_each_side_has_its_own_time_and_goal() -> None:
    async with serving() as served, peers(served.url, "ann", "bob") as (ann, bob):
        room = await ann.create({"base": "pente", "goals": [10, 6]}, "5+3,2+0")
        await bob.act(room, cmd.Join())
        started = await ann.happened(ev.Started)
        assert started.remaining == (300_000, 120_000)
        (listed,) = (await bob.ok(Rooms)).rooms
        assert listed.room.ruleset == Ruleset(goals=(10, 6))
        assert isinstance(listed.room.time, Odds)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"setup": Setup(((), ()))}, "bad-position"),
        ({"setup": Setup((at("K10"),))}, "bad-position"),
        ({"setup": Setup((at("K10", "K11", "K12", "K13", "K14"), ()))}, "bad-position"),
        ({"setup": Setup(((Point(10**6),), ()))}, "bad-position"),
        ({"setup": SETUP, "ruleset": "gomoku"}, "bad-position"),
        ({"setup": SETUP, "ruleset": "swap2-pente"}, "bad-position"),
        ({"time": "5+3,2+0,1+0"}, "bad-time-control"),
        ({"time": "5+3,2+0", "ruleset": "d-pente"}, "bad-time-control"),
        ({"ruleset": {"base": "d-pente", "goals": [10, 6]}}, "bad-ruleset"),
    ],
)
async def test_no_room_opens_where_no_game_could_begin(request_: dict[str, Any], code: str) -> None:
    async with serving() as served, Peer(served.url) as ann:
        await ann.hello("ann")
        assert await ann.code(Create, **creating(**request_)) == code
        assert (await ann.ok(Rooms)).rooms == ()


@pytest.mark.parametrize("handicap", HANDICAPS)
async def test_a_handicap_is_casual_unless_the_host_of_the_server_rates_it(handicap: dict[str, Any]) -> None:
    rated = {"options": Options(rated=True), **handicap}
    async with serving() as served, Peer(served.url) as ann:
        await ann.hello("ann")
        assert await ann.code(Create, **creating(**rated)) == "not-rated"
    async with serving(rates_handicaps=True) as served, peers(served.url, "ann", "bob") as (ann, bob):
        room = await ann.create(**creating(**rated))
        await bob.act(room, cmd.Join())
