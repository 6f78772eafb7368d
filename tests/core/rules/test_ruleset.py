import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.compiled_rules import forbidden_second_points
from pente_core.rules.geometry import geometry
from pente_core.rules.position import Position
from pente_core.rules.ruleset import (
    RULESETS,
    First,
    InvalidRuleset,
    Opening,
    Ruleset,
    SecondMove,
    Swap,
    ruleset_from,
)
from pente_core.value import replace
from tests.core.pictures import names
from tests.support.games.game_strategies import any_rules


@given(any_rules())
def test_a_spec_is_read_back_also_through_json(rules: Ruleset) -> None:
    assert ruleset_from(rules.spec) == rules
    assert ruleset_from(json.loads(json.dumps(rules.spec))) == rules


@pytest.mark.parametrize("name", RULESETS)
def test_a_name_is_the_shortest_spec(name: str) -> None:
    assert ruleset_from(name) == RULESETS[name]
    assert RULESETS[name].spec == name
    assert RULESETS[name].base == name


@given(any_rules())
def test_every_ruleset_leaves_a_point_to_begin_and_to_go_on(rules: Ruleset) -> None:
    table = geometry(rules.size)
    assert Position.initial(rules).legal_points
    assert table.full & ~forbidden_second_points(rules)


@pytest.mark.parametrize(("size", "free"), [(7, 24), (9, 56), (19, 336), (25, 600)])
def test_the_tournament_restriction_leaves_points(size: int, free: int) -> None:
    rules = ruleset_from({"base": "pente", "size": size})
    assert size * size - forbidden_second_points(rules).bit_count() == free


def test_the_tournament_restriction_leaves_none_on_5x5() -> None:
    with pytest.raises(InvalidRuleset, match="leaves no open point"):
        ruleset_from({"base": "pente", "size": 5})


def test_the_g_pente_restriction() -> None:
    board = Position.initial(RULESETS["g-pente"]).board
    square = forbidden_second_points(RULESETS["pente"])
    more = forbidden_second_points(RULESETS["g-pente"]) & ~square
    assert names(more, board) == "K6 K7 F10 G10 N10 O10 K13 K14"
    assert names(square, board).split()[::6] == ["H8", "J9", "K10", "L11", "M12"]


def test_an_even_board_has_no_centre_and_opens_freely() -> None:
    rules = ruleset_from({"base": "g-pente", "size": 18})
    assert (rules.opening, rules.second_move) == (Opening.FREE, SecondMove.FREE)


def test_a_base_adapts_to_what_is_given() -> None:
    assert ruleset_from({"base": "pente", "sides": 3}).line == 4
    assert ruleset_from({"base": "pente", "sides": 4, "teams": True}).line == 5
    assert ruleset_from({"base": "o-pente", "captures": []}) == replace(
        RULESETS["o-pente"], captures=(), goal=0, poof=(), unbreakable=False
    )
    with_captures = ruleset_from({"base": "freestyle", "captures": [2]})
    assert (with_captures.goal, with_captures.dead_draw) == (10, False)


def test_a_spec_says_what_was_not_adapted() -> None:
    adapted, as_usual = {"base": "connect6", "sides": 3}, {"base": "connect6", "line": 6, "sides": 3}
    assert ruleset_from(adapted).line == 4
    assert ruleset_from(adapted).spec == adapted
    assert ruleset_from(as_usual).line == 6
    assert ruleset_from(as_usual).spec == as_usual


