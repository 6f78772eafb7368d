"""Thinking outside of the event loop: quick players in a thread, the others in processes."""

import asyncio
import secrets
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random

from pente_bots.catalogue import entry_of, make_player
from pente_bots.player import NO_LIMIT, Limit
from pente_bots.workers import Workers
from pente_core.board import Board
from pente_core.geometry import Bits
from pente_core.move import Choice
from pente_core.position import Position
from pente_core.room import Choose, Play, Resign
from pente_core.ruleset import Ruleset

Answer = Play | Choose | Resign
"""What a player does about a position in which it is to act."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position with whoever is to think about it, small enough to be sent to another process."""

    player: str
    options: tuple[tuple[str, str], ...]
    seed: str
    """Together with the position it decides all chance, so that asking again gives the same answer."""
    limit: Limit
    rules: Ruleset
    stones: tuple[Bits, ...]
    key: int
    taken: tuple[int, ...]
    ply: int
    colour: int
    left: int
    made: tuple[Choice, ...]
    out: int

    @property
    def position(self) -> Position:
        """The position, as it was before it was sent."""
        board = Board(self.rules.size, self.stones, self.key)
        return Position(self.rules, board, self.taken, self.ply, self.colour, self.left, self.made, self.out)


def answer(question: Question) -> Answer:
    """Think. The position must be one in which somebody is to act."""
    position = question.position
    chance = Random(f"{question.seed}:{position.key}")
    player = make_player(question.player, dict(question.options), chance)
    if position.choices:
        return Choose(player.choose_swap(position))
    if player.resigns(position):
        return Resign()
    return Play(player.choose(position, question.limit))


class Thinker:
    """Answers for one player, for many games at once. Mutable: it may own processes, so close it.

    With a ``seed``, equal positions get equal answers. Without, that holds within a game only, and games
    differ. Raises BadOption when made with a player or an option that does not exist.
    """

    def __init__(self, player: str, options: Mapping[str, str], seed: int | None = None) -> None:
        make_player(player, options, Random(0))
        self._player = player
        self._options = tuple(options.items())
        self._seed = secrets.randbits(64) if seed is None else seed
        self._differs = seed is None
        self._is_heavy = entry_of(player).is_heavy
        self._workers: Workers | None = None

    async def think(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> Answer:
        """What the player does in ``position`` of a ``game``. The event loop goes on meanwhile."""
        question = self._question(position, limit, game)
        if not self._is_heavy:
            return await asyncio.to_thread(answer, question)
        workers = self._started()
        try:
            return await asyncio.wrap_future(workers.submit(answer, question))
        except BrokenProcessPool:  # a process was killed, perhaps for want of memory: ask new ones, once
            if self._workers is workers:
                self.close()
            return await asyncio.wrap_future(self._started().submit(answer, question))

    def close(self) -> None:
        """Stop at once whatever is being thought."""
        workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def _started(self) -> Workers:
        if self._workers is None:
            self._workers = Workers()
        return self._workers

    def _question(self, position: Position, limit: Limit = NO_LIMIT, game: str = "") -> Question:
        return Question(
            player=self._player,
            options=self._options,
            seed=f"{self._seed}:{game}" if self._differs else str(self._seed),
            limit=limit,
            rules=position.rules,
            stones=position.board.stones,
            key=position.board.key,
            taken=position.taken,
            ply=position.ply,
            colour=position.colour,
            left=position.left,
            made=position.made,
            out=position.out,
        )
