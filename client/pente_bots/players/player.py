"""What a player is: one method that chooses a point."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import copysign, log
from random import Random
from typing import Final

from pente_bots.players.window_balance import leader
from pente_core.clock.instant import Millis
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think."""

    time: Millis | None = None
    """Time for this move. None: as long as it takes. A player who can't stop in time keeps thinking."""


NO_LIMIT: Final = Limit()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a player makes of a position."""

    value: float = 0.0
    """How the side to place the next stone stands: from -1 (it loses) to 1 (it wins); 0 is even, or unknown.
    A measure of each player's own: more is better, but numbers of different players do not compare."""
    worths: Mapping[Point, int] = field(default_factory=dict)
    """What a stone is worth to that side on each legal point that the player judged, in a unit of the
    player's own; the more, the better. Empty where the player prefers no point to another."""

    @property
    def best_first(self) -> list[tuple[Point, int]]:
        """The judged points with their worths; equals in the order of the board."""
        return sorted(self.worths.items(), key=lambda judged: (-judged[1], judged[0]))


NO_OPINION: Final = Evaluation()


class Player(ABC):
    """A strategy. It draws all its chance from ``chance``, so that equal seeds play equal games.

    It is asked only where something is to be decided: `choose` and `evaluate` where a stone is due and a
    point is legal, `choose_swap` where a choice is due; all raise ValueError elsewhere. It never blocks on
    anything but its own thinking, and it never changes a position.
    """

    def __init__(self, chance: Random) -> None:
        self.chance: Final = chance

    @abstractmethod
    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        """A legal point for the next stone."""

    def choose_swap(self, position: Position) -> Choice:
        """The answer to a choice that is due: take the colour that stands better."""
        seat, due = position.to_act, position.choices
        if not due:
            raise ValueError("no choice is due")
        return Choice.SWAP if leader(position) == 1 - seat else Choice.STAY

    def evaluate(self, position: Position) -> Evaluation:
        """What it makes of a position. It takes about as long as choosing."""
        legal_points(position)
        return NO_OPINION

    def supports(self, rules: Ruleset) -> bool:  # noqa: ARG002 -- an answer for every ruleset
        """Whether it plays by these rules."""
        return True

    def resigns(self, position: Position) -> bool:  # noqa: ARG002 -- an answer for every position
        """Whether it would rather give this position up."""
        return False

    def explain(self, position: Position) -> str:  # noqa: ARG002 -- most have nothing to say
        """What it sees in a position, in lines for people; empty when it has nothing to say."""
        return ""


def legal_points(position: Position) -> list[Point]:
    """Where the next stone may go, ascending. Raises ValueError when nowhere."""
    points = list(position.legal_points)
    if not points:
        raise ValueError("a choice is due, not a stone" if position.choices else "no point is legal")
    return points


def distance_to_centre(point: Point, size: int) -> int:
    """The square of twice the distance between a point and the middle of the board."""
    row, column = divmod(point, size)
    return (2 * row - size + 1) ** 2 + (2 * column - size + 1) ** 2


def most_central(points: list[Point], size: int) -> list[Point]:
    """Those of the points that are nearest to the middle of the board; at least one is given."""
    nearest = min(distance_to_centre(point, size) for point in points)
    return [point for point in points if distance_to_centre(point, size) == nearest]


def on_a_log_scale(worth: int, won: int) -> float:
    """A worth that grows by orders of magnitude, as the value of an `Evaluation`; 1 from ``won`` on.

    >>> [on_a_log_scale(worth, 999) for worth in (-999, 0, 99, 10**9)]
    [-1.0, 0.0, 0.6666666666666667, 1.0]
    """
    size = min(1.0, log(1 + abs(worth)) / log(1 + max(1, won)))
    return copysign(size, worth) if worth else 0.0
