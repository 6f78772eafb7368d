from copy import deepcopy

import pytest

from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from tests.core.cross_checks.perft import Entry, load, perft, turns_of
from tests.core.cross_checks.reference import At, Reference
from tests.core.cross_checks.test_against_reference import at
from tests.support.games.ruleset_samples import name_of

pytestmark = pytest.mark.usefixtures("untraced")

TABLE = load()
FEW = 250
"""How many games the reference follows of each entry."""


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: name_of(entry.ruleset))
def test_the_games_of_a_few_turns_are_as_many_as_ever(entry: Entry) -> None:
    assert tuple(perft(entry.game, len(entry.counts) - 1)) == entry.counts


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: name_of(entry.ruleset))
def test_the_reference_counts_as_many(entry: Entry) -> None:
    games = [referred(entry.game)]
    for count in entry.counts:
        if count.games > FEW:
            break
        credited = sum(sum(game.taken) for game in games)
        assert (len(games), sum(game.over is not None for game in games), credited) == (
            count.games,
            count.over,
            count.credited,
        )
        games = [after for game in games for after in children(game)]


def test_tic_tac_toe_is_the_one_everybody_knows() -> None:
    games = [count.games for count in TABLE[0].counts]
    over = [count.over for count in TABLE[0].counts]
    assert games == [1, 9, 72, 504, 3024, 15120, 54720]
    assert over == [0, 0, 0, 0, 0, 1440, 5328]


def test_nothing_goes_on_from_a_game_that_is_over() -> None:
    line = Game.new(TABLE[0].game.rules)
    for point in (0, 3, 1, 4, 2):
        _, line = line.play(Point(point))
    assert line.is_over
    assert turns_of(line) == ()


def referred(game: Game) -> Reference:
    """The same game in the reference."""
    reference = Reference(game.rules)
    for turn in game.turns:
        if isinstance(turn, Choice):
            reference.choose(turn)
        else:
            assert isinstance(turn, int)
            reference.play(at(Point(turn), game.rules.size))
    return reference


def children(game: Reference) -> list[Reference]:
    """All games with one more turn."""
    turns: list[Choice | At] = [] if game.over else [*game.choices, *game.legal]
    after = [deepcopy(game) for _ in turns]
    for child, turn in zip(after, turns, strict=True):
        if isinstance(turn, Choice):
            child.choose(turn)
        else:
            child.play(turn)
    return after
