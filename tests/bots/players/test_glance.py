"""What a player sees at a glance, and what it overlooks."""

from collections.abc import Sequence
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_bots.players.glance import Sight, glance
from pente_bots.players.player import wins
from pente_bots.players.priorities import ThreatLevel, threat_levels
from pente_core.rules.game import Game
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.queries import captures_by_point
from pente_core.rules.ruleset import RULESETS
from tests.support.games.bot_positions import positions

SHARP: Final = Sight(1.0, 1.0, 1.0)
"""Sees everything."""
SEEDS: Final = range(200)
chances = st.floats(0.0, 1.0)
sights = st.builds(Sight, chances, chances, chances, st.integers(1, 30))


def after(moves: str, ruleset: str = "pente-casual") -> Position:
    game = Game.new(RULESETS[ruleset])
    for name in moves.split():
        _, game = game.play(parse_point(name, 19))
    return game.position


def points(names: str) -> list[Point]:
    return [parse_point(name, 19) for name in names.split()]


def seen_share(position: Position, sight: Sight, wanted: str, last: str = "") -> float:
    """How often one of some points is played."""
    played = [glance(position, points(last), sight, Random(seed)) for seed in SEEDS]
    return sum(point in points(wanted) for point in played) / len(played)


FOUR: Final = "K10 A1 L10 C3 M10 E5 N10 G7"
"""Black has four, open at both ends, and it is its move."""
PAIR: Final = "K10 L10 A1 M10"
"""Black can take the pair on L10 and M10 at N10."""


@given(positions(), sights, st.integers(0, 2**32))
def test_it_is_legal_and_depends_on_the_seed_alone(position: Position, sight: Sight, seed: int) -> None:
    if not position.legal_points:
        with pytest.raises(ValueError, match=r"choice is due|no point is legal"):
            glance(position, (), sight, Random(seed))
        return
    last: Sequence[Point] = list(position.legal_points)[:2]
    point = glance(position, last, sight, Random(seed))
    assert point in position.legal_points
    assert point == glance(position, last, sight, Random(seed))


@given(positions(), st.integers(0, 2**32))
def test_who_sees_everything_plays_what_is_most_urgent(position: Position, seed: int) -> None:
    if not (position.legal_points and position.board.occupied):
        return
    point = glance(position, (), SHARP, Random(seed))
    for level, urgent in threat_levels(position, captures=bool(position.rules.captures)):
        if not urgent and level is ThreatLevel.BLOCK_OPEN_FOUR and captures_by_point(position):
            taken = captures_by_point(position)
            assert taken[point].bit_count() == max(stones.bit_count() for stones in taken.values())
            return
        if urgent:
            assert point in urgent
            return


@given(positions(), st.integers(0, 2**32), st.integers(1, 30))
def test_who_sees_no_threat_plays_where_its_lines_are(position: Position, seed: int, choice: int) -> None:
    """What it does not see does not matter, however urgent it is."""
    if not (position.legal_points and position.board.occupied):
        return
    blind = Sight(0.0, 0.0, 1.0, choice)
    played = {glance(position, (), blind, Random(seed + more)) for more in range(20)}
    assert len(played) <= choice


def test_it_starts_in_the_centre() -> None:
    assert glance(after("", "freestyle"), (), Sight(0.0, 0.0, 0.0), Random(1)) == parse_point("K10", 19)


def test_a_win_is_seen_as_often_as_the_sight_says() -> None:
    position = after(FOUR)
    assert seen_share(position, SHARP, "J10 O10") == 1.0
    assert seen_share(position, Sight(0.0, 0.0, 1.0), "J10 O10") < 1.0
    # either of two points: 1 - 0.6 * 0.6 see at least one of them
    half = seen_share(position, Sight(0.4, 0.4, 0.0, 50), "J10 O10")
    assert 0.5 < half < 0.85


def test_what_is_far_from_the_last_stones_is_overlooked_more_often() -> None:
    position, sight = after(FOUR), Sight(1.0, 0.0, 0.0, 50)
    assert seen_share(position, sight, "J10 O10", last="L10") == 1.0
    assert seen_share(position, sight, "J10 O10", last="A1 C3") < 0.3
    # of the two ends, it sees the one beside the last stone
    assert seen_share(position, sight, "O10", last="P10") == 1.0


def test_captures_are_overlooked_by_who_does_not_think_of_them() -> None:
    position = after(PAIR)
    assert [format_point(point, 19) for point in captures_by_point(position)] == ["N10"]
    assert seen_share(position, SHARP, "N10") == 1.0
    assert seen_share(position, Sight(1.0, 1.0, 0.0), "N10") < 0.5
    assert 0.3 < seen_share(position, Sight(1.0, 1.0, 0.5), "N10") < 0.9


def test_the_last_pair_is_a_win_only_for_who_thinks_of_captures() -> None:
    """Four pairs are taken, and a fifth one can be."""
    game = Game.new(RULESETS["pente-casual"])
    for row in range(1, 6):
        # black flanks a pair in each of five rows: A and D are black, B and C white
        for name in (f"A{3 * row}", f"B{3 * row}", f"K{3 * row}", f"C{3 * row}"):
            _, game = game.play(parse_point(name, 19))
        if row < 5:
            _, game = game.play(parse_point(f"D{3 * row}", 19))
            _, game = game.play(parse_point(f"T{3 * row}", 19))
    position = game.position
    assert wins(position, parse_point("D15", 19))
    assert seen_share(position, SHARP, "D15") == 1.0
    assert seen_share(position, Sight(1.0, 1.0, 0.0), "D15") < 1.0


def test_with_a_wide_choice_it_plays_all_over() -> None:
    position = after("K10 L11")
    few = {glance(position, (), Sight(0.0, 0.0, 0.0, 2), Random(seed)) for seed in SEEDS}
    many = {glance(position, (), Sight(0.0, 0.0, 0.0, 20), Random(seed)) for seed in SEEDS}
    assert len(few) == 2
    assert few < many
    assert len(many) > 10
