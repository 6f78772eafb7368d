"""Puzzles over the wire: from games that everybody can find, by those who have the role, each a proof."""

import json
from typing import Any

import pytest

from pente_core.identity import RoomId
from pente_core.puzzles.puzzle import FailedThreat, Puzzle, PuzzleAttack
from pente_core.puzzles.puzzle_text import format_puzzle, parse_puzzle
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room.options import ViewerDelay, WatchPolicy
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.hello import Hello, Welcome
from pente_protocol.messages.reviews import (
    LONGEST_PUZZLE,
    NextReview,
    PuzzleList,
    Puzzles,
    RequestReview,
    ReviewFound,
    ReviewJob,
    StorePuzzle,
)
from pente_server.results.reviews.puzzle_check import MOST_THREATS
from pente_server.store.accounts.role import Role
from tests.support.games.double_four import MISSED, RULESET, WON, points_of, puzzle_of
from tests.support.peer import Peer, Served, a_game, play
from tests.support.waiting import until

PUZZLE = puzzle_of(points_of(MISSED))
LINE = format_puzzle(PUZZLE)


async def a_finished_game(
    served: Served, alice: Peer, bob: Peer, stones: list[Point], **options: Any
) -> RoomId:
    """A game that is over, and in the archive if it is already shown to everybody."""
    room = await alice.create(RULESET, "-", options=Options(**options))
    await bob.act(room, cmd.Join())
    for number, point in enumerate(stones):
        await play((alice, bob)[number % 2], room, point)
    if len(stones) % 2 == 0:
        await bob.act(room, cmd.Resign())

    async def is_filed() -> bool:
        return (await served.node.store.archive.entries([room])) != [None]

    if "viewer_delay" not in options:
        await until(is_filed)
    return room


async def a_reviewer(served: Served, peer: Peer) -> None:
    assert await served.node.store.accounts.set_roles(peer.welcome.player.id, {Role.REVIEWER})
    await peer.told(ReviewJob, NextReview)


async def kept(peer: Peer) -> list[Puzzle]:
    return [parse_puzzle(line) for line in (await peer.told(PuzzleList, Puzzles)).puzzles]


