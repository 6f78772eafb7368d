"""Players that show in which process they think; in a module that is imported there quickly."""

import os
import sys

from pente_bots.players.player import Evaluation
from pente_bots.players.random_player import RandomPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.rules.point import Point
from pente_core.rules.position import Position


class Numbered(RandomPlayer):
    """Plays on the point that has the number of its process."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return Point(os.getpid())

    def evaluate(self, position: Position) -> Evaluation:
        return Evaluation(0.5)


class Deadly(RandomPlayer):
    """Ends the process in which it thinks."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        os._exit(1)


def imported_modules() -> set[str]:
    """The names of all modules of the process."""
    return set(sys.modules)
