"""The base class of players: one method that chooses a point."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import copysign, log
from random import Random
from typing import ClassVar, Final

from pente_bots.patterns.windows import leader
from pente_bots.players.swap_openings import balanced_point, better_choice
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A player's judgement of a position."""

    value: float = 0.0
    """The value for the side to place the next stone, -1 (it loses) to 1 (it wins); 0 is even or unknown.
    Between them, in a game of two, what it gets on average against an equal opponent, with -1 for a loss and
    1 for a win: so values of different players compare."""
    worths: Mapping[Point, int] = field(default_factory=dict)
    """The worth of a stone on each legal point that the player judged, in the player's own unit; higher is
    better. Empty if the player has no preference. What it plays need not be worth the most: it may look
    further then, or at other stones, or make a mistake on purpose."""
    win_in: int | None = None
    """The stones until a proven end, as in a `Score`; None: nothing is proven."""

    @property
    def score(self) -> Score:
        """The value as a score."""
        return Score((1 + self.value) / 2, self.win_in)

    @property
    def best_first(self) -> list[tuple[Point, int]]:
        """The judged points with their worths; equal ones in the order of the board."""
        return sorted(self.worths.items(), key=lambda judged: (-judged[1], judged[0]))


NO_OPINION: Final = Evaluation()


class PlayerResigned(Exception):
    """The player resigns in place of a move."""


