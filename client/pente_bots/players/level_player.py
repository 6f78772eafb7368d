"""The player of a level: as strong as that, by how far it looks and by the mistakes that it makes."""

from dataclasses import dataclass, replace
from random import Random
from typing import Final

from pente_bots.engine.kernel import IS_COMPILED
from pente_bots.players.engine import SearchPlayer
from pente_bots.players.glance import Sight, glance
from pente_bots.players.patterns import PatternsPlayer
from pente_bots.players.player import Evaluation, Player, legal_points, wins
from pente_bots.players.priorities import PrioritiesPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_bots.search.search_end import StopWithin
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_LAST: Final = 2
"""So many stones count as the last ones: the opponent's and its own before."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How well a level plays. Nothing of it is a time: it is as strong on every machine that is quick
    enough for the clock.
    """

    nodes: int
    """Positions to search, where it looks ahead."""
    haste: float
    """The chance that it does not look ahead in a turn, and plays what it sees at a glance."""
    sight: Sight
    """What it sees then."""
    margin: float = 0.0
    """It may play another of the best lines, if that takes at most so much from its chance to win."""
    lines: int = 1
    """How many lines it chooses from."""
    patterns: int = 1
    """The level of `patterns` that looks ahead where the engine does not play by the rules."""


class LevelPlayer(Player):
    """Searches with the engine, or plays at a glance, as its `Strength` says. Equal seeds give equal games.

    Where the engine does not play by the rules, `patterns` looks ahead; with more than two sides it never
    does.
    """

    def __init__(self, chance: Random, strength: Strength) -> None:
        super().__init__(chance)
        self.strength: Final = strength
        self._engine: Final = SearchPlayer(chance, book=False)
        self._patterns: Final = PatternsPlayer(chance, level=strength.patterns)
        self._priorities: Final = PrioritiesPlayer(chance, captures=True)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self.search(SearchRequest(position, limit)).best.points[0]

    def search(self, request: SearchRequest) -> SearchReport:
        legal_points(request.position)
        thinker = self._thinker(request.position)
        if thinker is self._priorities or self.chance.random() < self.strength.haste:
            return self._glance(request)
        report = thinker.search(self._within_strength(request))
        return self._varied(report, request.lines)

    def choose_swap(self, position: Position) -> Choice:
        return self._thinker(position).choose_swap(position)

    def choose_opening(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self._thinker(position).choose_opening(position, limit)

    def evaluate(self, position: Position) -> Evaluation:
        return self._judge(position).evaluate(position)

    def explain(self, position: Position) -> str:
        return self._judge(position).explain(position)

    def close(self) -> None:
        for player in (self._engine, self._patterns, self._priorities):
            player.close()

    def _thinker(self, position: Position) -> Player:
        """The player that looks ahead under the rules of a position."""
        players = (self._engine, self._patterns, self._priorities)
        return next(player for player in players if _can_play(player, position))

    def _judge(self, position: Position) -> Player:
        """Who judges positions: a level that never looks ahead does not do that by looking ahead either."""
        return self._priorities if self.strength.haste == 1 else self._thinker(position)

    def _within_strength(self, request: SearchRequest) -> SearchRequest:
        """The request with its own nodes.

        What is compiled needs less than the time that it has, nearly always: so that only stops the search,
        and is no limit that the engine would share its memory out by.
        """
        given, lines = request.limit, max(request.lines, self.strength.lines)
        nodes = self.strength.nodes if given.nodes is None else min(self.strength.nodes, given.nodes)
        if not IS_COMPILED:
            return replace(request, limit=replace(given, clock=None, nodes=nodes), lines=lines)
        stop = StopWithin(request.stop, given.time)
        return replace(request, limit=Limit(nodes=nodes, depth=given.depth), lines=lines, stop=stop)

    def _glance(self, request: SearchRequest) -> SearchReport:
        stones = [turn for turn in request.turns or () if isinstance(turn, int)]
        point = glance(request.position, stones[-_LAST:], self.strength.sight, self.chance)
        return SearchReport(
            (SearchLine((point,), Score.won(1) if wins(request.position, point) else Score()),)
        )

    def _varied(self, report: SearchReport, lines: int) -> SearchReport:
        """The same report with one of its good lines as the first: never a proven loss in place of a better
        one.
        """
        best = report.best.score
        if best.win_in is not None:
            return replace(report, lines=report.lines[:lines])
        good = [
            line
            for line in report.lines
            if line.score.win_in is None and best.chance - line.score.chance <= self.strength.margin
        ]
        chosen = self.chance.choice(good)
        others = tuple(line for line in report.lines if line is not chosen)
        return replace(report, lines=(chosen, *others)[:lines])


def _can_play(player: Player, position: Position) -> bool:
    return player.supports(position.rules) and not (position.out and isinstance(player, SearchPlayer))
