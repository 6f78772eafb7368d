"""Reviewing the finished games that players of a server have asked for, and making puzzles of their wins."""

import asyncio
import logging
import os
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from pente_bots.players.player import Player
from pente_bots.puzzles.finder import PuzzleBounds
from pente_bots.puzzles.reviewed_game import searched_by_review
from pente_bots.puzzles.search_games import puzzle_lines
from pente_bots.review.game_review import review_game
from pente_bots.review.reviewer import CannotReview, Reviewer
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import PlayerMaker
from pente_bots.thinking.workers import WorkerLost, Workers
from pente_client.connection import Client, RequestRejected
from pente_client.connection.review_client import ASKED_EVERY, QueuedGame
from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_core.puzzles.puzzle_text import written_in
from pente_core.review.review import GameReview
from pente_core.rules.game import Game
from pente_core.rules.ruleset import Ruleset
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.reviews import LONGEST_PUZZLE

LONGEST: Final = 15 * 60.0
"""Seconds after which the review of a game is given up."""
AT_WORK_EVERY: Final = 30.0
"""Seconds between two messages that a review goes on; without one for two minutes, another gets the game."""
LONGEST_SEARCH: Final = Millis(500)
"""The most time for each search, so that a game of 60 stones takes less than a minute on a slow machine."""
PROOF_NODES: Final = 10_000
"""The most positions of each search for a forced win."""
_NICENESS: Final = 10
_PASSING: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED})
_LOG: Final = logging.getLogger("pente.bot")


@dataclass(frozen=True, slots=True)
class LowPriorityMaker:
    """Creates a player, and has its process make room for all others. It is sent to that process."""

    make: PlayerMaker

    def __call__(self, chance: Random) -> Player:
        if hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, 0, _NICENESS)
        return self.make(chance)


def reviewer_of(make: PlayerMaker, label: str, nodes: int) -> Reviewer:
    """A player as a reviewer that searches so many positions for each stone."""
    limit = Limit(time=LONGEST_SEARCH, nodes=nodes)
    return Reviewer(LowPriorityMaker(make), f"{label}:nodes={nodes}", limit, min(nodes, PROOF_NODES))


def _able(reviewers: Sequence[Reviewer], rules: Ruleset) -> Reviewer:
    """The first reviewer of games under these rules. Raises CannotReview, as the last one says it."""
    for reviewer in reviewers[:-1]:
        with suppress(CannotReview):
            reviewer.check(rules)
            return reviewer
    reviewers[-1].check(rules)
    return reviewers[-1]


async def keep_reviewing(client: Client, reviewers: Sequence[Reviewer]) -> None:
    """Review the games that wait, one after the other in one process, until cancelled.

    The first of the reviewers does it that plays by the rules of a game.

    Raises RequestRejected, if the account may not make reviews, and ConnectionEnded.
    """
    with closing(Workers(1)) as workers:
        while True:
            job = await _next_job(client)
            if job is None:
                await asyncio.sleep(ASKED_EVERY)
            else:
                review = await _review(client, reviewers, workers, job.room, job.game)
                if job.wants_puzzles and job.game is not None and review is not None:
                    await _make_puzzles(client, workers, job.room, job.game, review)


async def _next_job(client: Client) -> QueuedGame | None:
    try:
        return await client.reviews.next()
    except RequestRejected as rejected:
        if rejected.code not in _PASSING:
            raise
        return None


async def _review(
    client: Client, reviewers: Sequence[Reviewer], workers: Workers, room: RoomId, game: Game | None
) -> GameReview | None:
    """Review a game, or give it back."""
    try:
        review = await _computed(client, reviewers, workers, room, game)
        await client.reviews.store(room, review)
    except (CannotReview, RequestRejected) as problem:
        _LOG.warning("%s is not reviewed: %s", room, problem)
        with suppress(RequestRejected):
            await client.reviews.decline(room)
        return None
    _LOG.info("%s is reviewed, %d stones", room, len(review.stones))
    return review


async def _computed(
    client: Client, reviewers: Sequence[Reviewer], workers: Workers, room: RoomId, game: Game | None
) -> GameReview:
    """The whole review, while the server hears now and then that it goes on.

    Raises CannotReview, RequestRejected and ConnectionEnded.
    """
    if game is None:
        raise CannotReview("It can't be replayed")
    reviewer, stop = _able(reviewers, game.rules), threading.Event()
    work = asyncio.create_task(asyncio.to_thread(review_game, game, reviewer, workers, stop=stop))
    try:
        async with asyncio.timeout(LONGEST):
            while not (await asyncio.wait({work}, timeout=AT_WORK_EVERY))[0]:
                await client.reviews.at_work(room, reviewer.label)
    except TimeoutError:
        pass
    finally:
        stop.set()
    review = await work
    if len(review.stones) < game.stones:
        raise CannotReview("It takes too long")
    return review


async def _make_puzzles(
    client: Client, workers: Workers, room: RoomId, game: Game, review: GameReview
) -> None:
    """Store the puzzles of the wins that a review has proven: after the review, which a player waits for."""
    bounds = PuzzleBounds()
    searched = searched_by_review(game, review, bounds)
    if not searched.plies:
        return
    try:
        lines = await asyncio.wrap_future(workers.submit(puzzle_lines, searched, bounds))
        for line in lines:
            if len(line) <= LONGEST_PUZZLE:
                await client.puzzles.store(room, written_in(line))
    except (WorkerLost, RequestRejected) as problem:
        _LOG.warning("no puzzles of %s: %s", room, problem)
    else:
        _LOG.info("%s has %d puzzles", room, len(lines))
