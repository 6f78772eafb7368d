"""The processes that play."""

import multiprocessing
from collections.abc import Generator
from multiprocessing.process import BaseProcess

import pytest

from pente_bots.arena.match_game import PlayedGame
from pente_bots.arena.processes import play_games
from pente_bots.arena.schedule import Schedule
from pente_bots.roster.player_text import parse_players
from pente_bots.thinking.workers import WorkerLost
from pente_core.rules.ruleset import RULESETS

PLAN = Schedule(
    contestants=parse_players(["random", "priorities", "weights"]),
    rules=RULESETS["pente"],
    games=4,
    seed=5,
)


def test_games_are_the_same_however_many_play_at_once() -> None:
    assert list(play_games(PLAN.plans(), 3)) == list(play_games(PLAN.plans(), 1))


def begun() -> tuple[Generator[PlayedGame, None, None], set[BaseProcess]]:
    """Games of which the first has been played, and who plays the others."""
    others = set(multiprocessing.active_children())
    games = play_games(PLAN.plans(), 2)
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
