"""Captures and poofs in pictures; the reference covers the rest on random games."""

from collections.abc import Iterator
from random import Random

import pytest

from pente_core.rules.captures import captures_by, poofed_by
from pente_core.rules.game import Game
from pente_core.rules.geometry import run_through
from pente_core.rules.move import Capture
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.core.pictures import at, drawn

SEVEN = {"base": "pente", "size": 7}


def taken(position: Position, name: str) -> list[str]:
    """What the next stone takes: the colour and the points of each capture."""
    size = position.rules.size
    captures = captures_by(position.compiled, position.board, position.colour, at(name, size))
    return [format_capture(capture, size) for capture in captures]


def format_capture(capture: Capture, size: int) -> str:
    points = (format_point(point, size) for point in capture.points)
    return " ".join((str(capture.colour), *points))


def poofed(position: Position, name: str) -> str:
    size = position.rules.size
    lost = poofed_by(position.compiled, position.board, position.colour, at(name, size))
    return " ".join(format_point(point, size) for point in lost)


def test_pairs_are_taken_in_all_directions_at_once() -> None:
    position = drawn(
        """
        X . . X . . X
        . O . O . O .
        . . O O O . .
        X O O . O O X
        . . O O O . .
        . O . O . O .
        X . . X . . X
        """,
        ruleset_from(SEVEN),
    )
    assert taken(position, "D4") == ["1 B2 D2 F2 C3 D3 E3 B4 C4 E4 F4 C5 D5 E5 B6 D6 F6"]


@pytest.mark.parametrize("captures", [[1], [2], [3], [1, 3], [2, 3], []])
def test_only_runs_of_the_lengths_that_are_taken(captures: list[int]) -> None:
    position = drawn(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . O O O X .
        . . . O . . . . .
        . . . O . . . . .
        . . . X . . . . .
        . . . . . . . . .
        """,
        ruleset_from({"base": "pente", "size": 9, "captures": captures}),
    )
    runs = {1: ["C5"], 2: ["D3", "D4"], 3: ["E5", "F5", "G5"]}
    expected = [name for length in captures for name in runs[length]]
    assert sorted("".join(taken(position, "D5")).split()[1:]) == sorted(expected)


def test_captures_reach_the_edge_and_do_not_wrap_around_it() -> None:
    rules = ruleset_from(SEVEN)
    position = drawn(
        """
        X O O . . . .
        . . . . . . .
        . . . X . . .
        O . . . . O O
        O . . . . . .
        . . . . . X O
        O . . . . X O
        """,
        rules,
    )
    assert taken(position, "D7") == ["1 B7 C7"]
    assert taken(position, "E4") == []
    assert taken(position, "A3") == []
    assert taken(position, "G3") == []


def test_moving_between_flanks_is_safe() -> None:
    position = drawn(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X . O X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        ruleset_from(SEVEN),
        colour=1,
    )
    assert taken(position, "B4") == []
    assert position.play(at("B4", 7))[1].taken == (0, 0)


def test_a_run_needs_an_own_stone_behind_it() -> None:
    position = drawn(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O O . O O .
        . . . X O . .
        . . . O . O .
        . . . O . . X
        """,
        ruleset_from(SEVEN),
    )
    assert taken(position, "D4") == ["1 F2 E3"]


FOUR_SIDES = """
    X # O . O O X
    . . . # . . .
    . . . # . . .
    . . . X . . .
    . . . . @ . .
    . . . . # . .
    . . . . X . .
    """


def test_of_three_or_more_each_for_himself_a_pair_is_of_one_opponent() -> None:
    position = drawn(FOUR_SIDES, ruleset_from({"base": "pente", "size": 7, "sides": 4}))
    assert taken(position, "D7") == ["1 E7 F7", "2 D5 D6"]
    assert taken(position, "E4") == []


