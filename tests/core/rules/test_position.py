import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.move import Call, Capture, Choice, Illegal, IllegalMove, Move
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import PointSet, Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.core.pictures import at, drawn, names
from tests.support.games.game_strategies import any_rules, positions


def played(rules: Ruleset, *points: str) -> Position:
    position = Position.initial(rules)
    for name in points:
        _, position = position.play(at(name, rules.size))
    return position


# What is legal


@given(positions() | positions(any_rules()))
def test_legal_points_are_those_that_nothing_is_wrong_with(position: Position) -> None:
    points = range(-2, position.rules.size**2 + 3)
    legal = [point for point in points if position.why_illegal(Point(point)) is None]
    assert list(position.legal_points) == legal
    assert [point for point in points if point in position.legal_points] == legal
    assert len(position.legal_points) == len(legal)
    assert bool(position.legal_points) == bool(legal)
    assert position.is_blocked == (not legal and not position.choices)


@given(positions(), st.integers(-2, 700).map(Point))
def test_what_is_illegal_is_refused_with_its_reason(position: Position, point: Point) -> None:
    reason = position.why_illegal(point)
    if reason is None:
        position.play(point)
    else:
        with pytest.raises(IllegalMove) as refused:
            position.play(point)
        assert refused.value.reason is reason


def test_reasons() -> None:
    pente = RULESETS["pente"]
    assert played(pente).why_illegal(Point(361)) is Illegal.OFF_BOARD
    assert played(pente).why_illegal(Point(-1)) is Illegal.OFF_BOARD
    assert played(pente).why_illegal(at("A1", 19)) is Illegal.NOT_CENTRE
    assert played(pente, "K10").why_illegal(at("K10", 19)) is Illegal.OCCUPIED
    assert played(pente, "K10", "A1").why_illegal(at("K10", 19)) is Illegal.OCCUPIED
    assert played(pente, "K10", "A1").why_illegal(at("M12", 19)) is Illegal.RESTRICTED
    assert played(pente, "K10", "A1").why_illegal(at("N12", 19)) is None
    assert played(pente, "K10", "A1", "N12").why_illegal(at("M12", 19)) is None
    swap2 = played(RULESETS["swap2-pente"], "K10", "A1", "B1")
    assert swap2.why_illegal(at("C1", 19)) is Illegal.CHOICE_DUE
    assert swap2.choose(Choice.STAY).why_illegal(at("C1", 19)) is None


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("pente", 1, 335),
        ("pente-casual", 361, 359),
        ("g-pente", 1, 327),
        ("gomoku", 1, 359),
        ("connect6", 1, 359),
        ("d-pente", 361, 359),
    ],
)
def test_how_many_points_the_opening_leaves(name: str, first: int, second: int) -> None:
    rules = RULESETS[name]
    assert len(played(rules).legal_points) == first
    assert len(played(rules, "K10").legal_points) == 360
    assert len(played(rules, "K10", "A1").legal_points) == second


def test_seven_by_seven_leaves_the_edge_to_the_third_stone() -> None:
    rules = ruleset_from({"base": "pente", "size": 7})
    position = played(rules, "D4", "D5")
    assert len(position.legal_points) == 24
    assert "C4" not in names(position.legal_points.bits, position.board)


@pytest.mark.parametrize(
    ("spec", "stones", "restricted"),
    [
        ({"base": "pente", "size": 9, "sides": 3}, "E5 A1 A2", True),
        ({"base": "pente", "size": 9, "sides": 4}, "E5 A1 A2 A3", True),
        ({"base": "pente", "size": 9, "sides": 4}, "E5 A1", False),
        ({"base": "pente", "size": 9, "sides": 4, "teams": True}, "E5 A1", False),
        ({"base": "pente", "size": 9, "stones_per_turn": 2}, "E5 A1 B1", True),
        ({"base": "pente", "size": 9, "stones_per_turn": 2}, "E5 A1 B1 C1", False),
    ],
)
def test_only_the_first_side_is_restricted_and_only_once(
    spec: dict[str, object], stones: str, *, restricted: bool
) -> None:
    position = played(ruleset_from(spec), *stones.split())
    empty = 81 - len(stones.split())
    assert len(position.legal_points) == (empty - 24 if restricted else empty)


def test_point_sets_are_sets_of_points() -> None:
    points = PointSet(19, 0b101)
    assert list(points) == [0, 2]
    assert 0 in points
    assert 1 not in points
    assert 361 not in points
    assert -1 not in points
    assert "A1" not in points
    assert (len(points), bool(points), bool(PointSet(19, 0))) == (2, True, False)


