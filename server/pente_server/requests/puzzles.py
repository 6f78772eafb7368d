"""Requests about puzzles from the server's own games: storing one, and reading them all.

Those who make them are the clients that make reviews. A puzzle names its game, so there are none from games
that not everybody can find.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.puzzles.puzzle import WrittenPuzzle
from pente_protocol.messages.base import Ok
from pente_protocol.messages.reviews import PuzzleList, Puzzles, StorePuzzle
from pente_server.requests.archive import ArchiveRequests
from pente_server.requests.costs import LOOKED_AT, QUESTION, THREAT
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.requests.reviews import ReviewRequests
from pente_server.results.reviews.puzzle_check import (
    checked_puzzle,
    json_length,
    parsed_puzzle,
    read_stored,
    sent_puzzle,
    stored_form,
)
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store.reviews.puzzle_store import PuzzleStore

ANSWER_BYTES: Final = 240 * 1024
"""The most bytes of all puzzles in an answer, in JSON, which is longer than msgpack."""


class PuzzleRequests:
    """Storing a puzzle, and reading them all."""

    def __init__(
        self,
        puzzles: PuzzleStore,
        archive: ArchiveRequests,
        reviewing: ReviewRequests,
        now: Callable[[], Instant],
    ) -> None:
        self._puzzles = puzzles
        self._archive = archive
        self._reviewing = reviewing
        self._now = now
        self._proofs = asyncio.Semaphore(1)

    @answers(StorePuzzle, cost=QUESTION)
    async def store_puzzle(self, requester: Requester, request: StorePuzzle) -> Ok:
        """Keep a puzzle from a game, once its proof is checked.

        Raises RequestDenied, StoreUnavailable, and UnknownRoom for a game that not everybody can find yet.
        """
        await self._reviewing.check_reviewer(requester)
        id_ = request.game
        sent = sent_puzzle(parsed_puzzle(request.puzzle))
        room = (
            await self._reviewing.finished_room(requester, id_)
            if await self._archive.is_public(requester, id_)
            else None
        )
        if room is None:
            raise UnknownRoom(id_)
        requester.charge(THREAT * sent.threats)
        puzzle = await checked_puzzle(sent, id_, room.game, self._proofs)
        if await self._puzzles.put(*stored_form(puzzle), self._now()):
            requester.note(logging.INFO, "puzzle", room=id_, win_in=puzzle.win_in)
        return Ok(request.id)

    @answers(Puzzles, cost=QUESTION, anybody=True)
    async def puzzles(self, requester: Requester, request: Puzzles) -> PuzzleList:
        """The newest puzzles, as many as fit into an answer. Raises StoreUnavailable."""
        fitting, left = list[WrittenPuzzle](), ANSWER_BYTES
        for stored in await self._puzzles.newest():
            requester.charge(LOOKED_AT)
            puzzle = read_stored(stored.puzzle)
            if puzzle is None:
                continue
            left -= json_length(puzzle)
            if left < 0:
                break
            fitting.append(puzzle)
        return PuzzleList(request.id, tuple(fitting))