def test_lengths_may_come_in_any_order() -> None:
    assert ruleset_from({"base": "pente", "captures": [3, 2]}).captures == (2, 3)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("chess", "there is no ruleset 'chess'; choose from pente, "),
        (None, "a name, or an object"),
        (["pente"], "a name, or an object"),
        ({"base": "chess"}, "there is no ruleset 'chess'"),
        ({"base": ["pente"]}, "there is no ruleset"),
        ({"base": "pente", "colour": 3}, "no parameter 'colour'"),
        ({"base": "pente", 3: 3}, "no parameter 3"),
        ({"base": "pente", "spec": 3}, "no parameter 'spec'"),
        ({"size": "13"}, "size can't be '13'; it must be a whole number"),
        ({"size": True}, "size can't be True; it must be a whole number"),
        ({"size": 13.0}, "it must be a whole number"),
        ({"exact_line": 1}, "exact_line can't be 1; it must be true or false"),
        ({"captures": 2}, "captures can't be 2; it must be a list of whole numbers"),
        ({"captures": ["2"]}, "it must be a list of whole numbers"),
        ({"captures": [True]}, "it must be a list of whole numbers"),
        ({"opening": "corner"}, "opening can't be 'corner'; it must be one of free, centre"),
        ({"swap": None}, "it must be one of none, d-pente, swap2"),
        ({"size": 2}, "size must be from 3 to 25, not 2"),
        ({"size": 26}, "size must be from 3 to 25, not 26"),
        ({"size": 10**9}, "size must be from 3 to 25"),
        ({"line": 2}, "line must be from 3 to the board size, 19, not 2"),
        ({"base": "freestyle", "size": 4}, "line must be from 3 to the board size, 4, not 5"),
        ({"sides": 1}, "sides must be 2, 3 or 4, not 1"),
        ({"sides": 5}, "sides must be 2, 3 or 4, not 5"),
        ({"stones_per_turn": 3}, "stones_per_turn must be 1 or 2, not 3"),
        ({"teams": True}, "teams"),
        ({"base": "poof-pente", "sides": 3}, "two sides"),
        ({"base": "boat-pente", "sides": 3}, "two sides"),
        ({"base": "d-pente", "sides": 3}, "two sides"),
        ({"base": "d-pente", "stones_per_turn": 2}, "one stone per turn"),
        ({"captures": [0]}, "captures must be distinct lengths from 1 to 19 in ascending order"),
        ({"captures": [2, 2]}, "captures must be distinct lengths"),
        ({"captures": [20]}, "captures must be distinct lengths"),
        ({"poof": [0]}, "poof must be distinct lengths"),
        ({"goal": 0}, "goal must be from 1 to 361 stones, not 0"),
        ({"goal": 362}, "goal must be from 1 to 361 stones, not 362"),
        ({"base": "gomoku", "goal": 10}, "need captures"),
        ({"base": "gomoku", "poof": [2]}, "need captures"),
        ({"base": "gomoku", "unbreakable": True}, "need captures"),
        ({"dead_draw": True}, "dead_draw needs a game without captures"),
        ({"size": 18, "opening": "centre"}, "18x18 board has no centre"),
        ({"size": 18, "second_move": "tournament"}, "18x18 board has no centre"),
        ({"base": "g-pente", "size": 17}, "needs a 19x19 board"),
    ],
)
def test_what_can_not_be_played_is_refused_with_the_reason(spec: Any, why: str) -> None:
    with pytest.raises(InvalidRuleset, match=why):
        ruleset_from(spec)


def test_a_ruleset_made_by_hand_is_checked_too() -> None:
    with pytest.raises(InvalidRuleset, match="there is no ruleset 'mine'"):
        Ruleset(base="mine")


def test_colours_and_teams() -> None:
    assert RULESETS["pente"].colours == ("white", "black")
    assert replace(RULESETS["pente"], first=First.BLACK).colours == ("black", "white")
    four = ruleset_from({"base": "pente", "sides": 4})
    assert four.colours == ("white", "black", "red", "blue")
    assert [four.team(seat) for seat in range(4)] == [(0,), (1,), (2,), (3,)]
    teams = replace(four, teams=True)
    assert [teams.team(seat) for seat in range(4)] == [(0, 2), (1, 3), (0, 2), (1, 3)]


