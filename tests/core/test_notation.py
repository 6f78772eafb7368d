import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pente_core.notation import BadPosition, format_position, parse_position
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.core.rules.test_game import played
from tests.support.games.game_strategies import any_rules, positions

START = "19/" * 18 + "19 0,0 0X1 - - 0 pente"
SMALL = '3/1XO/3 0,0 0X1 - - 2 {"base":"freestyle","size":3,"line":3}'


@given(positions() | positions(any_rules()))
@example(Position.initial(ruleset_from({"base": "pente", "sides": 4})).without(0).without(2))
def test_parse_and_format_are_twins(position: Position) -> None:
    text = format_position(position)
    assert "\n" not in text
    assert parse_position(text) == position
    assert format_position(parse_position(text)) == text


def test_pictures() -> None:
    assert format_position(played("pente").position) == START
    capture = played("pente-casual", "A1", "B1", "T19", "C1", "D1").position
    assert format_position(capture) == "18X/" + "19/" * 17 + "X2X15 2,0 1O1 - - 5 pente-casual"
    chosen = played("swap2-pente", "A1", "B1", "C1", "pass", "D1", "E1").position
    assert format_position(chosen) == "19/" * 18 + "XOXOX14 0,0 0O1 pass - 5 swap2-pente"
    four = played({"base": "pente", "sides": 4}, "K10", "A1", "resignation:2").position
    assert format_position(four).split(" ", 1)[1] == '0,0,0,0 3@1 - 2 2 {"base":"pente","sides":4}'


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (SMALL, "", "7 fields separated by single spaces, not 1"),
        (" 2 {", " {", "7 fields|freestyle"),
        (' {"base', "  {'base", "there is no ruleset"),
        ("freestyle", "chess", "there is no ruleset 'chess'"),
        ('"line":3}', '"line":3', "is not valid JSON"),
        ('"line":3}', '"line":' + "9" * 5000 + "}", "is not valid JSON|line must be"),
        ('"line":3}', '"line":' + "[" * 99999, "is not valid JSON"),
        ('"line":3', '"line":5', "line must be from 3 to the board size"),
        ('"size":3,"line":3', '"line":3,"size":3', "the position must be written as"),
        ("3/1XO/3", "3/1XO", "the board needs 3 rows, not 2"),
        ("3/1XO/3", "3/1XO/3/3", "the board needs 3 rows, not 4"),
        ("3/1XO/3", "3/1XO/2", "'2' needs 3 points, not 2"),
        ("3/1XO/3", "3/1XO/4", "'4' needs 3 points, not 4"),
        ("3/1XO/3", "3/1XO/03", "'03' is not a row"),
        ("3/1XO/3", "3/1XO/", "'' is not a row"),
        ("3/1XO/3", "3/1X#/3", "'1X#' is not a row; use numbers and the characters XO"),
        ("3/1XO/3", "3/1xO/3", "is not a row"),
        ("3/1XO/3", "3/1XO/12", "'12' needs 3 points, not 12"),
        (" 0,0 ", " 0 ", "each of 2 seats, not 1"),
        (" 0,0 ", " 0,0,0 ", "each of 2 seats, not 3"),
        (" 0,0 ", " 0,-1 ", "stones must be a whole number of at most 9 digits, not '-1'"),
        (" 0,0 ", " 0,+1 ", "stones must be a whole number"),
        (" 0,0 ", " 0, ", "stones must be a whole number of at most 9 digits, not ''"),
        (" 0,0 ", " 0,00 ", "the position must be written as"),
        (" 0,0 ", " 0,\u0662 ", "stones must be a whole number"),
        (" 0X1 ", " 0X2 ", "can't have 2 stones left"),
        (" 0X1 ", " 1X1 ", "seat 0 is to act, not seat 1"),
        (" 0X1 ", " 0O1 ", "seat 1 is to act, not seat 0"),
        (" 0X1 ", " 0#1 ", "is not a turn; write"),
        (" 0X1 ", " 0X0 ", "is not a turn; write"),
        (" 0X1 ", " X ", "is not a turn; write"),
        (" - - ", " stay - ", "do not fit a freestyle opening"),
        (" - - ", " maybe - ", "'maybe' are not choices; use swap, stay, pass"),
        (" - - ", "  - ", "'' are not choices"),
        (" - - ", " - 0 ", "seat 0 can't have a turn, because it is out"),
        (" - - ", " - 2 ", "'2' are not seats; use digits below 2"),
        (" - - ", " - 11 ", "the position must be written as"),
        (" 2 {", " two {", "placed stones must be a whole number of at most 9 digits, not 'two'"),
        (" 2 {", " 1000000000 {", "placed stones must be"),
        (" 2 {", " 02 {", "the position must be written as"),
        (" 2 {", " 999999999 {", None),
    ],
)
def test_anything_else_is_refused_with_the_reason(old: str, new: str, why: str | None) -> None:
    assert old in SMALL
    text = SMALL.replace(old, new)
    if why is None:
        assert format_position(parse_position(text)) == text
        return
    with pytest.raises(BadPosition, match=why):
        parse_position(text)


@pytest.mark.parametrize(
    ("rules", "ply", "made", "turn"),
    [
        ("d-pente", 3, "-", "0O1"),
        ("d-pente", 4, "-", "1X1"),
        ("d-pente", 4, "swap", "0X1"),
        ("d-pente", 9, "stay", "1O1"),
        ("swap2-pente", 3, "-", "1O1"),
        ("swap2-pente", 3, "pass", "1O1"),
        ("swap2-pente", 4, "pass", "1X1"),
        ("swap2-pente", 5, "pass", "0O1"),
        ("swap2-pente", 5, "pass,stay", "1O1"),
        ("swap2-pente", 8, "pass,swap", "0X1"),
        ("swap2-pente", 8, "stay", "0X1"),
    ],
)
def test_choices_that_were_due(rules: str, ply: int, made: str, turn: str) -> None:
    text = "19/" * 18 + f"19 0,0 {turn} {made} - {ply} {rules}"
    assert format_position(parse_position(text)) == text


@pytest.mark.parametrize(
    ("rules", "ply", "made"),
    [
        ("pente", 4, "stay"),
        ("d-pente", 3, "stay"),
        ("d-pente", 4, "pass"),
        ("d-pente", 5, "-"),
        ("d-pente", 5, "stay,stay"),
        ("swap2-pente", 2, "pass"),
        ("swap2-pente", 4, "-"),
        ("swap2-pente", 4, "pass,stay"),
        ("swap2-pente", 5, "stay,stay"),
        ("swap2-pente", 6, "pass"),
        ("swap2-pente", 6, "pass,pass"),
    ],
)
def test_choices_that_were_not_due(rules: str, ply: int, made: str) -> None:
    with pytest.raises(BadPosition, match=f"the choices do not fit a {rules} opening"):
        parse_position("19/" * 18 + f"19 0,0 0X1 {made} - {ply} {rules}")


@given(st.text() | st.text('0123456789XO/,-# {}:"pente', max_size=40).map(lambda tail: START[:60] + tail))
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        position = parse_position(text)
    except BadPosition:
        return
    assert format_position(position) == text
