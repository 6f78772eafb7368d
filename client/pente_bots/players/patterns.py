"""The player that looks ahead along the stones that make and break the best patterns."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final

from pente_bots.patterns.lookahead import Branch, Lookahead, SearchShape
from pente_bots.patterns.pattern_scores import WIN, WON
from pente_bots.players.calibration import LogisticFit
from pente_bots.players.player import (
    Evaluation,
    Player,
    legal_points,
    most_central,
    on_a_log_scale,
)
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.rule_objections import RuleTrait, rule_objection
from pente_bots.search.score import Score
from pente_bots.search.search_end import SearchEnd
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_FIT: Final = LogisticFit(0.30, 2.11)
_SURE: Final = 0.985
"""The chance of a side that wins against all replies that were tried."""
LEVELS: Mapping[int, SearchShape] = MappingProxyType(
    {
        1: SearchShape(2, 1, (3, 3)),
        2: SearchShape(3, 2, (4, 3, 2)),
        3: SearchShape(4, 2, (4, 3, 2)),
        4: SearchShape(5, 2, (4, 3, 2)),
        5: SearchShape(6, 2, (5, 4, 3, 2)),
    }
)


class PatternsPlayer(Player):
    """Plays the best branch of a `Lookahead`, whose shape is that of the level unless given otherwise. With
    ``resign``, it resigns positions that it sees as lost.
    """

    def __init__(
        self,
        chance: Random,
        *,
        level: int = 2,
        depth: int | None = None,
        padding: int | None = None,
        width: Sequence[int] = (),
        resign: bool = False,
    ) -> None:
        super().__init__(chance)
        usual = LEVELS[level]
        self.shape: Final = SearchShape(
            usual.depth if depth is None else depth,
            usual.padding if padding is None else padding,
            tuple(width) or usual.widths,
        )
        self.glance: Final = _within(self.shape, LEVELS[5])
        """The shape of searches that no clock limits: for evaluating and resigning."""
        self.resign: Final = resign

    def supports(self, rules: Ruleset) -> bool:
        """Two sides."""
        return rules.sides == 2

    def objection(self, rules: Ruleset) -> str:
        return rule_objection(rules, (RuleTrait.SIDES,))

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self.search(SearchRequest(position, limit)).best.points[0]

    def search(self, request: SearchRequest) -> SearchReport:
        """The best lines of a lookahead, reported after each stone that it has tried. With a limit of depth,
        it looks ahead no further than that.
        """
        position = request.position
        points = legal_points(position)
        self._check(position.rules)
        if not position.board.occupied:
            centre = self.chance.choice(most_central(points, position.rules.size))
            return SearchReport((SearchLine((centre,), score_of(0)),))
        shape = self.shape if request.limit.depth is None else _cut(self.shape, request.limit.depth)

        def report(branches: list[Branch]) -> SearchReport:
            lines = [_line(branch) for branch in branches[: request.lines]]
            return SearchReport(tuple(lines), shape.depth, search.nodes)

        search = Lookahead(
            position,
            shape,
            self.chance,
            end=SearchEnd.of(request),
            report=lambda branches: request.report(report(branches)),
        )
        return report(search.branches())

    def evaluate(self, position: Position) -> Evaluation:
        """The scores after each stone that it tries; the value is that of the best of them. It looks no
        further than the highest level.
        """
        legal_points(position)
        self._check(position.rules)
        branches = self._glanced(position)
        score = score_of(branches[0].worth)
        return Evaluation(score.value, {branch.point: branch.worth for branch in branches}, score.win_in)

    def balance(self, position: Position) -> float:
        """The score of the best stone, on a logarithmic scale up to a won position."""
        return on_a_log_scale(self._glanced(position)[0].worth, WON)

    def opening_value(self, position: Position) -> float:
        """As `evaluate`, but with a quick look."""
        branches = Lookahead(position, _within(self.shape, LEVELS[1]), self.chance).branches()
        return score_of(branches[0].worth).value

    def resigns(self, position: Position) -> bool:
        if not (self.resign and position.legal_points and position.board.occupied):
            return False
        return self._glanced(position)[0].worth < -WON

    def explain(self, position: Position) -> str:
        """The main line, and the searched tree with the worth of each stone for the side that places it."""
        if not (position.legal_points and position.board.occupied and self.supports(position.rules)):
            return ""
        branches, size = Lookahead(position, self.shape, self.chance).branches(), position.rules.size
        return "\n".join([f"main line: {main_line(branches, size)}", *search_tree(branches, size)])

    def _check(self, rules: Ruleset) -> None:
        if not self.supports(rules):
            raise ValueError(self.objection(rules))

    def _glanced(self, position: Position) -> list[Branch]:
        return Lookahead(position, self.glance, self.chance).branches()


def _line(branch: Branch) -> SearchLine:
    return SearchLine(tuple(expected_points([branch])), score_of(branch.worth))


def score_of(worth: int) -> Score:
    """The score of a branch for the side that places its stone.

    A win or a loss beyond the next stone is not proven: not all replies are tried.
    """
    if worth == WIN:
        return Score.won(1)
    if abs(worth) > WON:
        return Score(_SURE if worth > 0 else 1 - _SURE)
    return Score((1 + _FIT.value(on_a_log_scale(worth, WON))) / 2)


def _cut(shape: SearchShape, depth: int) -> SearchShape:
    return SearchShape(max(1, min(shape.depth, depth)), shape.padding, shape.widths)


def _within(shape: SearchShape, most: SearchShape) -> SearchShape:
    """A shape limited to the depth and widths of another."""
    depth = min(shape.depth, most.depth)
    widths = (
        min(each.widths[min(ply, len(each.widths) - 1)] for each in (shape, most)) for ply in range(depth)
    )
    return SearchShape(depth, shape.padding, tuple(widths))


def main_line(branches: list[Branch], size: int) -> str:
    """The expected moves."""
    return " ".join(format_point(point, size) for point in expected_points(branches))


def expected_points(branches: Sequence[Branch]) -> Iterator[Point]:
    """The expected moves, from the best branch on."""
    while branches:
        yield branches[0].point
        branches = branches[0].replies


def search_tree(branches: list[Branch], size: int, indent: str = "") -> Iterator[str]:
    """The searched stones with their worths, replies below what they answer."""
    for branch in branches:
        yield f"{indent}{format_point(branch.point, size)} {worth_text(branch.worth)}"
        yield from search_tree(branch.replies, size, indent + "  ")


def worth_text(worth: int) -> str:
    """A worth in words, or roughly as a power of two."""
    if abs(worth) > WON:
        return "wins" if worth > 0 else "loses"
    return f"{'-' if worth < 0 else '+'}2^{abs(worth).bit_length() - 1}" if worth else "0"
