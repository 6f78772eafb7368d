"""The review of a game by a player, in several processes."""

import heapq
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from functools import partial
from typing import Final

from pente_bots.review.expected import UNKNOWN, expectation_of, expected_at_end, expected_before
from pente_bots.review.judged_stone import LINES, PlacedStone, judged_stone, unjudged
from pente_bots.review.reviewer import CannotReview, Reviewer
from pente_bots.search.request import NeverStop, SearchReport, StopFlag
from pente_bots.thinking.work_link import WorkLink
from pente_bots.thinking.workers import RunningWork, WorkerLost, Workers
from pente_core.review.judging import rank
from pente_core.review.review import Expectation, GameReview, StoneReview
from pente_core.rules.game import Game, Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point

_POLL: Final = 0.1
"""Seconds after which the stop flag is looked at."""
_ATTEMPTS: Final = 2
"""How often a search is begun whose process was killed."""
_NEVER: Final = NeverStop()

ReviewProgress = Callable[[int, int], None]
"""Takes the number of stones that are reviewed, and of all."""


def no_progress(_done: int, _all: int) -> None:
    """Take no notice of progress."""


def review_game(
    game: Game,
    reviewer: Reviewer,
    workers: Workers,
    *,
    stop: StopFlag = _NEVER,
    progress: ReviewProgress = no_progress,
) -> GameReview:
    """Review a game of two sides, however it ended; blocks until it is done.

    Once ``stop`` is set, the review has the first stones only. As many searches run at once as there may be
    workers. Raises CannotReview, and what the player raises.
    """
    reviewer.check(game.rules)
    return _GameWork(game, reviewer, workers, stop, progress).done()


@dataclass(frozen=True, slots=True)
class _Placed:
    """A stone of the game: the game before and after it."""

    before: Game
    point: Point
    after: Game
    is_before_choice: bool
    """Whether a choice of the opening follows: until then a good stone is a balanced one."""


def _stones(game: Game) -> Iterator[_Placed]:
    """The stones of a game, as long as the board has not ended it."""
    now = game.beginning
    for number, turn in enumerate(game.turns, 1):
        if isinstance(turn, Retirement):
            return
        after = now.with_turn(turn)
        if not isinstance(turn, Choice):
            has_choice = any(isinstance(each, Choice) for each in game.turns[number:])
            yield _Placed(now, turn, after, has_choice or bool(after.position.choices))
        now = after


def _searched(placed: list[_Placed]) -> list[Game]:
    """The positions to search: before each stone, and after the last one unless the game is over there."""
    before = [stone.before for stone in placed]
    last = placed[-1].after if placed else None
    if last is None or last.is_over or last.position.choices or not last.position.legal_points:
        return before
    return [*before, last]


def _search_work(reviewer: Reviewer, game: Game, link: WorkLink) -> SearchReport:
    return reviewer.search(game, LINES, link)


def _judge_work(reviewer: Reviewer, stone: PlacedStone, link: WorkLink) -> StoneReview:
    return judged_stone(reviewer, stone, link)


@dataclass(order=True, slots=True)
class _Task:
    """Something for a process to do; that of an earlier stone comes first. Mutable: counts its attempts."""

    place: int
    """The number of the position, from 0; a stone is judged before the position behind it is searched."""
    is_search: bool
    attempts: int = 0


class _GameWork:
    """The work on one game. Mutable: knows what is done."""

    def __init__(
        self,
        game: Game,
        reviewer: Reviewer,
        workers: Workers,
        stop: StopFlag,
        progress: ReviewProgress,
    ) -> None:
        self._reviewer, self._workers, self._stop, self._progress = reviewer, workers, stop, progress
        self._placed = list(_stones(game))
        self._games = _searched(self._placed)
        self._waiting = [_Task(place, is_search=True) for place, _ in enumerate(self._games)]
        self._running: dict[Future[object], tuple[_Task, RunningWork[object]]] = {}
        self._reports: dict[int, SearchReport] = {}
        self._reviews: dict[int, StoneReview] = {}

    def done(self) -> GameReview:
        """Do it all, or as much as there is time for."""
        try:
            while (self._waiting or self._running) and not self._stop.is_set():
                self._begin_some()
                finished, _ = wait(self._running, timeout=_POLL, return_when=FIRST_COMPLETED)
                for future in finished:
                    self._finish(future)
        finally:
            for _, work in self._running.values():
                work.stop()
        return GameReview(self._reviewer.label, tuple(self._first_reviews()))

    def _begin_some(self) -> None:
        while self._waiting and len(self._running) < self._workers.most:
            task = heapq.heappop(self._waiting)
            task.attempts += 1
            if task.is_search:
                begun = partial(_search_work, self._reviewer, self._games[task.place])
                work: RunningWork[object] = self._workers.begin(begun)
            else:
                work = self._workers.begin(
                    partial(_judge_work, self._reviewer, self._known_stone(task.place))
                )
            self._running[work.future] = task, work

    def _finish(self, future: Future[object]) -> None:
        task, _ = self._running.pop(future)
        try:
            result = future.result()
        except WorkerLost as lost:
            if task.attempts >= _ATTEMPTS:
                raise CannotReview("The processes that think are being killed") from lost
            heapq.heappush(self._waiting, task)
            return
        match result:
            case SearchReport():
                self._reports[task.place] = result
                self._review(task.place)
                self._review(task.place - 1)
            case StoneReview():
                self._reviews[task.place] = result
            case _:
                raise AssertionError
        self._progress(len(self._reviews), len(self._placed))

    def _review(self, place: int) -> None:
        """Review a stone once both positions around it are searched; what is in doubt goes to a process."""
        if not 0 <= place < len(self._placed) or place not in self._reports or place in self._reviews:
            return
        played = self._expected_after(place)
        if played is None:
            return
        stone = self._stone(place, played)
        if self._placed[place].is_before_choice:
            self._reviews[place] = unjudged(stone.played)
        elif stone.may_be_mistake:
            heapq.heappush(self._waiting, _Task(place, is_search=False))
        else:
            self._reviews[place] = stone.without_mistake()

    def _stone(self, place: int, played: Expectation) -> PlacedStone:
        """A stone with what it led to; a win that was proven before it is not forgotten behind it."""
        placed, report = self._placed[place], self._reports[place]
        proven = [
            expectation_of(line.score)
            for line in report.lines
            if line.points[0] == placed.point and (line.score.win_in or 0) > 0
        ]
        return PlacedStone(placed.before, placed.point, report, max((played, *proven), key=rank))

    def _known_stone(self, place: int) -> PlacedStone:
        played = self._expected_after(place)
        assert played is not None, "both positions are searched"
        return self._stone(place, played)

    def _expected_after(self, place: int) -> Expectation | None:
        """What a stone led to; None as long as the position after it is not searched."""
        placed = self._placed[place]
        at_end = expected_at_end(placed.before, placed.after)
        if at_end is not None:
            return at_end
        if place + 1 in self._reports:
            following = self._games[place + 1]
            is_own = following.position.colour == placed.before.position.colour
            return expected_before(self._reports[place + 1].best.score, is_own=is_own)
        return UNKNOWN if place + 1 == len(self._games) else None

    def _first_reviews(self) -> Iterator[StoneReview]:
        for place in range(len(self._placed)):
            if place not in self._reviews:
                return
            yield self._reviews[place]