async def test_a_puzzle_is_stored_and_read_by_everybody(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    assert ServerFeature.REVIEW in (await alice.greeted()).features
    assert await kept(alice) == []
    game = await a_finished_game(served, alice, bob, points_of(WON))
    await alice.told(ReviewFound, RequestReview, game=game)
    assert (await carol.told(ReviewJob, NextReview)).wants_puzzles
    for _ in range(2):
        await carol.ok(StorePuzzle, game=game, puzzle=LINE)
    puzzle = replace(PUZZLE, game=game, source=f"game {game}, after stone 12")
    assert await kept(alice) == [puzzle]
    async with Peer(served.url) as viewer:
        await viewer.told(Welcome, Hello, client="test", watch_only=True)
        assert await kept(viewer) == [puzzle]
        assert await viewer.code(StorePuzzle, game=game, puzzle=LINE) == ErrorCode.ACCOUNT_NEEDED


async def test_what_a_reviewer_says_about_the_game_is_not_believed(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(served, alice, bob, points_of(MISSED))
    lie = replace(PUZZLE, source="https://example.com", game=RoomId("another-game"))
    await carol.ok(StorePuzzle, game=game, puzzle=format_puzzle(lie))
    (puzzle,) = await kept(alice)
    assert (puzzle.game, puzzle.source) == (game, f"game {game}, after stone 12")


async def test_a_position_and_its_images_have_one_puzzle(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    turned = [Point(360 - point) for point in points_of(MISSED)]
    first = await a_finished_game(served, alice, bob, points_of(MISSED))
    second = await a_finished_game(served, alice, bob, turned)
    await carol.ok(StorePuzzle, game=first, puzzle=LINE)
    await carol.ok(StorePuzzle, game=second, puzzle=format_puzzle(puzzle_of(turned)))
    assert [puzzle.game for puzzle in await kept(bob)] == [first]


async def test_nobody_else_stores_puzzles(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    game = await a_finished_game(served, alice, bob, points_of(WON))
    assert await carol.code(StorePuzzle, game=game, puzzle=LINE) == ErrorCode.ROLE_NEEDED
    assert await kept(alice) == []


async def test_games_that_not_everybody_can_find_give_none(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    hidden: list[dict[str, Any]] = [
        {"private": True},
        {"watch": WatchPolicy.INVITED},
        {"viewer_delay": ViewerDelay(seconds=60)},
    ]
    for options in hidden:
        game = await a_finished_game(served, alice, bob, points_of(MISSED), **options)
        await alice.told(ReviewFound, RequestReview, game=game)
        job = await carol.told(ReviewJob, NextReview)
        assert (job.game, job.wants_puzzles) == (game, False)
        assert await carol.code(StorePuzzle, game=game, puzzle=LINE) == ErrorCode.UNKNOWN_ROOM
        await served.node.store.reviews.drop(game, carol.welcome.player.id)
    running = await a_game(alice, bob)
    for number, point in enumerate(points_of(MISSED)):
        await play((alice, bob)[number % 2], running, point)
    assert await carol.code(StorePuzzle, game=running, puzzle=LINE) == ErrorCode.UNKNOWN_ROOM
    assert await carol.code(StorePuzzle, game="no-such-room", puzzle=LINE) == ErrorCode.UNKNOWN_ROOM
    await alice.act(running, cmd.Resign())
    assert await kept(alice) == []


async def test_a_game_that_was_aborted_gives_what_its_positions_prove(
    served: Served, trio: list[Peer]
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    room = await a_game(alice, bob)
    await alice.act(room, cmd.Abort())
    assert await carol.code(StorePuzzle, game=room, puzzle=LINE) in (
        ErrorCode.UNKNOWN_ROOM,
        ErrorCode.BAD_PUZZLE,
    )
    assert await kept(alice) == []


def _edited(**changes: Any) -> str:
    return json.dumps({**json.loads(LINE), **changes})


def _with_task(**changes: Any) -> str:
    return format_puzzle(replace(PUZZLE, task=replace(PUZZLE.task, **changes)))


ELSEWHERE = replace(PUZZLE.position, ply=PUZZLE.position.ply + 2)
HOSTILE = {
    "no puzzle": "{}",
    "not even JSON": "[" * LONGEST_PUZZLE,
    "deeply nested": '{"position":"","win_in":3,"solution":' + '{"wins":{"A1":{"A2":' * 90,
    "another position": format_puzzle(replace(PUZZLE, position=ELSEWHERE)),
    "other rules": _edited(position=json.loads(LINE)["position"].replace("freestyle", "gomoku")),
    "a longer win": _edited(win_in=5),
    "an endless win": _edited(win_in=10**6),
    "no win at all": _edited(win_in=1, solution={}),
    "no stone to find": _with_task(attacks=()),
    "another stone": _with_task(attacks=(PuzzleAttack(Point(0)),)),
    "two first stones": _with_task(attacks=(*PUZZLE.task.attacks, PuzzleAttack(parse_point("L13", 19)))),
    "a stone off the board": _edited(solution={"wins": {"Z99": {}}}),
    "an answer that stops nothing": _with_task(failures=(FailedThreat(parse_point("K14", 19), Point(3)),)),
    "a threat that is none": _with_task(slower=(Point(3),)),
    "too much to check": _with_task(slower=(parse_point("L13", 19),) * (MOST_THREATS + 1)),
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE.keys())
async def test_what_is_no_proof_of_the_game_is_not_kept(served: Served, trio: list[Peer], line: str) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(served, alice, bob, points_of(MISSED))
    assert len(line) <= LONGEST_PUZZLE
    assert await carol.code(StorePuzzle, game=game, puzzle=line) == ErrorCode.BAD_PUZZLE
    assert await kept(alice) == []
    await carol.ok(StorePuzzle, game=game, puzzle=LINE)


async def test_a_line_that_is_too_long_is_no_message(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(served, alice, bob, points_of(MISSED))
    line = LINE + " " * LONGEST_PUZZLE
    assert await carol.code(StorePuzzle, game=game, puzzle=line) == ErrorCode.BAD_MESSAGE
