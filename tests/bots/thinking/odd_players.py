"""Players that show in which process they think; in a module that is imported there quickly."""

import os
import sys
import threading
from random import Random

from pente_bots.players.player import Evaluation, Player
from pente_bots.players.random_player import RandomPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.score import Score
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


class Patient(Player):
    """Reports a line, and searches until it is stopped."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self.search(SearchRequest(position, limit)).best.points[0]

    def search(self, request: SearchRequest) -> SearchReport:
        first, second = list(request.position.legal_points)[:2]
        request.report(SearchReport((SearchLine((first,), Score(0.25)),), 1, os.getpid()))
        while not request.stop.is_set():
            threading.Event().wait(0.001)
        return SearchReport((SearchLine((second,), Score(0.75)),), 2, os.getpid())


class Counting(Player):
    """Keeps its state, and plays on the point of the number of questions that it got."""

    keeps_state = True

    def __init__(self, chance: Random) -> None:
        super().__init__(chance)
        self.asked = 0

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        self.asked += 1
        if self.asked == 5:
            raise ValueError("it can only count to four")
        return Point(self.asked)


class Forgetful(Counting):
    """The same without keeping it."""

    keeps_state = False


class Told(Player):
    """Says what it was asked, as an error."""

    manages_time = True

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        raise AssertionError

    def search(self, request: SearchRequest) -> SearchReport:
        raise ValueError(f"{request.turns} {request.lines} {request.limit.time} {request.limit.nodes}")


class Blocking(Player):
    """Thinks until its process is killed."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        threading.Event().wait()
        raise AssertionError
