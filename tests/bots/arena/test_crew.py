"""The processes that play."""

import multiprocessing
from collections.abc import Generator
from multiprocessing.process import BaseProcess

import pytest

from pente_bots.arena.bout import Played
from pente_bots.arena.contestant import parse_contestants
from pente_bots.arena.crew import played
from pente_bots.arena.schedule import Schedule
from pente_bots.workers import WorkerLost
from pente_core.ruleset import RULESETS

PLAN = Schedule(
    contestants=parse_contestants(["random", "priorities", "weights"]),
    rules=RULESETS["pente"],
    games=4,
    seed=5,
)


def test_games_are_the_same_however_many_play_at_once() -> None:
    assert list(played(PLAN.bouts(), 3)) == list(played(PLAN.bouts(), 1))


def begun() -> tuple[Generator[Played, None, None], set[BaseProcess]]:
    """Games of which the first has been played, and who plays the others."""
    others = set(multiprocessing.active_children())
    games = played(PLAN.bouts(), 2)
    next(games)
    return games, set(multiprocessing.active_children()) - others


def test_all_of_it_stops_when_it_is_closed() -> None:
    games, workers = begun()
    assert len(workers) == 2
    games.close()
    assert not [worker for worker in workers if worker.is_alive()]


def test_a_process_that_is_killed_is_an_error() -> None:
    games, workers = begun()
    for worker in workers:
        worker.kill()
    with pytest.raises(WorkerLost):
        list(games)
