"""A foreign engine as what thinks for a bot: a few processes for all its games, restarted when they fail."""

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pente_bots.foreign_engines.engine_command import EngineCommand
from pente_bots.foreign_engines.engine_session import RulesRefused
from pente_bots.foreign_engines.foreign_engine import ForeignEngine
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import ConsideredMove, PlayerDecision, less
from pente_bots.thinking.thinker import CannotThink
from pente_core.room import commands as cmd
from pente_core.rules.game import Turn
from pente_core.rules.position import Position

_LOG: Final = logging.getLogger("pente.bot")
MOST_FAILURES: Final = 3
"""How often an engine may fail in a game before it resigns."""
_REMEMBERED: Final = 1000
"""Games whose failures are remembered."""


def _log(game: str, failure: str) -> None:
    _LOG.warning("%s: %s", game, failure)


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    """A position of a game to decide in. Each is one of its own."""

    position: Position
    limit: Limit
    game: str
    asked: float
    """When, in seconds of `time.monotonic`."""


class EngineThinker:
    """Thinks with the processes of one engine, in many games at once. Mutable; close it.

    A game goes on in the process that has played it before, if that is idle. When all are busy a question
    waits, and the engine gets so much less time. Who cancels a question ends the process that thinks about
    it.
    """

    def __init__(
        self,
        command: EngineCommand,
        processes: int = 1,
        most_failures: int = MOST_FAILURES,
        report: Callable[[str, str], None] = _log,
    ) -> None:
        """``most_failures``: how often the engine may fail in a game; 0: it resigns at once. ``report`` gets
        a game and a sentence for each failure.
        """
        self._command: Final = command
        self._processes: Final = processes
        self._most_failures: Final = most_failures
        self._report: Final = report
        self._threads: Final = ThreadPoolExecutor(processes)
        self._lock: Final = threading.Lock()
        self._idle: Final = OrderedDict[ForeignEngine, str]()
        """The engines that have nothing to do, each with the game that it played last."""
        self._engines: Final = set[ForeignEngine]()
        self._asked: Final = dict[_Question, ForeignEngine]()
        """What the engines are thinking about."""
        self._failures: Final = OrderedDict[str, int]()
        self._is_closed = False

    async def think(
        self,
        position: Position,
        limit: Limit,
        game: str = "",
        turns: tuple[Turn, ...] | None = None,  # noqa: ARG002 -- the protocols know positions
    ) -> PlayerDecision:
        """The engine's action in a game; it resigns when it has failed too often. Raises CannotThink."""
        question = _Question(position, limit, game, time.monotonic())
        while True:
            try:
                thought = self._threads.submit(self._decided, question)
                return await asyncio.wrap_future(thought)
            except asyncio.CancelledError:
                self._give_up(question)
                raise
            except ForeignEngineFailed as failed:
                if self._is_closed:
                    raise CannotThink("the engine was stopped") from failed
                if self._is_given_up(game, failed):
                    return cmd.Resign()
            except RuntimeError as error:
                raise CannotThink("the engine was stopped") from error

    async def consider(
        self, position: Position, limit: Limit, game: str = "", turns: tuple[Turn, ...] | None = None
    ) -> ConsideredMove:
        """The engine's action in a game, without an opinion: no protocol has a question for that."""
        return ConsideredMove(await self.think(position, limit, game, turns), None)

    async def agrees_to_draw(self, position: Position, seat: int, game: str = "") -> bool:  # noqa: ARG002
        """Never: no protocol has a question for that."""
        return False

    def forget(self, game: str) -> None:
        """Let go of what is remembered of a game, as it is over."""
        self._failures.pop(game, None)

    def close(self) -> None:
        """End all engines, and wait until nothing is left of them."""
        with self._lock:
            self._is_closed = True
            for engine in self._engines:
                engine.kill()
        self._threads.shutdown(cancel_futures=True)
        for engine in self._engines:
            engine.close()

    def _decided(self, question: _Question) -> PlayerDecision:
        engine = self._taken(question)
        try:
            limit = less(question.limit, time.monotonic() - question.asked)
            return engine.decide(question.position, limit)
        finally:
            with self._lock:
                del self._asked[question]
                self._idle[engine] = question.game

    def _taken(self, question: _Question) -> ForeignEngine:
        """The engine that played the game before, if it is idle; else a new one, if there may be more."""
        with self._lock:
            if self._is_closed:
                raise ForeignEngineFailed("the engine was stopped")
            before = next((engine for engine, last in self._idle.items() if last == question.game), None)
            engine = before or self._any_other()
            self._idle.pop(engine, None)
            engine.reset()
            self._asked[question] = engine
            return engine

    def _give_up(self, question: _Question) -> None:
        """Stop the engine that thinks about a question, if one does."""
        with self._lock:
            engine = self._asked.get(question)
            if engine is not None:
                engine.interrupt()

    def _any_other(self) -> ForeignEngine:
        """A new engine, or the one that has been idle for longest. There is one for each thread."""
        if len(self._engines) == self._processes:
            return next(iter(self._idle))
        engine = ForeignEngine(self._command)
        self._engines.add(engine)
        return engine

    def _is_given_up(self, game: str, failed: ForeignEngineFailed) -> bool:
        """Report a failure, and say whether the game is to be resigned for it."""
        count = self._failures.pop(game, 0) + 1
        self._failures[game] = count
        if len(self._failures) > _REMEMBERED:
            self._failures.popitem(last=False)
        is_given_up = isinstance(failed, RulesRefused) or count > self._most_failures
        self._report(game, f"{failed}. {'It resigns' if is_given_up else 'It is started again'}.")
        return is_given_up
