from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pente_bots.local.local_players import LocalPlayers
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.levels import LEVELS
from pente_core.clock.clock import Clock, parse_time_control
from pente_core.clock.instant import Instant
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.support.own_bots import BESIDE, own_bot

NOW = Instant(1_000)
CLOCK = Clock.new(parse_time_control("-"), 2)


@pytest.fixture
def players() -> Iterator[LocalPlayers]:
    with closing(LocalPlayers()) as found:
        yield found


@pytest.mark.parametrize("name", [*PLAYERS, *LEVELS])
async def test_every_player_and_level_moves(name: str, players: LocalPlayers) -> None:
    game = Game.new(RULESETS["pente"])
    opponent = players.opponent(name)
    assert opponent.name == name
    assert opponent.supports(RULESETS["pente"])
    turn = await opponent.take_turn(game, CLOCK, NOW, "game")
    assert isinstance(turn, cmd.Play)
    assert turn.point in game.position.legal_points


def test_a_level_is_found_by_its_number(players: LocalPlayers) -> None:
    assert [players.opponent(str(number)).name for number in range(1, 13)] == list(LEVELS)


@pytest.mark.parametrize("name", ["", "99", "nobody", "level-0", "gtp:./other"])
def test_an_unknown_name_is_said_with_those_that_are_known(name: str, players: LocalPlayers) -> None:
    with pytest.raises(ValueError, match=r"choose from random, priorities|choose one from 1 to|that ships"):
        players.opponent(name)


async def test_a_file_of_ones_own_plays_and_is_found_again(tmp_path: Path, players: LocalPlayers) -> None:
    file = tmp_path / "corner.py"
    file.write_text(
        "from pente_bots import Player\n"
        "class Corner(Player):\n"
        "    def choose(self, position, limit=None):\n"
        "        return min(position.legal_points)\n"
    )
    opponent = players.opponent(players.opponent(str(file)).name)
    turn = await opponent.take_turn(Game.new(RULESETS["freestyle"]), CLOCK, NOW, "game")
    assert turn == cmd.Play(Point(0))


async def test_a_player_is_told_the_game_so_far(tmp_path: Path, players: LocalPlayers) -> None:
    file = own_bot(tmp_path, BESIDE)
    _, game = Game.new(RULESETS["freestyle"]).play(Point(7))
    assert await players.opponent(str(file)).take_turn(game, CLOCK, NOW, "game") == cmd.Play(Point(8))


def test_what_a_player_does_not_play(players: LocalPlayers) -> None:
    assert not players.opponent("patterns").supports(ruleset_from({"base": "pente", "sides": 3}))
    assert players.opponent("12").supports(ruleset_from({"base": "pente", "sides": 3}))


async def test_a_choice_of_an_opening_is_made(players: LocalPlayers) -> None:
    game = Game.new(RULESETS["swap2-pente"])
    while not game.position.choices:
        game = game.play(next(iter(game.position.legal_points)))[1]
    turn = await players.opponent("1").take_turn(game, CLOCK, NOW, "game")
    assert isinstance(turn, cmd.Choose)
    assert turn.choice in game.position.choices


async def test_a_draw_is_answered(players: LocalPlayers) -> None:
    position = Game.new(RULESETS["pente"]).position
    assert isinstance(await players.opponent("1").agrees_to_draw(position, 1, "game"), bool)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("weights:mode=defensive", "weights-defensive"),
        ("patterns:level=3", "patterns-level-3"),
        ("Patterns:depth=2,width=4,3,2", "patterns-depth-2-width-4_3_2"),
        ("priorities:captures=on", "priorities-captures-on"),
    ],
)
async def test_a_player_with_options_is_found_again_by_its_name(
    typed: str, name: str, players: LocalPlayers
) -> None:
    assert players.opponent(typed).name == name
    assert players.opponent(name).name == name
    turn = await players.opponent(name).take_turn(Game.new(RULESETS["pente"]), CLOCK, NOW, "game")
    assert isinstance(turn, cmd.Play)


@pytest.mark.parametrize("name", ["patterns:depth=0", "patterns-depth-0", "weights:mode=odd", "random:a=b"])
def test_an_option_that_does_not_fit(name: str, players: LocalPlayers) -> None:
    with pytest.raises(ValueError, match=r"can't be|has no option|it has none"):
        players.opponent(name)


async def test_a_player_explains_a_position(players: LocalPlayers) -> None:
    empty = Game.new(RULESETS["pente"])
    played = empty.play(next(iter(empty.position.legal_points)))[1]
    assert (await players.opponent("1").explain(played.position, "game"))[0]
    assert await players.opponent("12").explain(Game.new(RULESETS["swap2-pente"]).position, "game") == []
