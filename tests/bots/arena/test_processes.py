"""The processes that play."""

import multiprocessing
import signal
import sys
import threading
from collections.abc import Generator
from concurrent.futures import Future
from multiprocessing.process import BaseProcess

import pytest

from pente_bots.arena import processes
from pente_bots.arena.match_game import PlayedGame, play
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


class WatchedLock(threading.Condition):
    """Notes whether Ctrl-C could come in the moment after the main thread has taken it."""

    def __init__(self) -> None:
        super().__init__()
        self.delayed: list[bool] = []

    def __enter__(self) -> bool:
        if threading.current_thread() is threading.main_thread():
            self.delayed.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
        return super().__enter__()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C can't be delayed there")
def test_ctrl_c_never_comes_while_a_future_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock would be kept for ever, and with it the thread that sets the result."""
    monkeypatch.setattr(processes, "_TICK", 0.001)
    game, lock, ticks = Future[PlayedGame](), WatchedLock(), list[None]()
    game._condition = lock
    played = play(next(iter(PLAN.plans())))

    def tick() -> None:
        ticks.append(None)
        if len(ticks) == 3:
            setting = threading.Thread(target=game.set_result, args=(played,))
            setting.start()
            setting.join()

    assert processes._result(game, tick) == played
    assert len(ticks) >= 3
    assert lock.delayed
    assert all(lock.delayed)
