"""Matches on this machine, in several processes."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Final

from pente_bots.arena.match_game import GamePlan, PlayedGame, play
from pente_bots.thinking.interrupts import uninterrupted
from pente_bots.thinking.workers import Workers

_TICK: Final = 0.5
"""Seconds between two signs of life while a game goes on."""
_AHEAD: Final = 4
"""Games per process that may be ahead of the one that is waited for."""


def play_games(
    plans: Iterable[GamePlan], processes: int, still_playing: Callable[[], None] = lambda: None
) -> Generator[PlayedGame, None, None]:
    """The games in their order, whichever ends first. Close it to stop. One process means this one.

    ``still_playing`` is called again and again while a game is waited for. Raises what `play` raises, and
    WorkerLost if a process was killed.
    """
    if processes == 1:
        yield from (play(plan, still_playing) for plan in plans)
        return
    with closing(Workers(processes)) as workers:
        yield from _in_order(workers, iter(plans), processes * _AHEAD, still_playing)


def _in_order(
    workers: Workers, plans: Iterator[GamePlan], ahead: int, still_playing: Callable[[], None]
) -> Iterator[PlayedGame]:
    waiting = deque(workers.submit(play, plan) for plan in islice(plans, ahead))
    while waiting:
        result = _result(waiting.popleft(), still_playing)
        waiting.extend(workers.submit(play, plan) for plan in islice(plans, 1))
        yield result


def _result(game: Future[PlayedGame], still_playing: Callable[[], None]) -> PlayedGame:
    """Wait for a game. Ctrl-C ends the waiting, and leaves no lock of the future held: all its methods take
    that, also `done`, and an interrupt in that moment keeps it for ever.
    """
    ended = SimpleQueue[object]()
    with uninterrupted():
        game.add_done_callback(ended.put)
    while not _has_ended(ended):
        still_playing()
    with uninterrupted():
        return game.result()


def _has_ended(ended: SimpleQueue[object]) -> bool:
    try:
        ended.get(timeout=_TICK)
    except Empty:
        return False
    return True
