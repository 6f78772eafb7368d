"""The weights of lines, and the matrices of the original."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_bots.patterns.windows import windows
from pente_bots.players.player import most_central
from pente_bots.players.weights import WeightsPlayer, weights_of
from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.support.games.bot_positions import random_position
from tests.support.reference_answers import reference_answers

MODES = {"def": "defensive", "offdef": "balanced"}


@pytest.mark.parametrize("size", range(3, 20))
@pytest.mark.parametrize("line", [3, 4, 5, 6])
def test_the_number_of_winning_runs(size: int, line: int) -> None:
    if line <= size:
        d = size + 1 - line
        assert len(windows(size, line).cells) == 2 * size * d + 2 * d * d


def test_there_are_192_on_the_board_of_the_original() -> None:
    assert len(windows(10, 5).cells) == 192


def test_tables() -> None:
    assert weights_of(5) == (0, 2, 2, 5, 10, 20)
    assert weights_of(4) == (0, 2, 4, 8, 16)
    assert weights_of(3) == (0, 3, 6, 12)


def test_matrices_are_those_of_the_original() -> None:
    for case in reference_answers("weight_matrix"):
        player = WeightsPlayer(Random(1), mode=MODES[case["mode"]])
        matrix = iter(player.matrix(_position_of(case)))
        rows = [[next(matrix) for _ in range(case["size"])] for _ in range(case["size"])]
        assert rows == case["matrix"]


def test_the_tables_of_attack_and_defence_are_separate() -> None:
    position = _position(7, "D4", "A1")
    both = WeightsPlayer(Random(1), attack=[1], defence=[100]).matrix(position)
    assert both[parse_point("D5", 7)] == 3  # the windows of its column
    assert both[parse_point("A2", 7)] == 100


@pytest.mark.parametrize("mode", MODES.values())
@given(seed=st.integers(0, 2**32))
@settings(max_examples=12)
def test_the_heaviest_point_nearest_to_the_centre_is_played(mode: str, seed: int) -> None:
    position = random_position(ruleset_from({"base": "pente-casual", "size": 9}), Random(seed))
    player = WeightsPlayer(Random(seed), mode=mode)
    weight, point = player.matrix(position), player.choose(position)
    if position.board.occupied:
        heaviest = max(weight[other] for other in position.legal_points)
        equals = [other for other in position.legal_points if weight[other] == heaviest]
        assert point in most_central(equals, 9)
    else:
        assert format_point(point, 9) == "E5"


def test_only_the_balanced_one_looks_at_its_own_lines() -> None:
    position = _position(19, "D4 E4 F4 G4", "S18")
    assert format_point(WeightsPlayer(Random(1), mode="defensive").choose(position), 19)[0] >= "P"
    assert format_point(WeightsPlayer(Random(1), mode="balanced").choose(position), 19)[0] < "J"


def test_the_offensive_one_looks_at_nothing_else() -> None:
    position = _position(19, "D4 E4 F4", "S15 S16 S17 S18")
    modes = ("offensive", "defensive", "balanced")
    mine, theirs, both = (WeightsPlayer(Random(1), mode=mode).matrix(position) for mode in modes)
    assert [own + other for own, other in zip(mine, theirs, strict=True)] == both
    assert format_point(WeightsPlayer(Random(1), mode="offensive").choose(position), 19)[0] < "J"


def test_the_heaviest_points_are_shown() -> None:
    position = _position(19, "A1", "D4 E4 F4")
    said, *points = WeightsPlayer(Random(1)).explain(position).splitlines()
    lines = [line.split() for line in points]
    assert said == "weights of the best points:"
    assert len(lines) == 5
    assert lines[0][0] == format_point(WeightsPlayer(Random(1)).choose(position), 19)
    assert [int(weight) for _, weight in lines] == sorted((int(weight) for _, weight in lines), reverse=True)


def _position(size: int, first: str, second: str) -> Position:
    sides = [[parse_point(name, size) for name in names.split()] for names in (first, second)]
    return _placed(size, 5, sides, 0)


def _position_of(case: dict[str, Any]) -> Position:
    size = case["size"]
    sides = [list(_stones(case, side)) for side in (1, 2)]
    return _placed(size, case["line"], sides, case["me"] - 1)


def _stones(case: dict[str, Any], wanted: int) -> Iterator[Point]:
    for x, y, side in case["stones"]:
        if side == wanted:
            yield Point((y - 1) * case["size"] + x - 1)


def _placed(size: int, line: int, sides: list[list[Point]], colour: int) -> Position:
    rules = ruleset_from({"base": "freestyle", "size": size, "line": line})
    board = Board.empty(size, 2).toggled(0, sides[0]).toggled(1, sides[1])
    return Position(compile_rules(rules), board, (0, 0), ply=sum(map(len, sides)), colour=colour)
