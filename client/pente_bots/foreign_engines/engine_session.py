"""A conversation with a running engine: what each protocol has to be able to do."""

import time
from abc import ABC, abstractmethod
from typing import Final

from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import EngineCommand
from pente_bots.foreign_engines.engine_time import patience
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed, ForeignProcess
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import PlayerDecision
from pente_core.room import commands as cmd
from pente_core.rules.board import Board
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class RulesRefused(ForeignEngineFailed):
    """The engine runs, but does not play on such a board or by such rules."""


class EngineSession(ABC):
    """A conversation with a running engine, for one thread at a time. Mutable; close it.

    All methods raise ForeignEngineFailed, after which it can only be closed.
    """

    farewell: str
    """The command that ends an engine."""

    def __init__(self, command: EngineCommand) -> None:
        """Start the engine; `hello` has to come next."""
        self.limits: Final = command.limits
        self._process: Final = ForeignProcess(command)
        self.about = EngineAbout(command.program)
        """What it says of itself; not much before `hello`."""

    @abstractmethod
    def hello(self) -> None:
        """Ask the engine who it is. It may take as long as it needs to start."""

    @abstractmethod
    def prepare(self, rules: Ruleset) -> None:
        """Set up an empty board. Raises RulesRefused."""

    @abstractmethod
    def _answer(self, position: Position, limit: Limit, until: float) -> str:
        """Send a position, and return what the engine answers to it: a move in the form of `_read`."""

    @abstractmethod
    def _read(self, answer: str, size: int) -> Point | Choice | None:
        """An answer as a move; None: it resigns. Raises ValueError."""

    def decide(self, position: Position, limit: Limit) -> PlayerDecision:
        """The engine's action in a position in which it is to act, by rules that it knows. It is legal."""
        answer = self._answer(position, limit, self.until(patience(limit, self.limits)))
        if answer.upper().startswith("ERROR"):
            raise self._process.failed(f"reported an error ({answer[:80]})")
        try:
            move = self._read(answer, position.rules.size)
        except ValueError:
            raise self._process.failed(f"answered {answer[:40]!r}, which is no move") from None
        if move is None:
            return cmd.Resign()
        is_choice = isinstance(move, Choice)
        if move not in (position.choices if is_choice else position.legal_points):
            raise self._process.failed(f"answered {answer[:40]!r}, which is not legal here")
        return cmd.Choose(move) if isinstance(move, Choice) else cmd.Play(move)

    def until(self, seconds: float) -> float:
        """The moment in so many seconds."""
        return time.monotonic() + seconds

    def starting(self) -> float:
        """The moment by which it has to have started."""
        return self.until(self.limits.start / 1000)

    def kill(self) -> None:
        """End the engine at once; for any thread."""
        self._process.kill()

    def close(self) -> None:
        """End the engine, and wait until nothing of it is left."""
        self._process.close(self.farewell)


def stones_added(before: Board, after: Board) -> list[tuple[int, Point]] | None:
    """The stones that one board has beyond another, each with its colour; None if one has gone."""
    if before.size != after.size:
        return None
    added = list[tuple[int, Point]]()
    for colour, (old, new) in enumerate(zip(before.stones, after.stones, strict=True)):
        if old & ~new:
            return None
        added += ((colour, point) for point in after.geometry.points(new & ~old))
    return added
