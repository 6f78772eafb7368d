"""The review of one stone, from the searches around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pente_bots.review.expected import expectation_of, expected_at_end, expected_before, is_better
from pente_bots.review.reviewer import Reviewer
from pente_bots.search.request import SearchLine, SearchReport, StopFlag
from pente_core.review.judging import is_as_good, judgement_of, rank
from pente_core.review.review import LONGEST_LINE, MOST_GOOD, Expectation, Judgement, StoneReview
from pente_core.rules.game import Game
from pente_core.rules.point import Point

LINES: Final = 2
"""The lines of each search: an only move stands out from the second."""
_TRIED: Final = 3
"""How many other stones are tried in place of one that seems to be a mistake."""
_LINES_OF_MISTAKES: Final = 6
"""The lines of the search for stones about as good as the best."""


@dataclass(frozen=True, slots=True)
class PlacedStone:
    """A stone of a game, with the search of the position in which it was placed, and what it led to."""

    game: Game
    """Before the stone."""
    point: Point
    report: SearchReport
    played: Expectation

    @property
    def others(self) -> list[SearchLine]:
        """The lines of the search with other stones, the best first."""
        others = [line for line in self.report.lines if line.points[0] != self.point]
        return sorted(others, key=lambda line: line.score.rank, reverse=True)

    @property
    def may_be_mistake(self) -> bool:
        """Whether the search says that another stone would have been better."""
        return any(is_better(expectation_of(line.score), self.played) for line in self.others)

    def without_mistake(self) -> StoneReview:
        """The review of a stone that is as good as the others, or the only good one."""
        others = self.others
        second = expectation_of(others[0].score) if others else None
        return StoneReview(self.played, self.played, judgement=judgement_of(self.played, self.played, second))


def unjudged(played: Expectation) -> StoneReview:
    """The review of a stone of which only is said what it led to."""
    return StoneReview(played, played, judgement=Judgement.NONE)


def judged_stone(reviewer: Reviewer, stone: PlacedStone, stop: StopFlag) -> StoneReview:
    """The review of what may be a mistake: it is one if another stone holds up in a search behind it."""
    found = next(_better(reviewer, stone, stop), None)
    if found is None:
        return stone.without_mistake()
    best, line = found
    return StoneReview(
        played=stone.played,
        best=best,
        line=line,
        judgement=judgement_of(stone.played, best),
        good=tuple(_about_as_good(reviewer, stone, line[0], stop)),
    )


def _better(
    reviewer: Reviewer, stone: PlacedStone, stop: StopFlag
) -> Iterator[tuple[Expectation, tuple[Point, ...]]]:
    """Better stones with their lines, and what they really lead to."""
    for line in stone.others[:_TRIED]:
        if is_better(expectation_of(line.score), stone.played):
            expected, points = _tried(reviewer, stone.game, line, stop)
            if is_better(expected, stone.played):
                yield expected, points


def _tried(
    reviewer: Reviewer, game: Game, line: SearchLine, stop: StopFlag
) -> tuple[Expectation, tuple[Point, ...]]:
    """What the first stone of a line leads to by a search behind it; a proven win needs none."""
    said = expectation_of(line.score)
    after = game.play(line.points[0])[1]
    at_end = expected_at_end(game, after)
    if at_end is not None:
        return at_end, line.points[:1]
    if said.win_in > 0:
        return said, line.points
    report = reviewer.search(after, 1, stop)
    is_own = after.position.colour == game.position.colour
    points = (line.points[0], *report.best.points)[:LONGEST_LINE]
    return expected_before(report.best.score, is_own=is_own), points


def _about_as_good(reviewer: Reviewer, stone: PlacedStone, best: Point, stop: StopFlag) -> Iterator[Point]:
    """Other stones about as good as the best one, by one search of all."""
    report = reviewer.search(stone.game, _LINES_OF_MISTAKES, stop)
    expected = {line.points[0]: expectation_of(line.score) for line in report.lines}
    most = max(expected.values(), key=rank)
    good = [point for point, each in expected.items() if is_as_good(most, each)]
    yield from [point for point in good if point not in (best, stone.point)][:MOST_GOOD]
