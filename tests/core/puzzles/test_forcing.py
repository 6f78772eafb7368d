"""Threats and what stops them."""

import pytest

from pente_core.puzzles.forcing import can_be_forced, defences, forced_by, hopeless_reply
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.rules.setup import Setup


def position_of(white: str, black: str, spec: str = "pente-casual", taken: tuple[int, ...] = ()) -> Position:
    stones = tuple(tuple(sorted(parse_point(name, 19) for name in each.split())) for each in (white, black))
    return Setup(stones, taken).position(ruleset_from(spec))


def forced(position: Position, name: str) -> Position:
    after = forced_by(position, parse_point(name, 19))
    assert after is not None
    return after


def names(points: list[Point]) -> list[str]:
    return sorted(format_point(point, 19) for point in points)


@pytest.mark.parametrize("name", RULESETS)
def test_which_rulesets_can_be_forced(name: str) -> None:
    assert can_be_forced(RULESETS[name]) == (name not in {"poof-pente", "o-pente", "boat-pente", "connect6"})
    assert not can_be_forced(ruleset_from({"base": "pente", "sides": 3}))


def test_a_four_is_a_threat_and_a_three_is_none() -> None:
    position = position_of("K10 K11 K12", "A1 C1 E1")
    assert forced_by(position, parse_point("K13", 19)) is not None
    assert forced_by(position, parse_point("M12", 19)) is None


def test_a_threat_is_none_where_the_opponent_wins_first() -> None:
    assert forced_by(position_of("K10 K11 K12", "A1 A2 A3 A4"), parse_point("K13", 19)) is None


def test_a_four_is_stopped_at_its_end_or_by_taking_a_stone_of_it() -> None:
    after = forced(position_of("K11 K12 K13 L12", "K10 M12 A1 E1"), "K14")
    assert names([point for point, _ in defences(after)]) == ["J12", "K15"]


def test_nothing_stops_an_open_four() -> None:
    after = forced(position_of("K10 K11 K12", "A1 C1 E1"), "K13")
    assert list(defences(after)) == []
    assert format_point(hopeless_reply(after), 19) == "K9"


def test_the_fifth_pair_is_saved_by_moving_beside_it() -> None:
    after = forced(position_of("A19", "K11 K12 A5", taken=(8, 0)), "K10")
    assert names([point for point, _ in defences(after)]) == ["K13"]
