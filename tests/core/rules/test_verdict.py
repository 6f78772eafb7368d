"""What is looked at first, in pictures; the reference covers the rest on random games."""

from random import Random
from typing import Any

import pytest

from pente_core.rules.game import Game
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.verdict import verdict, winner_by_default
from pente_core.value import replace
from tests.core.pictures import at, drawn
from tests.support.games.random_games import random_turn

LINE, CAPTURES = Termination.LINE, Termination.CAPTURES
NO_MOVES, DEAD = Termination.NO_MOVES, Termination.DEAD


def outcome(picture: str, spec: Any, point: str, **position: Any) -> Outcome | None:
    """How the game stands after a stone on ``point``."""
    rules = ruleset_from(spec)
    game = Game(drawn(picture, rules, **position))
    return game.play(at(point, rules.size))[1].outcome


PAIR_AND_LINE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . X . .
    . . . . O . .
    . . . . O . .
    X X X X . . .
    """


@pytest.mark.parametrize("taken", [(0, 0), (8, 8)])
def test_a_line_comes_before_captures(taken: tuple[int, int]) -> None:
    end = outcome(PAIR_AND_LINE, {"base": "pente", "size": 7}, "E1", taken=taken)
    assert end == Outcome(LINE, (0,), (tuple(Point(n) for n in range(5)),))


def test_captures_win_at_the_goal() -> None:
    picture = PAIR_AND_LINE.replace("X X X X", "X X . X")
    seven = {"base": "pente", "size": 7}
    assert outcome(picture, seven, "E1", taken=(6, 8)) is None
    assert outcome(picture, seven, "E1", taken=(8, 8)) == Outcome(CAPTURES, (0,))
    assert outcome(picture, seven | {"goal": 12}, "E1", taken=(8, 8)) is None
    assert outcome(picture, seven | {"goal": 11}, "E1", taken=(9, 8)) == Outcome(CAPTURES, (0,))


def test_a_line_of_the_other_side_that_was_there_before_does_not_count() -> None:
    picture = ". . . . . . .\n" * 6 + "O O O O O . ."
    assert outcome(picture, {"base": "pente", "size": 7}, "A7") is None


def test_teams_win_together() -> None:
    picture = PAIR_AND_LINE.replace("X X X X", "X X . X")
    teams = {"base": "pente", "size": 7, "sides": 4, "teams": True}
    assert outcome(picture, teams, "E1", taken=(3, 0, 5, 0)) == Outcome(CAPTURES, (0, 2))
    end = outcome(PAIR_AND_LINE, teams, "E1", taken=(0, 0, 0, 0))
    assert end is not None
    assert (end.termination, end.winners) == (LINE, (0, 2))


POOF = """
    . . . X . . .
    . . . O . . .
    . . . O . . .
    O X . . . . .
    . . . X . . .
    . . . O . . .
    . . . . . . .
    """


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ((8, 8), None),  # 10 to 10
        ((8, 9), Outcome(CAPTURES, (1,))),  # 10 to 11: against its own mover
        ((9, 8), Outcome(CAPTURES, (0,))),
        ((6, 7), None),
        ((7, 8), Outcome(CAPTURES, (1,))),
    ],
)
def test_after_a_poof_the_larger_count_wins(taken: tuple[int, int], expected: Outcome | None) -> None:
    assert outcome(POOF, {"base": "poof-pente", "size": 7}, "D4", taken=taken) == expected


def test_with_poof_captures_come_before_the_line() -> None:
    end = outcome(PAIR_AND_LINE, {"base": "poof-pente", "size": 7}, "E1", taken=(8, 0))
    assert end == Outcome(CAPTURES, (0,))


FIVE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . {weak} . . . .
    . . {pair} . . . .
    X X X X . . O
    . . . . . . .
    """


@pytest.mark.parametrize(
    ("base", "weak", "pair", "wins"),
    [
        ("boat-pente", ".", ".", True),
        ("boat-pente", "O", "X", False),
        ("boat-pente", ".", "X", True),
        ("pente", "O", "X", True),
    ],
)
def test_an_unbreakable_five_wins_at_once(base: str, weak: str, pair: str, *, wins: bool) -> None:
    end = outcome(FIVE.format(weak=weak, pair=pair), {"base": base, "size": 7}, "E2")
    assert (end is not None) is wins


