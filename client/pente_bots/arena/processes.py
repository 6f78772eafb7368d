"""Matches on this machine, in several processes."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import islice
from queue import SimpleQueue
from typing import Final

from pente_bots.arena.match_game import GamePlan, PlayedGame, play
from pente_bots.thinking.interrupts import uninterrupted
from pente_bots.thinking.workers import Workers

_AHEAD: Final = 4
"""Games per process that may be ahead of the one that is waited for."""


def play_games(plans: Iterable[GamePlan], processes: int) -> Generator[PlayedGame, None, None]:
    """The games in their order, whichever ends first. Close it to stop. One process means this one.

    Raises what `play` raises, and WorkerLost if a process was killed.
    """
    if processes == 1:
        yield from map(play, plans)
        return
    with closing(Workers(processes)) as workers:
        yield from _in_order(workers, iter(plans), processes * _AHEAD)


def _in_order(workers: Workers, plans: Iterator[GamePlan], ahead: int) -> Iterator[PlayedGame]:
    waiting = deque(workers.submit(play, plan) for plan in islice(plans, ahead))
    while waiting:
        result = _result(waiting.popleft())
        waiting.extend(workers.submit(play, plan) for plan in islice(plans, 1))
        yield result


def _result(game: Future[PlayedGame]) -> PlayedGame:
    """Wait for a game. Ctrl-C ends the waiting, and leaves no lock of the future held as `result` may."""
    ended = SimpleQueue[object]()
    with uninterrupted():
        game.add_done_callback(ended.put)
    ended.get()
    with uninterrupted():
        return game.result()
