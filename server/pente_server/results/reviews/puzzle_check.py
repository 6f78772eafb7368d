"""Checks of puzzles that a client sends: each has to be from its game, and a proof.

The client is not trusted with anything: the position is that of the game, the proof is checked by the rules,
and what the puzzle says about where it is from is written anew.
"""

import asyncio
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.puzzles.proof import flaw_of
from pente_core.puzzles.puzzle import Puzzle, WrittenPuzzle, threats_of
from pente_core.puzzles.puzzle_text import BadPuzzle, format_puzzle, line_of, puzzle_of, written_in
from pente_core.review.reviewed_game import positions_of_stones
from pente_core.rules.game import Game
from pente_core.rules.symmetries import image_keys
from pente_core.value import replace
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.reviews import LONGEST_PUZZLE
from pente_server.limits.errors import RequestDenied
from pente_server.store.reviews.puzzle_store import MOST_PUZZLES

MOST_THREATS: Final = 150
"""The most threats of a solution. Checking one takes half a millisecond, and at most some three."""
MOST_STONES: Final = 21
"""The most stones of both sides until the win."""


class SentPuzzle(NamedTuple):
    """A puzzle of which nothing is checked but its size."""

    puzzle: Puzzle
    threats: int


def parsed_puzzle(sent: WrittenPuzzle) -> Puzzle:
    """Parse what a client has sent. Raises RequestDenied."""
    try:
        if len(line_of(sent)) > LONGEST_PUZZLE:
            raise _bad(f"it has more than {LONGEST_PUZZLE} characters")
        return puzzle_of(sent)
    except BadPuzzle as bad:
        raise _bad(str(bad)) from None


def sent_puzzle(puzzle: Puzzle) -> SentPuzzle:
    """A puzzle that is small enough to be checked. Raises RequestDenied for others."""
    threats = threats_of(puzzle.task)
    if threats > MOST_THREATS or not 3 <= puzzle.win_in <= MOST_STONES:
        raise _bad(
            f"it must have 3 to {MOST_STONES} stones until the win, and at most {MOST_THREATS} threats"
        )
    if len(puzzle.task.attacks) != 1:
        raise _bad("one stone must begin the quickest win")
    return SentPuzzle(puzzle, threats)


async def checked_puzzle(sent: SentPuzzle, id_: RoomId, game: Game, proofs: asyncio.Semaphore) -> Puzzle:
    """A puzzle as it is kept: with its game named. Raises RequestDenied if it is not from it, or no proof.

    It is checked in a thread, at most as many at once as ``proofs`` allows, as it takes up to half a second.
    """
    async with proofs:
        problem = await asyncio.to_thread(_problem_of, sent.puzzle, game)
    if problem:
        raise _bad(problem)
    source = f"game {id_}, after stone {sent.puzzle.position.ply}"
    return replace(sent.puzzle, game=id_, source=source)


def stored_form(puzzle: Puzzle) -> tuple[str, bytes]:
    """The key of a puzzle, which is that of all images of its position, and the puzzle as it is stored."""
    return f"{min(image_keys(puzzle.position)):016x}", format_puzzle(puzzle).encode()


@lru_cache(2 * MOST_PUZZLES)
def read_stored(line: bytes) -> WrittenPuzzle | None:
    """The twin of `stored_form`; None for what can't be read. Everybody asks for the same ones."""
    try:
        return written_in(line.decode(errors="replace"))
    except BadPuzzle:
        return None


@lru_cache(2 * MOST_PUZZLES)
def json_length(puzzle: WrittenPuzzle) -> int:
    """How many bytes a puzzle takes in an answer in JSON."""
    return len(msgspec.json.encode(puzzle))


def _problem_of(puzzle: Puzzle, game: Game) -> str:
    """What is wrong with a puzzle from a game, as `flaw_of` says it; empty: nothing."""
    text = format_position(puzzle.position)
    of_game = (
        position for _, position, _ in positions_of_stones(game) if position.ply == puzzle.position.ply
    )
    if not any(format_position(position) == text for position in of_game):
        return "its position is not one of its game in which a stone was placed"
    return flaw_of(puzzle)


def _bad(problem: str) -> RequestDenied:
    return RequestDenied(ErrorCode.BAD_PUZZLE, f"This puzzle can't be stored: {problem}.")