def test_a_five_that_was_not_broken_wins_and_beats_everything() -> None:
    picture = """
        . . . . . . .
        X O O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O O O . .
        . . X X X X .
        """
    boat = {"base": "boat-pente", "size": 7}
    standing = tuple(at(f"{column}2", 7) for column in "ABCDE")
    for move in ("D6", "B1", "G7"):
        assert outcome(picture, boat, move, taken=(8, 0)) == Outcome(LINE, (1,), (standing,))


def test_a_breakable_five_waits_behind_captures() -> None:
    picture = """
        . . . . . . .
        . . . . X . .
        . . . O O . .
        . . . X O . .
        . X X X . X .
        . . . . . . .
        . . . . . . .
        """
    boat = {"base": "boat-pente", "size": 7}
    assert outcome(picture, boat, "E3", taken=(0, 0)) is None
    assert outcome(picture, boat, "E3", taken=(8, 0)) == Outcome(CAPTURES, (0,))


def test_a_board_without_a_legal_point_is_drawn() -> None:
    full = "X O X\nX O O\nO X ."
    gomoku = {"base": "gomoku", "size": 3, "line": 3, "opening": "free"}
    assert outcome(full, gomoku, "C1", colour=1) == Outcome(NO_MOVES)
    assert outcome(full.replace("O O\n", "X .\n"), gomoku, "C1", colour=1) is None


def test_the_last_move_wins_where_it_wins_and_fills_the_board() -> None:
    gomoku = {"base": "gomoku", "size": 3, "line": 3, "opening": "free"}
    end = outcome("X O X\nO X O\nO X .", gomoku, "C1")
    assert end is not None
    assert end.termination is LINE


def test_a_dead_board_is_drawn_at_once() -> None:
    tiny = {"base": "freestyle", "size": 3, "line": 3}
    assert outcome("X O X\nX O O\nO . .", tiny, "B1", colour=0) == Outcome(DEAD)
    assert outcome("X O X\nX O O\nO . .", tiny | {"dead_draw": False}, "B1", colour=0) is None


def test_every_line_of_the_winner_is_told() -> None:
    picture = """
        X . . X . . X
        . X . X . X .
        . . X X X . .
        X X X . X X X
        . . X X X . .
        . X . X . X .
        X . . X . . X
        """
    end = outcome(picture, {"base": "pente", "size": 7}, "D4")
    assert end is not None
    assert [len(line) for line in end.lines] == [7, 7, 7, 7]
    assert [format_point(line[0], 7) for line in end.lines] == ["A4", "D1", "A1", "G1"]


def test_the_last_side_in_the_game_wins() -> None:
    position = drawn(". . .\n" * 3, ruleset_from({"base": "freestyle", "size": 3, "line": 3, "sides": 3}))
    assert winner_by_default(replace(position, out=0b001)) == ()
    assert winner_by_default(replace(position, out=0b101)) == (1,)
    teams = ruleset_from({"base": "pente", "sides": 4, "teams": True})
    partners = replace(Game.new(teams).position, out=0b0101)
    assert winner_by_default(partners) == (1, 3)
    assert winner_by_default(replace(partners, out=0b0011)) == ()


@pytest.mark.parametrize(
    "spec",
    [
        "boat-pente",
        "o-pente",
        {"base": "o-pente", "size": 9, "line": 4},
        {"base": "boat-pente", "size": 9, "exact_line": True},
    ],
)
def test_a_row_is_found_where_the_last_stone_has_made_it(spec: Any) -> None:
    """A game looks for it there; to look for it everywhere has to come to the same."""
    rules, chance, left = ruleset_from(spec), Random(str(spec)), 0
    for _ in range(150):
        game = Game.new(rules)
        while not game.is_over and len(game.turns) < 80:
            turn = random_turn(game, chance)
            assert isinstance(turn, int)
            move, after, lines = game.position.judge(turn)
            game = game.play(turn)[1]
            assert game.outcome == verdict(move, after, lines)
            left += bool(lines) and not game.is_over
    assert left, "some lines can be broken, and are judged a turn later"
