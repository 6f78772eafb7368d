"""Looks for puzzles in many games, in several processes."""

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing
from itertools import islice
from queue import SimpleQueue
from typing import Final

from pente_bots.puzzles.finder import PuzzleBounds, SearchedGame, puzzles_of
from pente_bots.thinking.interrupts import uninterrupted
from pente_bots.thinking.workers import Workers
from pente_core.puzzles.puzzle import Puzzle
from pente_core.puzzles.puzzle_text import format_puzzle, parse_puzzle
from pente_core.rules.symmetries import image_keys

_AHEAD: Final = 8
"""Games per process that may be ahead of the one that is waited for."""


def search_games(
    games: Iterable[SearchedGame], bounds: PuzzleBounds, processes: int
) -> Generator[tuple[Puzzle, ...]]:
    """The puzzles of each game, in order, however many processes look for them. Close it to stop.

    A puzzle that came before is left out, also one that was turned or mirrored. One process means this one.
    Raises WorkerLost if a process was killed.
    """
    seen = set[int]()
    with closing(_lines_of_games(games, bounds, processes)) as each:
        for lines in each:
            puzzles = [parse_puzzle(line) for line in lines]
            yield tuple(puzzle for puzzle in puzzles if _is_new(puzzle, seen))


def puzzle_lines(game: SearchedGame, bounds: PuzzleBounds) -> list[str]:
    """The puzzles of one game, as they are written to files."""
    return [format_puzzle(puzzle) for puzzle in puzzles_of(game, bounds)]


def _is_new(puzzle: Puzzle, seen: set[int]) -> bool:
    key = min(image_keys(puzzle.position))
    if key in seen:
        return False
    seen.add(key)
    return True


def _lines_of_games(
    games: Iterable[SearchedGame], bounds: PuzzleBounds, processes: int
) -> Generator[list[str]]:
    if processes == 1:
        for game in games:
            yield puzzle_lines(game, bounds)
        return
    with closing(Workers(processes)) as workers:
        yield from _in_order(workers, iter(games), bounds, processes * _AHEAD)


def _in_order(
    workers: Workers, games: Iterator[SearchedGame], bounds: PuzzleBounds, ahead: int
) -> Iterator[list[str]]:
    waiting = deque(workers.submit(puzzle_lines, game, bounds) for game in islice(games, ahead))
    while waiting:
        lines = _result(waiting.popleft())
        waiting.extend(workers.submit(puzzle_lines, game, bounds) for game in islice(games, 1))
        yield lines


def _result(search: Future[list[str]]) -> list[str]:
    """Wait for a game. Ctrl-C ends the waiting, and leaves no lock of the future held as `result` may."""
    ended = SimpleQueue[object]()
    with uninterrupted():
        search.add_done_callback(ended.put)
    ended.get()
    with uninterrupted():
        return search.result()
