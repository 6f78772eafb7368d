"""A foreign engine that is started when it is needed, and again after it has failed."""

import threading
from collections.abc import Callable
from contextlib import closing
from typing import Final, TypeVar

from pente_bots.foreign_engines.engine_about import EngineAbout
from pente_bots.foreign_engines.engine_command import EngineCommand, EngineProtocol
from pente_bots.foreign_engines.engine_session import EngineSession
from pente_bots.foreign_engines.foreign_process import ForeignEngineFailed
from pente_bots.foreign_engines.gtp_session import GtpSession
from pente_bots.foreign_engines.piskvork_session import PiskvorkSession
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import PlayerDecision
from pente_core.room import commands as cmd
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

R = TypeVar("R")
_SESSIONS: Final = {EngineProtocol.GTP: GtpSession, EngineProtocol.PISKVORK: PiskvorkSession}


class ForeignEngine:
    """An engine for one thread at a time; only `interrupt` and `kill` are for any. Mutable; close it.

    After ForeignEngineFailed its process is gone, and the next question starts a new one.
    """

    def __init__(self, command: EngineCommand) -> None:
        self.command: Final = command
        self._lock: Final = threading.Lock()
        self._session: EngineSession | None = None
        self._is_killed = False
        self._is_interrupted = False

    def about(self) -> EngineAbout:
        """What it says of itself; it is started for that. Raises ForeignEngineFailed."""
        return self._asked(lambda session: session.about)

    def try_out(self, rules: Ruleset) -> None:
        """Have it set up an empty board. Raises ForeignEngineFailed; RulesRefused if it does not want to.

        For rules that it has declared it needs no board: it gets each position whole.
        """
        if not self.about().has_extension_for(rules):
            self._asked(lambda session: session.prepare(rules))

    def decide(self, position: Position, limit: Limit) -> PlayerDecision:
        """Its action in a position in which it is to act; it is legal. Raises ForeignEngineFailed.

        The only legal point is played without asking: most engines know nothing of openings.
        """
        points = position.legal_points
        if len(points) == 1:
            return cmd.Play(next(iter(points)))
        return self._asked(lambda session: session.decide(position, limit))

    def reset(self) -> None:
        """Forget an `interrupt`, and the process that it has ended; the next question is answered again."""
        with self._lock:
            was_interrupted, self._is_interrupted = self._is_interrupted, False
        if was_interrupted:
            self.close()

    def interrupt(self) -> None:
        """End its process, as no protocol has a word that stops every engine: who waits for an answer gets
        ForeignEngineFailed, and so does who asks before `reset`. For any thread.
        """
        with self._lock:
            self._is_interrupted = True
            if self._session is not None:
                self._session.kill()

    def kill(self) -> None:
        """End it for good; whoever waits for it gets ForeignEngineFailed. For any thread."""
        with self._lock:
            self._is_killed = True
            if self._session is not None:
                self._session.kill()

    def close(self) -> None:
        """End its process, and wait until nothing is left of it."""
        with self._lock:
            session, self._session = self._session, None
        if session is not None:
            session.close()

    def _asked(self, ask: Callable[[EngineSession], R]) -> R:
        try:
            return ask(self._running())
        except ForeignEngineFailed:
            self._end()
            raise

    def _end(self) -> None:
        """End its process at once."""
        if self._session is not None:
            self._session.kill()
        self.close()

    def _running(self) -> EngineSession:
        with self._lock:
            if self._is_killed or self._is_interrupted:  # a process may still answer while it is ended
                raise ForeignEngineFailed(f"{self.command.program} was stopped")
            if self._session is not None:
                return self._session
            self._session = session = _SESSIONS[self.command.protocol](self.command)
        session.hello()
        return session


def introduce(command: EngineCommand) -> EngineAbout:
    """What an engine says of itself, asked of a process that is ended again. Raises ForeignEngineFailed."""
    with closing(ForeignEngine(command)) as engine:
        return engine.about()
