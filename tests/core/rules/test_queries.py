"""The whole-board queries against the rules: every legal point is played, in random games of all rulesets."""

from functools import reduce
from operator import or_
from random import Random
from typing import Any

import pytest

from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.game import Game, Retirement
from pente_core.rules.geometry import Bits
from pente_core.rules.move import Illegal, IllegalMove
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.queries import (
    captures_by_point,
    points_that_capture,
    points_that_line_up,
    points_that_win,
    standing_lines,
    stones_at_risk,
)
from pente_core.rules.rows import all_lines
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from tests.core.pictures import at, drawn
from tests.support.games.random_games import after, random_turn
from tests.support.games.ruleset_samples import SPECS, name_of


def assert_as_by_the_rules(position: Position) -> None:
    """Each query says what playing every legal point says."""
    bit = position.board.geometry.bit
    captures: dict[Point, Bits] = {}
    wins = lines = 0
    for point in position.legal_points:
        move, _, made = position.judge(point)
        if move.captured:
            captures[point] = sum(bit[stone] for capture in move.captured for stone in capture.points)
        outcome = Game(position).play(point)[1].outcome
        if outcome is not None and position.colour in outcome.winners:
            wins |= bit[point]
        if made and not move.poofed:
            lines |= bit[point]
    assert captures_by_point(position) == captures
    assert list(captures_by_point(position)) == sorted(captures)
    assert points_that_capture(position) == sum(bit[point] for point in captures)
    assert stones_at_risk(position) == reduce(or_, captures.values(), 0)
    assert points_that_win(position) == wins
    assert lines & ~points_that_line_up(position) == 0
    if not position.rules.poof:
        assert points_that_line_up(position) == lines


def passed(position: Position) -> list[Position]:
    """The position, and where no choice is due that of every other side to move."""
    found = [position]
    while not position.choices and len(found) < position.rules.sides:
        found.append(found[-1].passed())
    return found


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_queries_answer_as_the_rules_do(spec: Any) -> None:
    rules, chance = ruleset_from(spec), Random(name_of(spec))
    for _ in range(1 if rules.size > 12 else 3):
        game = Game.new(rules)
        while not game.is_over and len(game.turns) < 70:
            if rules.size <= 12 or len(game.turns) % 9 == 0:
                for position in passed(game.position):
                    assert_as_by_the_rules(position)
            game = after(game, random_turn(game, chance))
        for position in passed(game.position):  # with its lines standing, and its goal reached
            assert_as_by_the_rules(position)


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_crowded_boards_and_captures_near_the_goal(spec: Any) -> None:
    rules, chance = ruleset_from(spec), Random(name_of(spec))
    compiled = compile_rules(rules)
    for _ in range(2 if rules.size > 12 else 25):
        board = Position.initial(rules).board
        for point in range(compiled.points):
            if chance.random() < 0.7:
                board = board.toggled(chance.randrange(rules.sides), [Point(point)])
        goals = (rules.goal_of(seat) if rules.captures else 0 for seat in range(rules.sides))
        taken = tuple(max(0, goal - chance.randrange(-1, 5)) for goal in goals)
        position = Position(compiled, board, taken, compiled.points, chance.randrange(rules.sides))
        assert_as_by_the_rules(position)


@pytest.mark.parametrize("sides", [3, 4])
def test_stones_of_a_seat_that_is_out_are_still_captured(sides: int) -> None:
    chance = Random(sides)
    game = Game.new(ruleset_from({"base": "pente", "size": 9, "sides": sides}))
    for turn in range(60):
        if turn == 20:
            game = after(game, Retirement(1, Termination.RESIGNATION))
        if game.is_over:
            break
        assert_as_by_the_rules(game.position)
        game = after(game, random_turn(game, chance))


def test_standing_lines_are_those_of_the_rules() -> None:
    position = drawn(
        """
        X . . . . . O . .
        . X . . . O . . .
        . . X . O . . . .
        . . . X . . . . .
        . . O . X . . . .
        . O . . . . . . .
        X X X X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        """,
        ruleset_from({"base": "boat-pente", "size": 9}),
    )
    found = standing_lines(position, 0)
    assert found == tuple(line for _, line in all_lines(position.compiled, position.board, 0))
    assert [line.bit_count() for line in found] == [6, 5]
    assert standing_lines(position, 1) == ()


def test_a_pass_gives_the_turn_to_the_next_side_and_changes_nothing_else() -> None:
    rules = ruleset_from({"base": "connect6", "size": 9, "sides": 3, "line": 5})
    position = Game.new(rules).play(at("E5", 9))[1].play(at("E6", 9))[1].position
    assert (position.colour, position.stones_left) == (1, 1)
    null = position.passed()
    assert (null.colour, null.stones_left) == (2, 2)
    assert replace(null, colour=1, stones_left=1) == position
    assert position.without(2).passed().colour == 0
    assert null.key != position.key


def test_nothing_is_passed_and_no_point_found_while_a_choice_is_due() -> None:
    game = Game.new(ruleset_from({"base": "swap2-pente", "size": 6}))
    for name in ("C3", "D3", "C4"):
        game = game.play(at(name, 6))[1]
    assert_as_by_the_rules(game.position)
    with pytest.raises(IllegalMove) as refusal:
        game.position.passed()
    assert refusal.value.reason is Illegal.CHOICE_DUE
