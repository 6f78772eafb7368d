"""The player that searches deep, with a fast board of its own."""

from dataclasses import replace
from random import Random
from typing import Final

from pente_bots.engine.deepening import Deepening
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.opening_book import book_moves, shipped_book
from pente_bots.engine.position_board import is_supported
from pente_bots.players.player import Evaluation, Player, legal_points, most_central
from pente_bots.players.swap_openings import balanced_point, better_choice, stones_until_choice
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.rule_objections import RuleTrait, rule_objection
from pente_bots.search.score import Score
from pente_bots.search.time_plan import TimePlan
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_GLANCE_NODES: Final = 60_000
"""Positions that a search without any limit looks at: about a tenth of a second where it is compiled."""
_EARLY_PLIES: Final = 3
"""So many stones are chosen among nearly equal ones by chance."""
_NEARLY: Final = 0.02
_NEARLY_BY_BOOK: Final = 0.03
"""Of the chance to win: what a book says is less exact."""
_ENTRY_BITS: Final = 4
_FEW_BITS: Final = 10
_EARLY_LINES: Final = 6
_TRIAL_NODES: Final = 600
_SPEED: Final = 1.0
"""Thousands of positions that it searches in a millisecond, where it is compiled."""
_HOPELESS: Final = 20
"""It resigns what is lost within so many stones."""


