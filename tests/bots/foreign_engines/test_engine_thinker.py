"""A foreign engine as what thinks for a bot."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pente_bots.foreign_engines.engine_command import EngineCommand, EngineProtocol
from pente_bots.foreign_engines.engine_thinker import EngineThinker
from pente_bots.search.limit import NO_LIMIT
from pente_bots.thinking.thinker import CannotThink
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from tests.support.engines.programs import bad, good, is_gone
from tests.support.waiting import until

GTP, PISKVORK = EngineProtocol.GTP, EngineProtocol.PISKVORK
LINES = ruleset_from({"base": "freestyle", "size": 15})
FIRST = Game.new(LINES).play(Point(0))[1].position


@dataclass
class Reports:
    """What the thinker reported. Mutable."""

    lines: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, game: str, failure: str) -> None:
        self.lines.append((game, failure))


@asynccontextmanager
async def thinking(
    command: EngineCommand, processes: int = 1, most_failures: int = 3
) -> AsyncIterator[tuple[EngineThinker, Reports]]:
    reports = Reports()
    thinker = EngineThinker(command, processes, most_failures, reports)
    try:
        yield thinker, reports
    finally:
        thinker.close()


async def test_a_crash_is_reported_and_the_position_is_played_again(tmp_path: Path) -> None:
    async with thinking(bad(PISKVORK, "crash", str(tmp_path / "once"))) as (thinker, reports):
        assert await thinker.think(FIRST, NO_LIMIT, "room") == cmd.Play(Point(7 * 15 + 7))
    [(game, said)] = reports.lines
    assert game == "room"
    assert said.startswith("crash ended with status 3")
    assert said.endswith("It is started again.")


@pytest.mark.parametrize("how", ["crash", "illegal", "close", "kill"])
async def test_who_fails_too_often_resigns_this_game_alone(how: str) -> None:
    async with thinking(bad(GTP, how)) as (thinker, reports):
        assert await thinker.think(FIRST, NO_LIMIT, "one") == cmd.Resign()
        assert await thinker.think(FIRST, NO_LIMIT, "two") == cmd.Resign()
    assert [game for game, _ in reports.lines] == ["one"] * 4 + ["two"] * 4
    assert reports.lines[3][1].endswith("It resigns.")


async def test_a_board_that_is_refused_is_resigned_at_once() -> None:
    small = Game.new(ruleset_from({"base": "freestyle", "size": 4, "line": 4})).position
    async with thinking(good(PISKVORK)) as (thinker, reports):
        assert await thinker.think(small, NO_LIMIT, "room") == cmd.Resign()
    assert len(reports.lines) == 1


async def test_games_share_the_processes(tmp_path: Path) -> None:
    log = tmp_path / "told.txt"
    async with thinking(good(PISKVORK, "--log", str(log)), 2) as (thinker, _):
        games = (thinker.think(FIRST, NO_LIMIT, f"game {number}") for number in range(6))
        assert all(isinstance(decision, cmd.Play) for decision in await asyncio.gather(*games))
    assert 1 <= log.read_text().split().count("ABOUT") <= 2


async def test_it_agrees_to_no_draw() -> None:
    async with thinking(good(GTP)) as (thinker, _):
        assert not await thinker.agrees_to_draw(FIRST, 0)


async def test_who_gives_a_question_up_stops_the_engine_and_may_ask_again(tmp_path: Path) -> None:
    """As a bot does when its game ends while the engine thinks."""
    file = tmp_path / "numbers"
    async with thinking(bad(GTP, "children", str(file))) as (thinker, reports):
        thought = asyncio.create_task(thinker.think(FIRST, NO_LIMIT, "room"))
        await until(file.exists)
        numbers = [int(word) for word in file.read_text().split()]
        file.unlink()
        thought.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thought
        await until(lambda: all(map(is_gone, numbers)))
        # the only process is free for another game, in a new process
        another = asyncio.create_task(thinker.think(FIRST, NO_LIMIT, "another"))
        await until(file.exists)
        another.cancel()
        assert reports.lines == []


async def test_who_gives_up_before_an_engine_is_free_stops_none(tmp_path: Path) -> None:
    async with thinking(bad(GTP, "children", str(tmp_path / "numbers"))) as (thinker, _):
        thought = asyncio.create_task(thinker.think(FIRST, NO_LIMIT, "room"))
        await until((tmp_path / "numbers").exists)
        waiting = asyncio.create_task(thinker.think(FIRST, NO_LIMIT, "another"))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        numbers = [int(word) for word in (tmp_path / "numbers").read_text().split()]
        assert not any(map(is_gone, numbers))
        assert not thought.done()
        thought.cancel()


async def test_closing_ends_the_engine_in_mid_thought_and_its_children(tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    async with thinking(bad(GTP, "children", str(file))) as (thinker, _):
        thought = asyncio.create_task(thinker.think(FIRST, NO_LIMIT, "room"))
        await until(file.exists)
        numbers = [int(word) for word in file.read_text().split()]
        await asyncio.to_thread(thinker.close)
        assert all(map(is_gone, numbers))
        with pytest.raises(CannotThink):
            await thought
        with pytest.raises(CannotThink):
            await thinker.think(FIRST, NO_LIMIT, "another")
