"""The page of the rules of any ruleset: what its diagrams show is what the rules say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.drawing.text_board import ASCII, UNICODE
from pente_client.teaching.examples import RuleExample, closed_points
from pente_client.teaching.rules_lines import LineKind, rules_lines, rules_text
from pente_client.teaching.rules_page import Section, rules_page
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from

KERYO = RULESETS["keryo-pente"]
O_PENTE = RULESETS["o-pente"]


def sections(rules: Ruleset) -> dict[str, Section]:
    return {section.title: section for section in rules_page(rules, ASCII)}


def captions(section: Section) -> list[str]:
    return [figure.caption for figure in section.figures]


def test_a_pair_leaves_the_board_and_three_stay() -> None:
    pair, three, between = sections(Ruleset())["Captures"].figures

    assert pair.after == (" X . .(X). ",)
    assert three.after == (" X O O O(X). ",)
    assert between.after == (" O X(X)O . ",)


def test_keryo_takes_three_too() -> None:
    captures = sections(KERYO)["Captures"]

    assert captions(captures)[:3] == ["A pair captured.", "Three captured.", "Four are safe."]
    assert captures.figures[1].after == (" X . . .(X). ",)


def test_poofs_are_shown_where_the_ruleset_has_them() -> None:
    assert [figure.after for figure in sections(O_PENTE)["Poof"].figures] == [
        (" O .(.)O . ",),
        (" O . .(.)O . ",),
    ]
    assert "Poof" not in sections(Ruleset())


def test_a_row_that_can_be_broken_has_not_won_yet() -> None:
    won, breakable = sections(RULESETS["boat-pente"])["Breaking a row"].figures

    assert "*" in won.after[0]
    assert not any("*" in row for row in breakable.after)


def test_an_overline_does_not_win_gomoku() -> None:
    wins, overline = sections(RULESETS["gomoku"])["How to win"].figures

    assert "*" in wins.after[0]
    assert "*" not in overline.after[0]


def test_the_opening_shows_where_the_second_stone_can_not_go() -> None:
    position, closed = closed_points(RULESETS["g-pente"]) or pytest.fail("no closed points")

    assert parse_point("K7", 19) in closed
    assert parse_point("K15", 19) not in closed
    assert position.colour == 0
    assert closed_points(RULESETS["swap2-pente"]) is None


def test_pairs_of_two_opponents() -> None:
    alone = sections(ruleset_from({"base": "pente", "sides": 3}))["Captures"]
    teams = sections(ruleset_from({"base": "pente", "sides": 4, "teams": True}))["Captures"]

    assert (" X O #(X). ",) in [figure.after for figure in alone.figures]
    assert (" X . .(X). ",) in [figure.after for figure in teams.figures if "Both" in figure.caption]


def test_swap_openings_say_what_they_are_for() -> None:
    text = " ".join(sections(RULESETS["swap2-keryo"])["Opening"].sentences)

    assert "it pays to place them evenly" in text
    assert "Or the second player passes" in text


def test_nothing_is_wider_than_asked_for_but_long_rows() -> None:
    for rules in RULESETS.values():
        for line in rules_lines(rules, UNICODE, 37):
            assert len(line.text) <= 37, (rules.base, line)


def test_what_a_ruleset_does_not_have_is_not_on_its_page() -> None:
    assert list(sections(RULESETS["freestyle"])) == ["How to win", "Turns", "Tria and tessera", "Draw"]


@st.composite
def own_rulesets(draw: st.DrawFn) -> Ruleset:
    spec = {
        "base": draw(st.sampled_from(sorted(RULESETS))),
        "size": draw(st.integers(3, 25)),
        "line": draw(st.integers(3, 8)),
        "captures": draw(st.lists(st.integers(1, 5), unique=True, max_size=3)),
        "sides": draw(st.integers(2, 4)),
        "exact_line": draw(st.booleans()),
    }
    try:
        return ruleset_from(spec)
    except InvalidRuleset as invalid:
        return invalid.nearest or Ruleset()


@given(own_rulesets(), st.sampled_from([ASCII, UNICODE]))
def test_every_ruleset_has_a_page_whose_captions_are_true(rules: Ruleset, charset: object) -> None:
    for section in rules_page(rules, ASCII if charset is ASCII else UNICODE):
        for figure in section.figures:
            says = figure.caption
            if "captured." in says or "Both" in says or "Poof" in says:
                assert figure.before != figure.after
            is_won = any("*" in row for row in figure.after)
            if "this wins" in says.lower():
                assert is_won, figure
            elif figure.after:
                assert not is_won, figure
    assert rules_text(rules, ASCII)


def test_a_drawing_that_is_larger_than_the_board_is_no_example() -> None:
    assert RuleExample.of(ruleset_from({"base": "freestyle", "size": 3, "line": 3}), ["XOO*"]) is None


def test_titles_are_told_apart_from_text() -> None:
    kinds = {line.kind for line in rules_lines(Ruleset(), ASCII, 60)}

    assert kinds == set(LineKind)