class Player(ABC):
    """A strategy. It takes all randomness from ``chance``, so that equal seeds give equal games.

    It is asked only for decisions that are due: `choose` and `evaluate` when a stone is due and a point is
    legal, `choose_swap` when a choice is due; all raise ValueError otherwise. It never blocks on anything but
    its own thinking, and never changes a position.
    """

    keeps_state: ClassVar[bool] = False
    """Whether an instance is kept for a game, so that it can use later what it has found out.

    False: a new instance is made for each move, with new randomness, and equal positions and seeds give equal
    answers. True: one instance gets the positions of one game, in their order, and what it answers may depend
    on those before; it is repeatable when the same game is played again. But at any time it may be replaced
    by a new one, and it may miss positions; so it must not need what it keeps. The game is in
    `SearchRequest.turns`. `close` is called when it is needed no longer.
    """
    manages_time: ClassVar[bool] = False
    """Whether it shares out the time of a game itself, by `Limit.clock`.

    False: ``Limit.time`` is a fair share for the move. True: where there is a clock, ``Limit.time`` is the
    most that can be taken without losing the game.
    """

    def __init__(self, chance: Random) -> None:
        self.chance: Final = chance

    @abstractmethod
    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        """Choose a legal point for the next stone."""

    def choose_swap(self, position: Position) -> Choice:
        """Answer the choice that is due; by default, take the side that stands better, or pass where that is
        possible and neither does.

        Without an `evaluate` of the player's own, windows on the board say who stands better, and it never
        passes.
        """
        if not position.choices:
            raise ValueError("no choice is due")
        if self._has_opinion:
            return better_choice(position, self.opening_value)
        return Choice.SWAP if leader(position) == 1 - position.to_act else Choice.STAY

    def choose_opening(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        """Choose the point of a stone in a swap opening that is placed before the other player chooses.

        By default, such that the game is about even after the last of them, by the player's own `evaluate`;
        without one, as `choose` says.
        """
        legal_points(position)
        if self._has_opinion:
            return balanced_point(position, self.opening_value, self.chance)
        return self.choose(position, limit)

    def opening_value(self, position: Position) -> float:
        """The value of a position of a swap opening in which a stone is due, as in an `Evaluation`.

        By default that of `evaluate`. A dozen positions are judged for a stone.
        """
        return self.evaluate(position).value

    def evaluate(self, position: Position) -> Evaluation:
        """Judge a position; by default, without an opinion. Takes about as long as choosing."""
        legal_points(position)
        return NO_OPINION

    def search(self, request: SearchRequest) -> SearchReport:
        """Search a position in which a stone is due: the best lines, and what they lead to.

        By default the point that `choose` gives, with the value of `evaluate`, and then the points that are
        worth most to that, each with the value after it. A player that looks ahead overrides this, and lets
        `choose` call it.
        """
        position = request.position
        point = self.choose(position, request.limit)
        if point not in position.legal_points:
            raise ValueError(f"{point!r} is not one of position.legal_points")
        evaluation = self.evaluate(position)
        lines = [SearchLine((point,), Score.won(1) if wins(position, point) else evaluation.score)]
        others = (other for other, _ in evaluation.best_first if other != point)
        for other in islice(others, request.lines - 1):
            lines.append(SearchLine((other,), worse(self._score_after(position, other), lines[-1].score)))
        return SearchReport(tuple(lines))

    def supports(self, rules: Ruleset) -> bool:  # noqa: ARG002 -- an answer for every ruleset
        """Whether it plays by these rules; by default, by all.

        A player that takes no notice of ``rules.goals``, the captures that each side needs with a handicap,
        should decline rules that have them.
        """
        return True

    def objection(self, rules: Ruleset) -> str:
        """Why it does not play by these rules, and what to choose instead, as a sentence or two for its
        opponent; empty if it does.
        """
        if self.supports(rules):
            return ""
        if isinstance(rules.spec, str):
            return f"I can't play {rules.base}. Choose another ruleset."
        return f"I can't play {rules.base} with these parameters. Choose other ones, or another ruleset."

    def resigns(self, position: Position) -> bool:  # noqa: ARG002 -- an answer for every position
        """Whether it resigns in this position; by default, never."""
        return False

    def explain(self, position: Position) -> str:  # noqa: ARG002 -- most have nothing to say
        """What it sees in a position, as lines for people; empty by default."""
        return ""

    def close(self) -> None:  # noqa: B027 -- most have nothing to release
        """Release what it holds, such as processes; by default nothing. It can't be used any more."""

    @property
    def _has_opinion(self) -> bool:
        return type(self).evaluate is not Player.evaluate

    def _score_after(self, position: Position, point: Point) -> Score:
        """The score for the side that places a stone, as `evaluate` judges the position after it."""
        mover, (_, game) = position.colour, Game(position).play(point)
        if game.outcome is not None:
            return Score.won(1) if mover in game.outcome.winners else Score()
        if game.position.choices or game.position.is_blocked:
            return Score()
        after = self.evaluate(game.position)
        chance = after.score.chance
        return Score(chance if game.position.colour == mover else 1 - chance)


def worse(one: Score, other: Score) -> Score:
    """The one of two scores that ranks lower."""
    return min(one, other, key=lambda score: score.rank)


def legal_points(position: Position) -> list[Point]:
    """The legal points of the next stone, ascending. Raises ValueError if there are none."""
    points = list(position.legal_points)
    if not points:
        raise ValueError("a choice is due, not a stone" if position.choices else "no point is legal")
    return points


def wins(position: Position, point: Point) -> bool:
    """Whether a stone on a legal point wins the game for its side."""
    outcome = Game(position).play(point)[1].outcome
    return outcome is not None and position.colour in outcome.winners


def distance_to_centre(point: Point, size: int) -> int:
    """The square of twice the distance between a point and the centre of the board."""
    row, column = divmod(point, size)
    return (2 * row - size + 1) ** 2 + (2 * column - size + 1) ** 2


def most_central(points: list[Point], size: int) -> list[Point]:
    """The points that are nearest to the centre of the board; ``points`` must not be empty."""
    nearest = min(distance_to_centre(point, size) for point in points)
    return [point for point in points if distance_to_centre(point, size) == nearest]


def on_a_log_scale(worth: int, won: int) -> float:
    """A worth that grows by orders of magnitude, as the value of an `Evaluation`; 1 from ``won`` on.

    >>> [on_a_log_scale(worth, 999) for worth in (-999, 0, 99, 10**9)]
    [-1.0, 0.0, 0.6666666666666667, 1.0]
    """
    size = min(1.0, log(1 + abs(worth)) / log(1 + max(1, won)))
    return copysign(size, worth) if worth else 0.0
