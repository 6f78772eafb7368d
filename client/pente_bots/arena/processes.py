"""The processes that play the games of an arena."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import islice
from typing import Final

from pente_bots.arena.match_game import GamePlan, PlayedGame, play
from pente_bots.thinking.workers import Workers

_AHEAD: Final = 4
"""Games a process may be ahead of the one that is waited for."""


def play_games(bouts: Iterable[GamePlan], processes: int) -> Generator[PlayedGame, None, None]:
    """The games in their order, whichever ends first; one process is this one. Close it to stop all of it.

    Raises what `play` raises, and WorkerLost when a process was killed.
    """
    if processes == 1:
        yield from map(play, bouts)
        return
    with closing(Workers(processes)) as workers:
        yield from _in_order(workers, iter(bouts), processes * _AHEAD)


def _in_order(workers: Workers, bouts: Iterator[GamePlan], ahead: int) -> Iterator[PlayedGame]:
    waiting: deque[Future[PlayedGame]] = deque(workers.submit(play, bout) for bout in islice(bouts, ahead))
    while waiting:
        result = waiting.popleft().result()
        waiting.extend(workers.submit(play, bout) for bout in islice(bouts, 1))
        yield result
