"""Computers' reviews of a server's finished games: reading, asking for, and making them.

A review is checked against the game before it is handed on, but for its lines, which are checked where they
are shown.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

from pente_client.connection.link.errors import RequestRejected
from pente_client.connection.reconnect import ReconnectingLink
from pente_core.identity import NO_ROOM, RoomId
from pente_core.review.review import GameReview, problems_of_review
from pente_core.rules.game import Game, parse_turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import BadPoint
from pente_core.rules.setup import BadSetup
from pente_protocol.choices.review_state import ReviewState
from pente_protocol.messages.reviews import (
    MOST_REVIEWED,
    DeclineReview,
    FindReview,
    NextReview,
    RequestReview,
    ReviewFound,
    ReviewJob,
    ReviewStored,
    StoreReview,
)

ASKED_EVERY: Final = 3.0
"""Seconds between two questions about a review that is being made."""


@dataclass(frozen=True, slots=True)
class QueuedGame:
    """A game to review."""

    room: RoomId
    game: Game | None
    """None: it can't be replayed."""
    wants_puzzles: bool
    """Whether the server takes puzzles of it."""


class ReviewClient:
    """Reads, requests and makes reviews. Its methods raise `RequestRejected` and `ConnectionEnded`."""

    def __init__(self, link: ReconnectingLink) -> None:
        self._link = link

    async def find(self, game: RoomId) -> ReviewFound:
        """What there is of the review of a game."""
        return await self._link.ask_for(ReviewFound, partial(FindReview, game=game))

    async def request(self, game: RoomId) -> ReviewFound:
        """Have a game reviewed, unless it is already."""
        return await self._link.ask_for(ReviewFound, partial(RequestReview, game=game))

    async def made(self, room: RoomId, game: Game) -> GameReview | None:
        """The review of a game, which is waited for; None: nobody makes one."""
        found = await self.request(room)
        while found.state is ReviewState.WAITING:
            await asyncio.sleep(ASKED_EVERY)
            found = await self.find(room)
        if found.review is None:
            return None
        for problem in problems_of_review(found.review, game.stones, game.rules.size**2):
            raise RequestRejected("bad-reply", f"the server sent a review that does not fit: {problem}")
        return found.review

    async def next(self) -> QueuedGame | None:
        """A game to review; None: none waits. Needs the role of a reviewer."""
        job = await self._link.ask_for(ReviewJob, NextReview)
        return None if job.game == NO_ROOM else QueuedGame(job.game, _game_of(job), job.wants_puzzles)

    async def at_work(self, game: RoomId, by: str) -> None:
        """Say that a game is still being reviewed."""
        await self._store(game, GameReview(by, ()), 0)

    async def store(self, game: RoomId, review: GameReview) -> None:
        """Store the review of a game."""
        there = 0
        while there < len(review.stones):
            now = await self._store(game, review, there)
            if not 0 <= now <= len(review.stones) or now == there:
                raise RequestRejected("bad-reply", "the server does not take the review")
            there = now

    async def _store(self, game: RoomId, review: GameReview, after: int) -> int:
        stones = review.stones[after : after + MOST_REVIEWED]
        part = partial(StoreReview, game=game, by=review.by, after=after, stones=stones)
        return (await self._link.ask_for(ReviewStored, part)).stones

    async def decline(self, game: RoomId) -> None:
        """Give a game back that can't be reviewed."""
        await self._link.ask(partial(DeclineReview, game=game))


def _game_of(job: ReviewJob) -> Game | None:
    if job.ruleset is None:
        return None
    try:
        game = Game.new(job.ruleset, job.setup)
        for turn in job.turns:
            game = game.with_turn(parse_turn(turn, job.ruleset.size))
    except (BadSetup, BadPoint, IllegalMove):
        return None
    return game