class SearchPlayer(Player):
    """Plays the best line of a deepening search.

    ``nodes`` and ``depth`` limit each search, besides the limits of the request. Without any limit it looks
    at `_GLANCE_NODES` positions. ``hash`` is the memory in MiB for what it remembers of positions, which it
    takes when it first needs it; a search limited by nodes and not by time takes less, and remembers nothing
    of earlier ones, so that equal seeds give equal answers on every machine. ``book`` lets it play the first
    stones of a game by its opening book, where it has one for the ruleset.
    """

    keeps_state = True
    manages_time = True

    def __init__(
        self,
        chance: Random,
        *,
        nodes: int | None = None,
        depth: int | None = None,
        hash: int = 32,  # noqa: A002 -- the name of the option
        resign: bool = False,
        book: bool = True,
    ) -> None:
        super().__init__(chance)
        self.nodes: Final = nodes
        self.depth: Final = depth
        self.hash: Final = hash
        self.resign: Final = resign
        self.book: Final = book
        self._tables: dict[int, HashTable] = {}

    def supports(self, rules: Ruleset) -> bool:
        """Two sides, one stone a turn, rows of five, captures of two and three; nothing that poofs or can't
        be broken.
        """
        return is_supported(rules)

    def objection(self, rules: Ruleset) -> str:
        return rule_objection(rules, tuple(RuleTrait))

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self.search(SearchRequest(position, limit, to_play=True)).best.points[0]

    def search(self, request: SearchRequest) -> SearchReport:
        position = request.position
        points = legal_points(position)
        self._check(position)
        if stones_until_choice(position):
            return _of(balanced_point(position, self.opening_value, self.chance))
        if not position.board.occupied:
            return _of(self.chance.choice(most_central(points, position.rules.size)))
        if answer := self._book_move(request):
            return answer
        if position.ply < _EARLY_PLIES:
            return self._varied(request)
        return self._deepen(request)

    def evaluate(self, position: Position) -> Evaluation:
        """The value of the best line, and the values of the five best stones in thousandths."""
        legal_points(position)
        self._check(position)
        report = self.search(SearchRequest(position, lines=5))
        worths = {line.points[0]: round(1000 * line.score.value) for line in report.lines}
        best = max((line.score for line in report.lines), key=lambda score: score.rank)
        return Evaluation(best.value, worths, best.win_in)

    def opening_value(self, position: Position) -> float:
        """By a short search."""
        return self._value(position, _TRIAL_NODES)

    def choose_swap(self, position: Position) -> Choice:
        """Takes the better side, or passes the choice on where that is allowed and both are about even."""
        if not position.choices:
            raise ValueError("no choice is due")
        self._check(position)
        return better_choice(position, lambda after: self._value(after, _GLANCE_NODES))

    def resigns(self, position: Position) -> bool:
        if not (self.resign and position.legal_points and position.board.occupied):
            return False
        win_in = self._deepen(SearchRequest(position, Limit(nodes=_GLANCE_NODES))).best.score.win_in
        return win_in is not None and -_HOPELESS <= win_in < 0

    def explain(self, position: Position) -> str:
        """How far it looked, and the lines of the five best stones with the chances of the side to move."""
        if not (position.legal_points and position.board.occupied and self.supports(position.rules)):
            return ""
        report = self._deepen(SearchRequest(position, lines=5))
        lines = [f"depth {report.depth}, {report.nodes} positions"]
        lines += [_text(line, position.rules.size) for line in report.lines]
        return "\n".join(lines)

    def close(self) -> None:
        self._tables.clear()

    # -- how it searches ------------------------------------------------------------------------------

    def _check(self, position: Position) -> None:
        if not self.supports(position.rules):
            raise ValueError(self.objection(position.rules))
        if position.out:
            raise ValueError("this player needs both sides in the game")

    def _deepen(self, request: SearchRequest) -> SearchReport:
        plan = _time_plan(request)
        request = replace(request, limit=self._limit(request.limit))
        if plan is not None:
            limit = replace(request.limit, time=plan.most)
            request = replace(request, limit=limit, stop=plan.stopping(request.stop))
        report = None
        for report in Deepening(request, self._table(request.limit)).reports():
            request.report(report)
            if plan is not None and plan.is_enough(report):
                break
        assert report is not None, "there is at least one report"
        return report

    def _limit(self, given: Limit) -> Limit:
        """The limits of a request together with its own."""
        nodes = min((n for n in (given.nodes, self.nodes) if n is not None), default=None)
        depth = min((n for n in (given.depth, self.depth) if n is not None), default=None)
        if nodes is None and depth is None and given.time is None:
            nodes = _GLANCE_NODES
        return replace(given, nodes=nodes, depth=depth)

    def _table(self, limit: Limit) -> HashTable:
        """What it remembers: as much as the option allows, and no more than the nodes can need."""
        bits = (self.hash << 20 - _ENTRY_BITS).bit_length() - 1
        if limit.nodes is not None and limit.time is None:
            bits = min(bits, max(_FEW_BITS, (2 * limit.nodes).bit_length()))
        if bits not in self._tables:
            self._tables.clear()
            self._tables[bits] = HashTable(bits)
        return self._tables[bits]

    def _value(self, position: Position, nodes: int) -> float:
        """The value of a position for the side to move, -1 to 1."""
        if not position.legal_points:
            return 0.0
        return self._deepen(SearchRequest(position, Limit(nodes=nodes))).best.score.value

    def _book_move(self, request: SearchRequest) -> SearchReport | None:
        """A stone that is played by the book; None: it has to search.

        The book answers only where a game's time is all that limits a search, and where more positions were
        looked at for the book than the search could look at. So analyses, and searches limited by nodes, are
        what they would be without it.
        """
        limit, rules = self._limit(request.limit), request.position.rules
        is_game = request.to_play and request.lines == 1 and limit.nodes is None and limit.depth is None
        if not (self.book and is_game and limit.time is not None and isinstance(rules.spec, str)):
            return None
        plan = _time_plan(request)
        time = limit.time if plan is None else plan.most
        moves = book_moves(shipped_book(rules.spec, rules.size), request.position, time * _SPEED)
        good = [move for move in moves if moves[0].chance - move.chance < _NEARLY_BY_BOOK]
        if not good:
            return None
        chosen = self.chance.choice(good)
        return SearchReport((SearchLine((chosen.point,), Score(chosen.chance)),))

    def _varied(self, request: SearchRequest) -> SearchReport:
        """One of the first stones: any that is hardly worse than the best."""
        report = self._deepen(replace(request, lines=max(_EARLY_LINES, request.lines)))
        best = report.best.score
        good = [line for line in report.lines if best.value - line.score.value < _NEARLY]
        chosen = self.chance.choice(good)
        others = tuple(line for line in report.lines if line is not chosen)
        return replace(report, lines=(chosen, *others)[: request.lines])


def _time_plan(request: SearchRequest) -> TimePlan | None:
    """How it shares out the clock of the game; None: there is none, or it does not matter."""
    limit = request.limit
    if limit.clock is None or limit.time is None:
        return None
    return TimePlan(limit.clock, limit.time, request.position.ply)


def _of(point: Point) -> SearchReport:
    """A stone that was not searched."""
    return SearchReport((SearchLine((point,), Score()),))


def _text(line: SearchLine, size: int) -> str:
    score = line.score
    if score.win_in is None:
        worth = f"{100 * score.chance:.0f}%"
    else:
        worth = f"{'wins' if score.win_in > 0 else 'loses'} in {abs(score.win_in)}"
    return f"{worth}: {' '.join(format_point(point, size) for point in line.points)}"
