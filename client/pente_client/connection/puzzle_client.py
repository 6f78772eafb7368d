"""Puzzles from a server's own games: reading them, and storing those that a reviewer has made.

The solutions are not checked here: whoever gives a puzzle to a person does that.
"""

from collections.abc import Collection
from functools import partial

from pente_client.connection.link.errors import RequestRejected
from pente_client.connection.reconnect import ReconnectingLink
from pente_core.identity import RoomId
from pente_core.puzzles.puzzle import Puzzle, WrittenPuzzle
from pente_core.puzzles.puzzle_text import BadPuzzle, puzzle_of
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.reviews import PuzzleList, Puzzles, StorePuzzle


class PuzzleClient:
    """Reads and stores puzzles. Its methods raise `RequestRejected` and `ConnectionEnded`."""

    def __init__(self, link: ReconnectingLink, features: Collection[str]) -> None:
        """``features`` are those of the server."""
        self._link = link
        self._features = features

    async def all(self) -> list[Puzzle]:
        """The puzzles from the server's games, the newest first; none of a server that has no such thing."""
        if ServerFeature.REVIEW not in self._features:
            return []
        found = await self._link.ask_for(PuzzleList, Puzzles)
        try:
            return list(map(puzzle_of, found.puzzles))
        except BadPuzzle as bad:
            raise RequestRejected(
                "bad-reply", f"the server sent a puzzle that can't be read: {bad}"
            ) from None

    async def store(self, game: RoomId, puzzle: WrittenPuzzle) -> None:
        """Store a puzzle of a game. Needs the role of a reviewer."""
        await self._link.ask(partial(StorePuzzle, game=game, puzzle=puzzle))
