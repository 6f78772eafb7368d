"""Thinking outside of the event loop."""

import multiprocessing
import pickle
from multiprocessing.context import SpawnProcess
from types import MappingProxyType

import pytest
from hypothesis import given, settings

from pente_bots import catalogue
from pente_bots.catalogue import PLAYERS, Entry
from pente_bots.options import BadOption
from pente_bots.player import NO_LIMIT, Limit
from pente_bots.players.chance import RandomPlayer
from pente_bots.thinking import Thinker, answer
from pente_core.instant import Millis
from pente_core.point import Point
from pente_core.position import Position
from pente_core.room import Choose, Play, Resign
from pente_core.ruleset import RULESETS
from tests.bots.positions import positions


class Quitter(RandomPlayer):
    """Gives up at once."""

    def resigns(self, position: Position) -> bool:
        return True


@pytest.fixture
def extra_players(monkeypatch: pytest.MonkeyPatch) -> None:
    extra = {"quitter": Entry("quitter", "", Quitter)}
    monkeypatch.setattr(catalogue, "PLAYERS", MappingProxyType({**PLAYERS, **extra}))


@given(position=positions())
@settings(max_examples=50)
def test_a_question_survives_the_way_to_another_process(position: Position) -> None:
    question = Thinker.of("random", {}, 5)._question(position, Limit(Millis(7)))
    again = pickle.loads(pickle.dumps(question))
    assert again == question
    assert again.position == position
    assert again.position.key == position.key
    assert len(pickle.dumps(question)) < 2000


@given(position=positions())
@settings(max_examples=20)
def test_the_same_question_has_the_same_answer(position: Position) -> None:
    thinker = Thinker.of("random", {}, 5)
    given = answer(thinker._question(position, NO_LIMIT))
    assert given == answer(thinker._question(position, NO_LIMIT))
    if isinstance(given, Choose):
        assert given.choice in position.choices
    else:
        assert isinstance(given, Play)
        assert given.point in position.legal_points


def test_without_a_seed_games_differ_and_a_game_does_not() -> None:
    thinker, position = Thinker.of("random", {}), Position.initial(RULESETS["freestyle"])
    answers = {game: answer(thinker._question(position, NO_LIMIT, game)) for game in map(str, range(20))}
    assert len({repr(one) for one in answers.values()}) > 10
    assert all(answer(thinker._question(position, NO_LIMIT, game)) == answers[game] for game in answers)


def test_with_a_seed_all_games_are_alike() -> None:
    position = Position.initial(RULESETS["freestyle"])
    questions = [Thinker.of("random", {}, 9)._question(position, NO_LIMIT, game) for game in "ab"]
    assert questions[0] == questions[1]


async def test_a_quick_player_answers_from_a_thread() -> None:
    thinker = Thinker.of("priorities", {"captures": "on"}, 1)
    assert await thinker.think(Position.initial(RULESETS["pente"])) == Play(Point(180))
    thinker.close()


async def test_giving_up(extra_players: None) -> None:
    assert await Thinker.of("quitter", {}, 1).think(Position.initial(RULESETS["pente"])) == Resign()


def test_wrong_options_are_found_at_once() -> None:
    with pytest.raises(BadOption):
        Thinker.of("random", {"speed": "high"}, 1)


async def test_a_slow_player_answers_from_a_process_and_survives_its_death() -> None:
    position = Position.initial(RULESETS["freestyle"])
    thinker = Thinker.of("alphabeta", {"depth": "1"}, 1)
    try:
        first = await thinker.think(position)
        for child in _children():
            child.kill()
        assert await thinker.think(position) == first == answer(thinker._question(position, NO_LIMIT))
    finally:
        thinker.close()
    for child in _children():
        child.join(10)
        assert not child.is_alive()


def _children() -> list[multiprocessing.process.BaseProcess]:
    return [child for child in multiprocessing.active_children() if isinstance(child, SpawnProcess)]
