"""Finds puzzles in games: positions that are won by threats, with one stone to begin with.

Every puzzle is proven by the rules before it is given out. The same games give the same puzzles.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pente_bots.puzzles.prover import GivenUp, Prover
from pente_bots.puzzles.solution import Solver
from pente_core.puzzles.forcing import can_be_forced
from pente_core.puzzles.proof import flaw_of
from pente_core.puzzles.puzzle import Puzzle
from pente_core.puzzles.puzzle_text import MOST_BYTES, format_puzzle
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup

_NODES: Final = 3_000
"""Positions to look at for each of a game: a fraction of a second."""
_SOLUTION_NODES: Final = 6_000
_MOST_POSITIONS: Final = 250
"""Positions in a solution; larger ones are no puzzles for people."""


@dataclass(frozen=True, slots=True)
class SearchedGame:
    """A game in which to look for puzzles."""

    rules: Ruleset
    turns: tuple[Turn, ...]
    setup: Setup | None = None
    source: str = ""
    """Where it is from, in a few words."""
    plies: frozenset[int] | None = None
    """The positions to look at, by their `Position.ply`; None: all."""


@dataclass(frozen=True, slots=True)
class PuzzleBounds:
    """Which puzzles are wanted: wins in at least and at most so many stones of both sides."""

    least: int = 3
    most: int = 11

    def has(self, win_in: int) -> bool:
        """Whether a win in so many stones is among them."""
        return self.least <= win_in <= self.most


def puzzles_of(game: SearchedGame, bounds: PuzzleBounds) -> Iterator[Puzzle]:
    """The puzzles of a game, in its order; of an attack that goes on over several turns only the first.

    What follows an illegal turn is not looked at.
    """
    if not can_be_forced(game.rules):
        return
    state = Game.new(game.rules, game.setup)
    attacker: int | None = None
    for turn in game.turns:
        position = state.position
        if not position.choices:
            is_searched = game.plies is None or position.ply in game.plies
            win_in = _win_in(position, bounds.most) if is_searched else None
            if win_in is not None and attacker != position.colour and win_in >= bounds.least:
                puzzle = _puzzle(position, win_in, f"{game.source}, after stone {position.ply}".lstrip(", "))
                if puzzle is not None:
                    yield puzzle
            if win_in is not None:
                attacker = position.colour
            elif attacker == position.colour:
                attacker = None
        try:
            state = state.with_turn(turn)
        except IllegalMove:
            return


def _win_in(position: Position, most: int) -> int | None:
    try:
        return Prover(_NODES).win_in(position, most)
    except GivenUp:
        return None


def _puzzle(position: Position, win_in: int, source: str) -> Puzzle | None:
    """The puzzle of a position, if it has one first stone and a solution that people can follow."""
    try:
        task = Solver(Prover(_SOLUTION_NODES), _MOST_POSITIONS).task(position, win_in)
    except GivenUp:
        return None
    puzzle = Puzzle(position, win_in, task, source)
    if len(task.attacks) != 1 or len(format_puzzle(puzzle)) > MOST_BYTES or flaw_of(puzzle):
        return None
    return puzzle