# What a move does


@given(positions())
def test_after_a_move_is_where_playing_it_leads(position: Position) -> None:
    for point in list(position.legal_points)[::7]:
        move, after = position.play(point)
        assert position.after(move) == after
        assert (after.key, after.compiled) == (position.after(move).key, position.compiled)
        assert after.ply == position.ply + 1
        stones = sum(bits.bit_count() for bits in after.board.stones)
        assert stones + sum(after.taken) == sum(bits.bit_count() for bits in position.board.stones) + (
            sum(position.taken) + 1
        )


@given(positions())
def test_every_stone_placed_is_on_the_board_or_credited_to_somebody(position: Position) -> None:
    assert position.board.occupied.bit_count() + sum(position.taken) == position.ply


def test_a_move_tells_all_that_it_did() -> None:
    position = drawn(
        """
        . . . . . . .
        . . . . . . .
        . . . X . . .
        X O O . X . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        """,
        ruleset_from({"base": "pente", "size": 7}),
        taken=(2, 4),
    )
    move, after = position.play(at("D4", 7))
    pair = (at("B4", 7), at("C4", 7))
    assert move == Move(0, at("D4", 7), (Capture(1, pair),), (), (Call.OPEN_TRIA,))
    assert (after.taken, after.colour, after.ply) == ((4, 4), 1, 101)


@pytest.mark.parametrize(("flank", "calls", "lost"), [(".", [Call.OPEN_TRIA], ""), ("O", [], "D3 D4")])
def test_a_stone_that_poofs_makes_no_row(flank: str, calls: list[Call], lost: str) -> None:
    position = drawn(
        f"""
        . . . . . . .
        . . . . . . .
        . . . {flank} . . .
        . . X . X . .
        . . . X . . .
        . . . O . . .
        . . . . . . .
        """,
        ruleset_from({"base": "poof-pente", "size": 7}),
    )
    move, _ = position.play(at("D4", 7))
    assert list(move.calls) == calls
    assert [format_point(point, 7) for point in move.poofed] == lost.split()


# Choices and seats


def test_choices_are_made_only_when_due() -> None:
    position = Position.initial(RULESETS["d-pente"])
    with pytest.raises(IllegalMove, match="no-choice-due"):
        position.choose(Choice.SWAP)
    four = played(RULESETS["d-pente"], "K10", "A1", "B1", "C1")
    assert (four.to_act, four.choices) == (1, (Choice.SWAP, Choice.STAY))
    with pytest.raises(IllegalMove, match="no-choice-due"):
        four.choose(Choice.PASS)
    chosen = four.choose(Choice.STAY)
    assert (chosen.made, chosen.to_act, chosen.choices) == ((Choice.STAY,), 0, ())
    assert not four.is_blocked
    assert not four.legal_points


def test_a_seat_that_is_out_loses_its_turns() -> None:
    rules = ruleset_from({"base": "pente-casual", "sides": 4})
    position = played(rules, "A1", "B1")
    assert position.without(1).colour == 2
    assert position.without(2).colour == 3
    assert position.without(2).without(3).colour == 0
    assert position.without(3).play(Point(100))[1].colour == 0
    assert position.without(2).board == position.board


def test_a_seat_that_leaves_amid_its_turn_takes_the_rest_of_it_along() -> None:
    rules = ruleset_from({"base": "connect6", "sides": 3})
    position = played(rules, "K10", "B1")
    assert (position.colour, position.stones_left) == (1, 1)
    after = position.without(1)
    assert (after.colour, after.stones_left) == (2, 2)


def test_teams_share_what_they_took() -> None:
    rules = ruleset_from({"base": "pente", "sides": 4, "teams": True})
    position = Position(compile_rules(rules), Position.initial(rules).board, (2, 4, 8, 16))
    assert [position.taken_by_team(seat) for seat in range(4)] == [10, 20, 10, 20]


# Values


@given(positions())
def test_positions_are_values(position: Position) -> None:
    copied = pickle.loads(pickle.dumps(position))
    assert copied == position
    assert hash(copied) == hash(position)
    assert copied.compiled is position.compiled
    assert copy.deepcopy(position) == position


def test_positions_do_not_change() -> None:
    position = played(RULESETS["pente"], "K10")
    with pytest.raises(AttributeError, match="immutable"):
        position.ply = 0  # type: ignore[misc]
