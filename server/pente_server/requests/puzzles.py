"""Requests about puzzles from the server's own games: storing one, and reading them all.

Those who make them are the clients that make reviews. A puzzle names its game, so there are none from games
that not everybody can find.
"""

import logging
from typing import Final

from pente_protocol.messages import Ok, PuzzleList, Puzzles, StorePuzzle
from pente_server.requests.archive import is_public
from pente_server.requests.requester.costs import LOOKED_AT, THREAT
from pente_server.requests.requester.requester import Requester
from pente_server.requests.reviews import check_reviewer, finished_room
from pente_server.results.reviews.puzzle_check import (
    checked_puzzle,
    parsed_puzzle,
    sent_puzzle,
    stored_form,
)
from pente_server.rooms.loaded.room_log import UnknownRoom

ANSWER_BYTES: Final = 160 * 1024
"""The most bytes of all puzzles in an answer. It fits into a frame in JSON too, which escapes quotes."""


async def store_puzzle(requester: Requester, request: StorePuzzle) -> Ok:
    """Keep a puzzle from a game, once its proof is checked.

    Raises RequestDenied, StoreUnavailable, and UnknownRoom for a game that not everybody can find yet.
    """
    await check_reviewer(requester)
    ports, id_ = requester.ports.reviews, request.game
    sent = sent_puzzle(parsed_puzzle(request.puzzle))
    room = await finished_room(requester, id_) if await is_public(requester, id_) else None
    if room is None:
        raise UnknownRoom(id_)
    requester.charge(THREAT * sent.threats)
    puzzle = await checked_puzzle(sent, id_, room.game, ports.proofs)
    if await ports.puzzles.put(*stored_form(puzzle), ports.now()):
        requester.note(logging.INFO, "puzzle", room=id_, win_in=puzzle.win_in)
    return Ok(request.id)


async def puzzles(requester: Requester, request: Puzzles) -> PuzzleList:
    """The newest puzzles, as many as fit into an answer. Raises StoreUnavailable."""
    lines, left = list[str](), ANSWER_BYTES
    for stored in await requester.ports.reviews.puzzles.newest():
        requester.charge(LOOKED_AT)
        left -= len(stored.puzzle)
        if left < 0:
            break
        lines.append(stored.puzzle.decode(errors="replace"))
    return PuzzleList(request.id, tuple(lines))
