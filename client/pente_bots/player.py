"""What a player is: one method that chooses a point."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Final

from pente_bots.balance import leader
from pente_core.instant import Millis
from pente_core.move import Choice
from pente_core.point import Point
from pente_core.position import Position
from pente_core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think."""

    time: Millis | None = None
    """Time for this move. None: as long as it takes. A player who can't stop in time keeps thinking."""


NO_LIMIT: Final = Limit()


class Player(ABC):
    """A strategy. It draws all its chance from ``chance``, so that equal seeds play equal games.

    It is asked only where something is to be decided: `choose` where a stone is due and a point is legal,
    `choose_swap` where a choice is due; both raise ValueError elsewhere. It never blocks on anything but
    its own thinking, and it never changes a position.
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
