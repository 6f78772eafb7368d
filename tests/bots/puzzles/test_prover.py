"""Proofs of forced wins."""

from random import Random

import pytest

from pente_bots.puzzles.forcing_points import forcing_points
from pente_bots.puzzles.main_line import main_line
from pente_bots.puzzles.prover import GivenUp, Prover
from pente_core.puzzles.forcing import can_be_forced, defences, forced_by
from pente_core.rules.game import Game
from pente_core.rules.point import format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.queries import points_that_win
from pente_core.rules.ruleset import RULESETS, Ruleset, Swap, ruleset_from
from pente_core.rules.setup import Setup
from pente_core.value import replace
from tests.support.games.random_games import after, random_turn

FORCED = tuple(
    rules
    for rules in RULESETS.values()
    if can_be_forced(rules) and rules.swap is Swap.NONE and rules.base != "g-pente"
)


def position_of(
    white: str, black: str, spec: str = "pente-casual", taken: tuple[int, int] = (0, 0)
) -> Position:
    """A position with white, who attacks, to move."""
    stones = tuple(tuple(sorted(parse_point(name, 19) for name in each.split())) for each in (white, black))
    return Setup(stones, taken if any(taken) else ()).position(ruleset_from(spec))


def test_a_win_with_the_next_stone_takes_one_stone() -> None:
    assert Prover(100).win_in(position_of("K10 K11 K12 K13", "A1 C1 E1 A5"), 9) == 1


def test_an_open_four_wins_in_three() -> None:
    position = position_of("K10 K11 K12", "A1 C1 E1")
    assert Prover(100).win_in(position, 9) == 3
    assert {format_point(point, 19) for point in Prover(100).wins(position, 3)} == {"K9", "K13"}


def test_a_four_that_can_be_captured_away_does_not_win() -> None:
    # Any open four holds J12 K12, which black takes from H12 or L12's other side.
    position = position_of("K10 K11 K12 J12", "L12 A1 C1 E1")
    assert Prover(1000).win_in(position, 3) is None


def test_the_fifth_pair_is_a_threat_as_a_four_is() -> None:
    # One stone flanks two pairs at once; both can't be saved.
    position = position_of("A19", "K11 K12 L10 M10 P1 R3 T5 A5", taken=(8, 0))
    assert Prover(1000).win_in(position, 9) == 3
    assert "K10" in {format_point(point, 19) for point in Prover(1000).wins(position, 3)}


def test_a_defence_that_wins_first_refutes() -> None:
    # Black has a four of its own: white's four comes too late.
    position = position_of("K10 K11 K12", "A1 A2 A3 A4")
    assert Prover(1000).win_in(position, 9) is None


def test_a_prover_gives_up_where_it_may_look_at_no_more() -> None:
    prover = Prover(3)
    position = position_of("K10 K11 K13 M9 N9 P9 G7 G8 G5", "A1 C1 E1 G1 K9 O9 G9 A5 A9")
    with pytest.raises(GivenUp):
        prover.win_in(position, 9)
    prover.restart()
    with pytest.raises(GivenUp):
        prover.win_in(position, 9)


@pytest.mark.parametrize("rules", FORCED, ids=lambda rules: rules.base)
def test_every_stone_that_threatens_is_among_the_forcing_points(rules: Ruleset) -> None:
    for position in crowded_positions(rules, 12):
        found = forcing_points(position)
        for point in position.legal_points:
            if forced_by(position, point) is not None and not points_that_win(position):
                assert found & position.board.geometry.bit[point], format_point(point, position.rules.size)


@pytest.mark.parametrize("rules", FORCED, ids=lambda rules: rules.base)
def test_the_defences_that_matter_are_all_defences(rules: Ruleset) -> None:
    tried = 0
    for position in crowded_positions(rules, 40):
        for point in position.board.geometry.points(forcing_points(position)):
            if (after_it := forced_by(position, point)) is not None:
                tried += 1
                assert list(defences(after_it)) == list(defences(after_it, try_all=True))
    assert tried


def test_a_main_line_lasts_as_long_as_the_win() -> None:
    position = position_of("K10 K11 K12", "A1 C1 E1")
    line = main_line(Prover(100), position, 3)
    assert [format_point(point, 19) for point in line] == ["K9", "K8", "K13"]


def crowded_positions(rules: Ruleset, count: int) -> list[Position]:
    """Positions of random games on a small board, where rows and captures come often."""
    chance = Random(f"crowded:{rules.base}")
    found: list[Position] = []
    while len(found) < count:
        game = Game.new(replace(rules, size=9))
        for _ in range(chance.randint(14, 40)):
            if (following := after(game, random_turn(game, chance))).is_over:
                break
            game = following
        found.append(game.position)
    return found
