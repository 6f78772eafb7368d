"""A player that reviews, and its search of one position, with the proof of a forced win beside it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from pente_bots.engine.forced_win import forced_win
from pente_bots.search.limit import Limit
from pente_bots.search.request import (
    SearchLine,
    SearchReport,
    SearchRequest,
    StopFlag,
    report_nothing,
)
from pente_bots.search.search_end import StopWithin
from pente_bots.thinking.think_request import PlayerMaker
from pente_core.review.review import LONGEST_LINE
from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset

PROOF_NODES: Final = 100_000
"""The positions that the search for a forced win may take."""


class CannotReview(Exception):
    """The game can't be reviewed; the message says why in one sentence."""


@dataclass(frozen=True, slots=True)
class Reviewer:
    """A player that reviews. It is sent to other processes."""

    make: PlayerMaker
    label: str
    """Its name with its options, as people type it."""
    limit: Limit
    """For each search."""
    proof_nodes: int = PROOF_NODES
    """For each search for a forced win; 0: none."""

    def check(self, rules: Ruleset) -> None:
        """Raises CannotReview for rules under which it reviews no games."""
        if rules.sides > 2:
            raise CannotReview("A game of more than two sides can't be reviewed")
        player = self.make(Random(0))
        try:
            if not player.supports(rules):
                raise CannotReview(
                    f"{self.label} does not play {rules.base}; name another player with --player"
                )
        finally:
            player.close()

    def search(
        self,
        game: Game,
        lines: int,
        stop: StopFlag,
        report: Callable[[SearchReport], None] = report_nothing,
    ) -> SearchReport:
        """Search a position in which a stone is due. All lines of the result can be played."""
        position = game.position
        player = self.make(Random(f"{self.label}:{position.key}"))
        try:
            found = player.search(
                SearchRequest(position, self.limit, lines, _turns_so_far(game), stop, report)
            )
        finally:
            player.close()
        proven = self._proven(game, stop)
        found_lines = found.lines if proven is None else _with_line(found.lines, proven)
        return replace(found, lines=tuple(_playable(game, found_lines[:lines])))

    def _proven(self, game: Game, stop: StopFlag) -> SearchLine | None:
        """A forced win, which a search may miss; None: none was found, within the limits of a search."""
        if not self.proof_nodes:
            return None
        return forced_win(game.position, self.proof_nodes, StopWithin(stop, self.limit.time))


def _with_line(lines: Sequence[SearchLine], proven: SearchLine) -> tuple[SearchLine, ...]:
    """The lines with another one, in the place of one with the same first stone that is not better: a proof
    has its whole line.
    """
    others = [line for line in lines if line.points[0] != proven.points[0]]
    same = [line for line in lines if line.points[0] == proven.points[0]]
    best = max((proven, *same), key=lambda line: line.score.rank)
    return tuple(sorted((best, *others), key=lambda line: line.score.rank, reverse=True))


def _turns_so_far(game: Game) -> tuple[Turn, ...] | None:
    """The turns that lead from the empty board to the position; None if the game began elsewhere."""
    stones = sum(not isinstance(turn, Choice | Retirement) for turn in game.turns)
    return game.turns if stones == game.position.ply else None


def _playable(game: Game, lines: Sequence[SearchLine]) -> Iterator[SearchLine]:
    """The lines as far as they can be played. Raises CannotReview if a first stone can't be."""
    for line in lines:
        points = tuple(_legal(game, line.points[:LONGEST_LINE]))
        if not points:
            raise CannotReview("The player chose an illegal point")
        yield replace(line, points=points)


def _legal(game: Game, points: Sequence[Point]) -> Iterator[Point]:
    """The points up to the first that can't be played."""
    try:
        for point in points:
            game = game.play(point)[1]
            yield point
    except IllegalMove:
        return
