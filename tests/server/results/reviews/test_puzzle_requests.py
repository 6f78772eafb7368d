"""Puzzles over the wire: from games that everybody can find, by those who have the role, each a proof."""

from typing import Any

import pytest

from pente_core.identity import RoomId
from pente_core.puzzles import puzzle_text
from pente_core.puzzles.puzzle import (
    FailedThreat,
    Puzzle,
    PuzzleAttack,
    PuzzleReply,
    PuzzleTask,
    WrittenPuzzle,
)
from pente_core.puzzles.puzzle_text import line_of, written
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room.options import ViewerDelay, WatchPolicy
from pente_core.rules.point import Point, parse_point
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.forms import FORMS
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.messages.base import RequestId
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
SENT = written(PUZZLE)


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
    return [puzzle_text.puzzle_of(sent) for sent in (await peer.told(PuzzleList, Puzzles)).puzzles]


async def test_a_puzzle_is_stored_and_read_by_everybody(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    assert ServerFeature.REVIEW in (await alice.greeted()).features
    assert await kept(alice) == []
    game = await a_finished_game(served, alice, bob, points_of(WON))
    await alice.told(ReviewFound, RequestReview, game=game)
    assert (await carol.told(ReviewJob, NextReview)).wants_puzzles
    for _ in range(2):
        await carol.ok(StorePuzzle, game=game, puzzle=SENT)
    puzzle = replace(PUZZLE, game=game, source=f"game {game}, after stone 12")
    assert await kept(alice) == [puzzle]
    async with Peer(served.url) as viewer:
        await viewer.told(Welcome, Hello, client="test", watch_only=True)
        assert await kept(viewer) == [puzzle]
        assert await viewer.code(StorePuzzle, game=game, puzzle=SENT) == ErrorCode.ACCOUNT_NEEDED


async def test_what_a_reviewer_says_about_the_game_is_not_believed(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(served, alice, bob, points_of(MISSED))
    lie = replace(PUZZLE, source="https://example.com", game=RoomId("another-game"))
    await carol.ok(StorePuzzle, game=game, puzzle=written(lie))
    (puzzle,) = await kept(alice)
    assert (puzzle.game, puzzle.source) == (game, f"game {game}, after stone 12")


async def test_a_position_and_its_images_have_one_puzzle(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    turned = [Point(360 - point) for point in points_of(MISSED)]
    first = await a_finished_game(served, alice, bob, points_of(MISSED))
    second = await a_finished_game(served, alice, bob, turned)
    await carol.ok(StorePuzzle, game=first, puzzle=SENT)
    await carol.ok(StorePuzzle, game=second, puzzle=written(puzzle_of(turned)))
    assert [puzzle.game for puzzle in await kept(bob)] == [first]


async def test_nobody_else_stores_puzzles(served: Served, trio: list[Peer]) -> None:
    alice, bob, carol = trio
    game = await a_finished_game(served, alice, bob, points_of(WON))
    assert await carol.code(StorePuzzle, game=game, puzzle=SENT) == ErrorCode.ROLE_NEEDED
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
        assert await carol.code(StorePuzzle, game=game, puzzle=SENT) == ErrorCode.UNKNOWN_ROOM
        await served.node.store.reviews.drop(game, carol.welcome.player.id)
    running = await a_game(alice, bob)
    for number, point in enumerate(points_of(MISSED)):
        await play((alice, bob)[number % 2], running, point)
    assert await carol.code(StorePuzzle, game=running, puzzle=SENT) == ErrorCode.UNKNOWN_ROOM
    assert await carol.code(StorePuzzle, game="no-such-room", puzzle=SENT) == ErrorCode.UNKNOWN_ROOM
    await alice.act(running, cmd.Resign())
    assert await kept(alice) == []


async def test_a_game_that_was_aborted_gives_what_its_positions_prove(
    served: Served, trio: list[Peer]
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    room = await a_game(alice, bob)
    await alice.act(room, cmd.Abort())
    assert await carol.code(StorePuzzle, game=room, puzzle=SENT) in (
        ErrorCode.UNKNOWN_ROOM,
        ErrorCode.BAD_PUZZLE,
    )
    assert await kept(alice) == []


def _with_task(**changes: Any) -> WrittenPuzzle:
    return replace(SENT, solution=replace(PUZZLE.task, **changes))


def _nested(depth: int) -> PuzzleTask:
    """A solution of so many threats and answers, whatever the rules say of them."""
    task = PuzzleTask()
    for _ in range(depth):
        task = PuzzleTask((PuzzleAttack(Point(300), (PuzzleReply(Point(301), task),)),))
    return task


ELSEWHERE = replace(PUZZLE, position=replace(PUZZLE.position, ply=PUZZLE.position.ply + 2))
HOSTILE = {
    "no position": replace(SENT, position=""),
    "a board without end": replace(SENT, position="/" * 1500),
    "deeply nested": replace(SENT, solution=_nested(90)),
    "another position": written(ELSEWHERE),
    "other rules": replace(SENT, position=SENT.position.replace("freestyle", "gomoku")),
    "a longer win": replace(SENT, win_in=5),
    "an endless win": replace(SENT, win_in=10**6),
    "no win at all": replace(SENT, win_in=1, solution=PuzzleTask()),
    "no stone to find": _with_task(attacks=()),
    "another stone": _with_task(attacks=(PuzzleAttack(Point(0)),)),
    "two first stones": _with_task(attacks=(*PUZZLE.task.attacks, PuzzleAttack(parse_point("L13", 19)))),
    "a stone off the board": _with_task(attacks=(PuzzleAttack(Point(361)),)),
    "a stone before the board": _with_task(slower=(Point(-1),)),
    "an answer that stops nothing": _with_task(failures=(FailedThreat(parse_point("K14", 19), Point(3)),)),
    "a threat that is none": _with_task(slower=(Point(3),)),
    "too much to check": _with_task(slower=(parse_point("L13", 19),) * (MOST_THREATS + 1)),
    "too long": replace(SENT, source="x" * LONGEST_PUZZLE),
}


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE.keys())
async def test_what_is_no_proof_of_the_game_is_not_kept(
    served: Served, trio: list[Peer], sent: WrittenPuzzle
) -> None:
    alice, bob, carol = trio
    await a_reviewer(served, carol)
    game = await a_finished_game(served, alice, bob, points_of(MISSED))
    assert await carol.code(StorePuzzle, game=game, puzzle=sent) == ErrorCode.BAD_PUZZLE
    assert await kept(alice) == []
    await carol.ok(StorePuzzle, game=game, puzzle=SENT)


def test_all_puzzles_that_fit_a_line_fit_a_message() -> None:
    longest = replace(SENT, solution=_nested(72))
    assert 1900 < len(line_of(longest)) <= LONGEST_PUZZLE
    request = StorePuzzle(RequestId(2**31 - 1), RoomId("r" * 40), longest)
    for form in FORMS:
        assert len(form.encode(request)) <= CLIENT_FRAME_MAX
