"""Thinking outside of the event loop."""

import asyncio
import multiprocessing
import os
import pickle
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace

import pytest
from hypothesis import given, settings

from pente_bots.players import catalogue
from pente_bots.players.catalogue import PLAYERS, CatalogueEntry
from pente_bots.players.player_options import InvalidPlayerOption
from pente_bots.players.random_player import RandomPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.thinking.think_request import (
    CataloguePlayerMaker,
    PlayerMaker,
    _remaining,
    player_decision,
)
from pente_bots.thinking.thinker import CannotThink, Thinker
from pente_bots.thinking.workers import Workers
from pente_core.clock.instant import Millis
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from tests.bots.thinking.odd_players import Deadly, Numbered, imported_modules
from tests.support.games.bot_positions import positions


class Quitter(RandomPlayer):
    """Gives up at once."""

    def resigns(self, position: Position) -> bool:
        return True


@pytest.fixture
def extra_players(monkeypatch: pytest.MonkeyPatch) -> None:
    extra = {"quitter": CatalogueEntry("quitter", "", Quitter)}
    monkeypatch.setattr(catalogue, "PLAYERS", MappingProxyType({**PLAYERS, **extra}))


@given(position=positions())
@settings(max_examples=50)
def test_a_question_survives_the_way_to_another_process(position: Position) -> None:
    question = Thinker.of("random", {}, 5)._request(position, Limit(Millis(7)))
    again = pickle.loads(pickle.dumps(question))
    assert again == question
    assert again.position == position
    assert again.position.key == position.key
    assert len(pickle.dumps(question)) < 2000


@given(position=positions())
@settings(max_examples=20)
def test_the_same_question_has_the_same_answer(position: Position) -> None:
    thinker = Thinker.of("random", {}, 5)
    given = player_decision(thinker._request(position, NO_LIMIT))
    assert given == player_decision(thinker._request(position, NO_LIMIT))
    if isinstance(given, cmd.Choose):
        assert given.choice in position.choices
    else:
        assert isinstance(given, cmd.Play)
        assert given.point in position.legal_points


def test_without_a_seed_games_differ_and_a_game_does_not() -> None:
    thinker, position = Thinker.of("random", {}), Position.initial(RULESETS["freestyle"])
    answers = {
        game: player_decision(thinker._request(position, NO_LIMIT, game)) for game in map(str, range(20))
    }
    assert len({repr(one) for one in answers.values()}) > 10
    assert all(
        player_decision(thinker._request(position, NO_LIMIT, game)) == answers[game] for game in answers
    )


def test_with_a_seed_all_games_are_alike() -> None:
    position = Position.initial(RULESETS["freestyle"])
    questions = [Thinker.of("random", {}, 9)._request(position, NO_LIMIT, game) for game in "ab"]
    assert questions[0] == questions[1]


async def test_a_quick_player_answers_from_a_thread() -> None:
    thinker = Thinker.of("priorities", {"captures": "on"}, 1)
    assert await thinker.think(Position.initial(RULESETS["pente"])) == cmd.Play(Point(180))
    thinker.close()


async def test_giving_up(extra_players: None) -> None:
    assert await Thinker.of("quitter", {}, 1).think(Position.initial(RULESETS["pente"])) == cmd.Resign()


def test_wrong_options_are_found_at_once() -> None:
    with pytest.raises(InvalidPlayerOption):
        Thinker.of("random", {"speed": "high"}, 1)


@asynccontextmanager
async def thinking(make: PlayerMaker) -> AsyncIterator[Thinker]:
    """A heavy player, of which no process is left afterwards."""
    others = set(multiprocessing.active_children())
    with closing(Thinker(make)) as thinker:
        yield thinker
    assert set(multiprocessing.active_children()) == others


FIRST = Position.initial(RULESETS["freestyle"])


async def process_of(thinker: Thinker) -> int:
    played = await thinker.think(FIRST)
    assert isinstance(played, cmd.Play)
    return played.point


async def test_a_heavy_player_thinks_in_other_processes() -> None:
    async with thinking(Numbered) as thinker:
        asked = [process_of(thinker) for _ in range(20)]
        processes = set(await asyncio.gather(*asked))
    assert os.getpid() not in processes
    assert 1 <= len(processes) <= (os.cpu_count() or 1)


async def test_thinkers_share_a_process_and_one_that_is_closed_leaves_it_to_the_others() -> None:
    with closing(Workers(1)) as workers:
        first, second = Thinker(Numbered, workers=workers), Thinker(Numbered, workers=workers)
        process = await process_of(first)
        first.close()
        assert await process_of(second) == await process_of(first) == process


def test_a_process_that_thinks_imports_neither_asyncio_nor_a_client() -> None:
    """Each is small, because there may be many."""
    with closing(Workers(1)) as workers:
        request = Thinker(RandomPlayer, workers=workers)._request(FIRST)
        workers.submit(player_decision, request).result()
        imported = workers.submit(imported_modules).result()
    assert not {"asyncio", "msgpack", "pente_client", "pente_protocol.messages", "websockets"} & imported


async def test_it_gives_the_answers_that_it_would_give_here() -> None:
    async with thinking(CataloguePlayerMaker("alphabeta", (("depth", "1"),))) as thinker:
        assert await thinker.think(FIRST, NO_LIMIT, "a") == player_decision(
            thinker._request(FIRST, NO_LIMIT, "a")
        )


async def test_processes_that_were_killed_are_replaced() -> None:
    async with thinking(Numbered) as thinker:
        before = await process_of(thinker)
        os.kill(before, signal.SIGKILL)
        assert await process_of(thinker) != before


async def test_a_player_that_ends_its_process_ends_nothing_else() -> None:
    async with thinking(Deadly) as thinker:
        with pytest.raises(CannotThink):
            await thinker.think(FIRST)


async def test_a_draw_is_agreed_to_by_who_does_not_stand_better() -> None:
    async with thinking(Numbered) as thinker:  # which sees the one to move ahead
        assert [await thinker.agrees_to_draw(FIRST, seat) for seat in (0, 1)] == [False, True]


def test_the_time_to_think_is_less_by_the_time_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("pente_bots.thinking.think_request.time", SimpleNamespace(monotonic=lambda: now))
    question = replace(Thinker(RandomPlayer)._request(FIRST, Limit(Millis(9000))), asked=now - 5)
    assert _remaining(question) == Limit(Millis(4000))
    late = replace(question, asked=now - 60)
    assert _remaining(late) == Limit(Millis(50))
    assert _remaining(replace(question, limit=NO_LIMIT)) == NO_LIMIT
