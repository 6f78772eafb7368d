"""Searches in other processes: reports on the way, an early end, and players that stay with their games."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing

import pytest

from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_bots.search.request import SearchReport
from pente_bots.thinking.kept_players import MOST_KEPT
from pente_bots.thinking.think_request import PlayerMaker
from pente_bots.thinking.thinker import Thinker
from pente_bots.thinking.time_budget import longest_time
from pente_bots.thinking.workers import Workers
from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Millis
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from tests.bots.thinking.odd_players import Blocking, Counting, Forgetful, Numbered, Patient, Told

FIRST = Position.initial(RULESETS["freestyle"])
in_threads_and_processes = pytest.mark.parametrize("is_heavy", [False, True])


@pytest.fixture
def workers() -> Iterator[Workers]:
    with closing(Workers(1)) as these:
        yield these


@asynccontextmanager
async def thinking(make: PlayerMaker, *, is_heavy: bool = True, processes: int = 1) -> AsyncIterator[Thinker]:
    with closing(Workers(processes)) as workers:
        thinker = Thinker(make, 7, is_heavy=is_heavy, workers=workers)
        yield thinker
        thinker.close()


async def asked(thinker: Thinker, game: str = "") -> int:
    played = await thinker.think(FIRST, NO_LIMIT, game)
    assert isinstance(played, cmd.Play)
    return played.point


@in_threads_and_processes
async def test_a_search_reports_before_it_is_stopped_and_answers_then(is_heavy: bool) -> None:
    reports: list[SearchReport] = []
    stop = asyncio.Event()

    def receive(report: SearchReport) -> None:
        assert asyncio.get_running_loop().is_running()
        reports.append(report)
        stop.set()

    async with thinking(Patient, is_heavy=is_heavy) as thinker:
        report = await thinker.search(FIRST, report=receive, stop=stop)
        assert [each.depth for each in (*reports, report)] == [1, 2]
        assert (report.best.points, report.best.score.chance) == ((Point(1),), 0.75)
        # and the process is as good as before
        assert (await thinker.search(FIRST, stop=stop)).nodes == report.nodes


@in_threads_and_processes
async def test_who_cancels_a_question_stops_its_search(is_heavy: bool) -> None:
    async with thinking(Patient, is_heavy=is_heavy) as thinker:
        begun = asyncio.Event()
        searching = asyncio.create_task(thinker.search(FIRST, report=lambda _: begun.set()))
        await begun.wait()
        searching.cancel()
        # the only process has time for another question
        stop = asyncio.Event()
        stop.set()
        assert (await thinker.search(FIRST, stop=stop)).depth == 2


async def test_a_search_that_waits_for_a_process_can_be_stopped() -> None:
    async with thinking(Patient) as thinker:
        stops = [asyncio.Event(), asyncio.Event()]
        searches = [asyncio.create_task(thinker.search(FIRST, stop=stop)) for stop in stops]
        stops[1].set()
        await asyncio.sleep(0)
        stops[0].set()
        assert [report.depth for report in await asyncio.gather(*searches)] == [2, 2]


async def test_a_late_stop_stops_nothing_else(workers: Workers) -> None:
    first = workers.begin(_answered_at_once)
    assert first.future.result() == "done"
    first._question.stop()
    assert workers.begin(_is_stopped).future.result() is False


def _answered_at_once(link: object) -> str:
    return "done"


def _is_stopped(link: object) -> bool:
    assert hasattr(link, "is_set")
    return bool(link.is_set())


async def test_several_searches_run_at_a_time() -> None:
    async with thinking(Patient, processes=2) as thinker:
        stop = asyncio.Event()
        processes: set[int] = set()

        def receive(report: SearchReport) -> None:
            processes.add(report.nodes)
            if len(processes) == 2:
                stop.set()

        await asyncio.gather(*(thinker.search(FIRST, report=receive, stop=stop) for _ in range(2)))
    assert len(processes) == 2


@in_threads_and_processes
async def test_a_player_that_keeps_its_state_stays_with_its_game(is_heavy: bool) -> None:
    async with thinking(Counting, is_heavy=is_heavy) as thinker:
        assert [await asked(thinker, game) for game in ("a", "b", "a", "a", "b")] == [1, 1, 2, 3, 2]
        assert [await asked(thinker), await asked(thinker)] == [1, 1]
        # when its game is over, it is forgotten
        thinker.forget("a")
        assert [await asked(thinker, game) for game in "ab"] == [1, 3]


@in_threads_and_processes
async def test_any_other_player_is_new_for_each_move(is_heavy: bool) -> None:
    async with thinking(Forgetful, is_heavy=is_heavy) as thinker:
        assert [await asked(thinker, "a") for _ in range(3)] == [1, 1, 1]


@in_threads_and_processes
async def test_players_of_the_latest_games_are_kept(is_heavy: bool) -> None:
    async with thinking(Counting, is_heavy=is_heavy) as thinker:
        for number in range(MOST_KEPT + 1):
            await asked(thinker, str(number))
        assert [await asked(thinker, str(number)) for number in (MOST_KEPT, 0)] == [2, 1]


@in_threads_and_processes
async def test_a_player_that_failed_is_not_kept(is_heavy: bool) -> None:
    async with thinking(Counting, is_heavy=is_heavy) as thinker:
        assert [await asked(thinker, "a") for _ in range(4)] == [1, 2, 3, 4]
        with pytest.raises(ValueError, match="count to four"):
            await asked(thinker, "a")
        assert await asked(thinker, "a") == 1


async def test_a_player_is_forgotten_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pente_bots.thinking.thinker._KEPT_FOR", 0.0)
    async with thinking(Counting) as thinker:
        await asked(thinker, "a")
        assert len(thinker._expiries) == 1
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert thinker._expiries == {}
        assert await asked(thinker, "a") == 1


async def test_a_lost_process_means_a_new_player() -> None:
    async with thinking(Counting) as thinker:
        assert [await asked(thinker, "a"), await asked(thinker, "a")] == [1, 2]
        assert thinker._workers is not None
        (process,) = thinker._workers._all
        assert process.process.pid is not None
        os.kill(process.process.pid, signal.SIGKILL)
        assert await asked(thinker, "a") == 1


async def test_a_game_stays_in_the_process_that_has_it() -> None:
    async with thinking(Numbered, processes=2) as thinker:
        begun = await asyncio.gather(*(asked(thinker, game) for game in ("a", "b")))
        for _ in range(3):
            assert [await asked(thinker, "b"), await asked(thinker, "a")] == begun[::-1]


async def test_those_who_share_processes_do_not_share_players() -> None:
    with closing(Workers(1)) as workers:
        first, second = Thinker(Counting, workers=workers), Thinker(Counting, workers=workers)
        assert [await asked(first, "a"), await asked(second, "a"), await asked(first, "a")] == [1, 1, 2]
        first.close()
        second.close()


@pytest.mark.parametrize(
    ("clock", "time"), [(None, 200_000), (PlayerClock(Fischer(Millis(60_000)), Millis(3_600_000)), 3_599_500)]
)
async def test_a_player_gets_the_game_and_the_whole_clock_if_it_shares_that_out(
    clock: PlayerClock | None, time: int
) -> None:
    _, position = FIRST.play(Point(180))
    thinker = Thinker(Told, is_heavy=False)
    with pytest.raises(ValueError, match=r"\(180,\) 3 [0-9]+ 77") as told:
        await thinker.search(position, Limit(Millis(200_000), clock, nodes=77), "a", (Point(180),), lines=3)
    assert time - 60_000 < int(str(told.value).split()[2]) <= time  # it waited, and was asked, meanwhile
    thinker.close()


@pytest.mark.parametrize("clock", [None, PlayerClock(Fischer(Millis(60_000)), Millis(500_000))])
async def test_what_a_question_waited_for_a_process_is_taken_off(
    clock: PlayerClock | None,
) -> None:
    """Bots that share a process wait for each other, and their clocks run meanwhile."""
    _, position = FIRST.play(Point(180))
    limit = Limit(Millis(400_000), clock)
    with closing(Workers(1)) as workers:
        busy, asking = Thinker(Patient, workers=workers), Thinker(Told, workers=workers)
        begun, stop = asyncio.Event(), asyncio.Event()
        first = asyncio.create_task(busy.search(FIRST, report=lambda _: begun.set(), stop=stop))
        await begun.wait()
        second = asyncio.create_task(asking.search(position, limit, "a", (Point(180),)))
        await asyncio.sleep(0)
        asked = time.monotonic()
        # when somebody else is asked in between, in a process that takes its time to start
        with closing(Workers(1)) as others:
            other = Thinker(Counting, workers=others)
            await other.think(FIRST)
            other.close()
        waited = time.monotonic() - asked
        stop.set()
        with pytest.raises(ValueError, match=r"\(180,\) 1 [0-9]+ None") as told:
            await second
        await first
        busy.close()
        asking.close()
    whole = 400_000 if clock is None else longest_time(clock)
    assert int(str(told.value).split()[2]) <= whole - int(1000 * waited)


async def test_a_move_with_a_clock_does_not_wait_for_a_long_search() -> None:
    clock = PlayerClock(Fischer(Millis(60_000)), Millis(60_000))
    with closing(Workers(1)) as workers:
        busy, hasty = Thinker(Patient, workers=workers), Thinker(Counting, workers=workers)
        begun = asyncio.Event()
        long = asyncio.create_task(busy.search(FIRST, report=lambda _: begun.set()))
        await begun.wait()
        # when one that is in no hurry waits, nobody is disturbed; when a clock runs, the long search ends
        calm = asyncio.create_task(hasty.think(FIRST))
        move = await hasty.think(FIRST, Limit(Millis(20), clock), "a")
        assert isinstance(move, cmd.Play)
        assert ((await long).depth, await calm) == (2, cmd.Play(Point(1)))
        busy.close()
        hasty.close()


async def test_closing_ends_what_does_not_listen() -> None:
    thinker = Thinker(Blocking)
    thought = asyncio.create_task(thinker.think(FIRST))
    await asyncio.sleep(0)
    thought.cancel()
    thinker.close()
    with pytest.raises(asyncio.CancelledError):
        await thought
