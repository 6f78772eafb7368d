"""What a player is asked to search, and what it reports."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.score import Score
from pente_core.rules.game import Turn
from pente_core.rules.point import Point
from pente_core.rules.position import Position


@dataclass(frozen=True, slots=True)
class SearchLine:
    """Expected stones, and what they lead to."""

    points: tuple[Point, ...]
    """The stones, from the next one on; at least one."""
    score: Score
    """For the side that places the first of them."""


@dataclass(frozen=True, slots=True)
class SearchReport:
    """What a search knows so far."""

    lines: tuple[SearchLine, ...]
    """Lines with different first stones, at least one: first the one that the player would play, then the
    others, the best first. None has a better score than the first, but where the player varies its play or
    makes mistakes on purpose."""
    depth: int = 0
    """Stones that it looked ahead, as the player counts them; 0: it does not look ahead."""
    nodes: int = 0
    """Positions that it searched; 0: it does not count them."""

    @property
    def best(self) -> SearchLine:
        """The best line."""
        return self.lines[0]


class StopFlag(Protocol):
    """Says whether a search is to end. Another thread or process may set it at any time."""

    def is_set(self) -> bool: ...


class NeverStop:
    """A flag that nobody sets."""

    def is_set(self) -> bool:
        return False


def report_nothing(_report: SearchReport) -> None:
    """Take no notice of a report."""


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A position to search, in which a stone is due."""

    position: Position
    limit: Limit = NO_LIMIT
    lines: int = 1
    """How many lines to report, each with another first stone. A player may report fewer."""
    turns: tuple[Turn, ...] | None = None
    """The game so far, which ends with the position; None: unknown."""
    stop: StopFlag = NeverStop()  # noqa: RUF009 -- it has no state
    """Polled while searching. A search that is stopped answers with the best it has."""
    report: Callable[[SearchReport], None] = report_nothing
    """Called during the search in its own thread, after each finished depth."""
    to_play: bool = False
    """Whether the point is about to be played, and nothing else is asked: then a player that knows it need
    not search."""
