"""One thought at a time, in a process that can be given up in the middle of it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from pente_bots.engine_server.thought import QUICK, Answer
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import CataloguePlayerMaker, PlayerMaker
from pente_bots.thinking.workers import Workers
from pente_core.clock.instant import Millis
from pente_core.rules.position import Position

Work = Callable[[PlayerMaker, str, Position, Limit], Answer]
"""A function that this process and the other one can import."""
_AT_ONCE: Final = Limit(Millis(50))


class ThinkingProcess:
    """Thinks for one manager. Mutable; close it."""

    def __init__(self, make: PlayerMaker, seed: str) -> None:
        self._make: Final = make
        self._seed: Final = seed
        self._workers = Workers(1)
        self._asked: tuple[Work, Position] | None = None
        """What it is thinking about."""

    @property
    def is_ours(self) -> bool:
        """Whether the player ships: a failure of it is an error in this program."""
        return isinstance(self._make, CataloguePlayerMaker)

    @property
    def is_busy(self) -> bool:
        """Whether a thought was begun, and neither finished nor given up."""
        return self._asked is not None

    def begin(self, work: Work, position: Position, limit: Limit) -> Future[Answer]:
        """Think; the future raises WorkerLost when the thought was given up, or the process was killed."""
        self._asked = work, position
        return self._workers.submit(work, self._make, self._seed, position, limit)

    def finish(self) -> None:
        """Note that the answer was taken."""
        self._asked = None

    def give_up(self) -> Answer:
        """Stop thinking, and answer by a quick look. There must be a thought (not checked)."""
        assert self._asked is not None
        work, position = self._asked
        self.forget()
        return work(QUICK, self._seed, position, _AT_ONCE)

    def forget(self) -> None:
        """Stop thinking."""
        if self._asked is not None:
            self._asked = None
            self._workers.close()
            self._workers = Workers(1)

    def close(self) -> None:
        """End the process."""
        self._workers.close()