def test_in_teams_a_pair_may_be_of_both_opponents_but_not_of_the_partner() -> None:
    rules = ruleset_from({"base": "pente", "size": 7, "sides": 4, "teams": True})
    assert taken(drawn(FOUR_SIDES, rules), "D7") == ["1 E7 F7"]
    assert taken(drawn(FOUR_SIDES.replace("#", "@"), rules), "D7") == ["1 C7 E7 F7", "3 D5 D6 B7"]
    assert taken(drawn(FOUR_SIDES, rules), "E4") == []


@pytest.mark.parametrize(
    ("base", "row", "name", "lost"),
    [
        ("poof-pente", "O . X O . . .", "B4", "B4 C4"),
        ("poof-pente", "O X . O . . .", "C4", "B4 C4"),
        ("poof-pente", "O X . X O . .", "C4", ""),
        ("poof-pente", "O X . . O . .", "C4", ""),
        ("poof-pente", "O X . X . . .", "C4", ""),
        ("poof-pente", "X . O . . . .", "B4", ""),
        ("poof-pente", ". X O . . . .", "A4", ""),
        ("o-pente", "O X . X O . .", "C4", "B4 C4 D4"),
        ("o-pente", "O . X X O . .", "B4", "B4 C4 D4"),
        ("o-pente", "O X X X . O .", "E4", ""),
    ],
)
def test_own_runs_poof_between_two_enemies(base: str, row: str, name: str, lost: str) -> None:
    empty = ". . . . . . .\n"
    position = drawn(empty * 3 + row + "\n" + empty * 3, ruleset_from({"base": base, "size": 7}))
    assert poofed(position, name) == lost


def test_crossing_runs_poof_together_and_the_new_stone_counts_once() -> None:
    position = drawn(
        """
        . . . O . . .
        . . . . . . .
        . . . O . . .
        . O X . O . .
        . . . X . . .
        . . . O . . .
        . . . . . . .
        """,
        ruleset_from({"base": "poof-pente", "size": 7}),
    )
    assert poofed(position, "D4") == "D3 C4 D4"
    assert position.play(at("D4", 7))[1].taken == (0, 3)


def test_captures_and_poofs_are_found_before_anything_is_removed() -> None:
    position = drawn(
        """
        . . . X . . .
        . . . O . . .
        . . . O . . .
        . . . . . . .
        . . . X . . .
        . . . O . . .
        . . . . . . .
        """,
        ruleset_from({"base": "poof-pente", "size": 7}),
    )
    move, after = position.play(at("D4", 7))
    assert [format_capture(capture, 7) for capture in move.captured] == ["1 D5 D6"]
    assert [format_point(point, 7) for point in move.poofed] == ["D3", "D4"]
    assert after.taken == (2, 2)
    assert [bits.bit_count() for bits in after.board.stones] == [1, 1]


@pytest.mark.parametrize("lengths", [(1,), (2,), (2, 3), (1, 4, 6)])
def test_what_poofs_is_what_a_walk_along_every_axis_finds(lengths: tuple[int, ...]) -> None:
    rules = ruleset_from({"base": "poof-pente", "size": 13, "poof": list(lengths)})
    chance, poofs = Random(str(lengths)), 0
    for _ in range(60):
        game = Game.new(rules)
        while not game.is_over and len(game.turns) < 70:
            position, point = game.position, chance.choice(list(game.position.legal_points))
            lost = poofed_by(position.compiled, position.board, position.colour, point)
            assert set(lost) == set(_poofed_by_walking(position, point, lengths))
            poofs += bool(lost)
            game = game.play(point)[1]
    assert poofs > 10


def _poofed_by_walking(position: Position, point: Point, lengths: tuple[int, ...]) -> Iterator[Point]:
    table = position.board.geometry
    own, enemy = position.board.stones[position.colour], position.board.stones[1 - position.colour]
    for step in table.steps:
        run, ends = run_through(own, table.bit[point], step)
        if run.bit_count() in lengths and (ends & enemy).bit_count() == 2:
            yield from table.points(run)