def test_the_table_of_variants() -> None:
    swaps = {name for name, rules in RULESETS.items() if rules.swap is not Swap.NONE}
    assert swaps == {"d-pente", "d-keryo", "swap2-pente", "swap2-keryo"}
    keryo = {name for name, rules in RULESETS.items() if rules.captures == (2, 3)}
    assert keryo == {"keryo-pente", "d-keryo", "swap2-keryo", "o-pente"}
    assert {name: RULESETS[name].goal for name in RULESETS if RULESETS[name].captures} == {
        name: 15 if name in keryo else 10 for name in RULESETS if RULESETS[name].captures
    }
    assert {name for name, rules in RULESETS.items() if not rules.captures} == {
        "gomoku",
        "connect6",
        "freestyle",
    }


def test_rulesets_do_not_change() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        RULESETS["pente"].size = 13  # type: ignore[misc]
    with pytest.raises(TypeError):
        RULESETS["pente"] = RULESETS["gomoku"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("spec", "problems", "nearest"),
    [
        ({"base": "boat-pente", "stones_per_turn": 2}, ["unbreakable needs one stone"], "boat-pente"),
        (
            {"size": 31, "line": 40, "sides": 9, "colour": 3, "goal": "ten"},
            ["no parameter 'colour'", "goal can't be 'ten'", "size must be", "line must be", "sides must be"],
            {"base": "pente", "size": 25, "line": 25, "sides": 4},
        ),
        (
            {"base": "chess", "size": 27},
            ["no ruleset 'chess'", "size must be"],
            {"base": "pente", "size": 25},
        ),
        ({"teams": True}, ["teams need four sides"], {"base": "pente", "sides": 4, "teams": True}),
        (
            {"base": "poof-pente", "sides": 3, "swap": "swap2", "stones_per_turn": 2},
            ["need exactly two sides", "a swap opening needs one stone per turn"],
            {"base": "poof-pente", "sides": 3, "poof": [], "stones_per_turn": 2},
        ),
    ],
)
def test_every_problem_is_told_at_once_with_the_nearest_ruleset(
    spec: Any, problems: list[str], nearest: Any
) -> None:
    with pytest.raises(InvalidRuleset) as raised:
        ruleset_from(spec)
    found = raised.value
    assert len(found.problems) == len(problems)
    for words in problems:
        assert words in str(found)
    assert found.nearest is not None
    assert found.nearest == ruleset_from(nearest)
    assert json.dumps(found.nearest.spec) in str(found)


def test_the_message_about_a_map_that_is_no_ruleset_stays_short() -> None:
    with pytest.raises(InvalidRuleset) as raised:
        ruleset_from({f"{number}" + "x" * 200: number for number in range(200)})
    assert len(str(raised.value)) < 1500
    assert "and 188 more" in str(raised.value)


NUMBERS = st.integers(-3, 30)
LENGTHS = st.lists(NUMBERS, max_size=4)
WHATEVER = st.fixed_dictionaries(
    {"base": st.sampled_from(list(RULESETS))},
    optional={
        "size": NUMBERS,
        "line": NUMBERS,
        "captures": LENGTHS,
        "goal": NUMBERS,
        "poof": LENGTHS,
        "unbreakable": st.booleans(),
        "opening": st.sampled_from(["free", "centre"]),
        "second_move": st.sampled_from(["free", "tournament", "g-pente"]),
        "swap": st.sampled_from(["none", "d-pente", "swap2"]),
        "stones_per_turn": NUMBERS,
        "sides": NUMBERS,
        "teams": st.booleans(),
        "dead_draw": st.booleans(),
    },
)


@given(WHATEVER)
def test_the_nearest_ruleset_can_be_played(spec: dict[str, Any]) -> None:
    nearest = _nearest_to(spec)
    assert ruleset_from(nearest.spec) == nearest


def _nearest_to(spec: dict[str, Any]) -> Ruleset:
    try:
        return ruleset_from(spec)
    except InvalidRuleset as invalid:
        assert invalid.nearest is not None  # noqa: PT017 -- not every ruleset that is drawn is invalid
        return invalid.nearest
