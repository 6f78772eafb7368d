"""Rows of options, and the arguments that are made from them."""

import argparse
from enum import StrEnum
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.value.invalid_option import InvalidOption, quoted
from pente_protocol.option import (
    Duration,
    Kind,
    Listed,
    Number,
    OneOf,
    Option,
    OptionSection,
    Parsed,
    Text,
    Whole,
    YesNo,
)
from pente_protocol.option_arguments import add_options, add_sections


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Refused(Exception):
    pass


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Refused(message)


def hexadecimal(text: str) -> int:
    if not text.isalnum():
        raise ValueError(f"{quoted(text)} is not a hexadecimal number")
    return int(text, 16)


KINDS: list[Kind[Any]] = [
    YesNo(),
    OneOf.of(*Colour),
    OneOf.of(1, 2),
    Whole(3, 25),
    Number(0.1, 10),
    Duration(1, 86_400_000),
    Text(5),
    Text(5, is_secret=True),
    Parsed(hexadecimal, write="{:x}".format),
    Listed(Whole(1, 9), may_be_empty=True),
]


def option(kind: Kind[Any], **more: Any) -> Option[Any]:
    return Option(name="some_option", kind=kind, texts="test", **more)


def parsed(row: Option[Any], *words: str, **variables: str) -> Any:
    parser = Parser()
    add_options(parser, [row], variables)
    return parser.parse_args(words).some_option


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (YesNo(), True),
        (OneOf.of(*Colour), Colour.BLUE),
        (OneOf.of(1, 2), 2),
        (Whole(-3, 3), -3),
        (Number(), 0.25),
        (Duration(), 90_500),
        (Text(), "a b"),
        (Listed(Whole(1), may_be_empty=True), ()),
        (Listed(OneOf.of(*Colour)), (Colour.RED, Colour.BLUE)),
    ],
)
def test_what_is_written_is_read_back(kind: Kind[Any], value: object) -> None:
    assert kind.parse(kind.format(value)) == value
    row = option(kind)
    assert parsed(row, *row.words(value)) == value


@given(st.integers(1, 10**12))
def test_every_duration_is_read_back(length: int) -> None:
    assert Duration().parse(Duration().format(length)) == length


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)
@pytest.mark.parametrize("text", ["x\x1b[2J" * 20, "\ud800", "\u202eabc"])
def test_a_wrong_word_is_said_with_its_option_and_controls_no_terminal(kind: Kind[Any], text: str) -> None:
    with pytest.raises(InvalidOption) as wrong:
        option(kind).parse(text)
    assert wrong.value.option == "some_option"
    assert str(wrong.value).isprintable()
    assert len(str(wrong.value)) < 200


@pytest.mark.parametrize(
    ("kind", "text", "problem"),
    [
        (YesNo(), "maybe", "'maybe' is not yes or no"),
        (OneOf.of(*Colour), "pink", "'pink' is not red or blue"),
        (Whole(3, 25), "26", "'26' is not a whole number from 3 to 25"),
        (Whole(unit="days"), "1.5", "'1.5' is not a whole number of days"),
        (Number(0.5, 2, "seconds"), "inf", "'inf' is not a number of seconds from 0.5 to 2"),
        (Duration(1000, 60_000), "2h", "'2h' is not a time from 1s to 1min, such as 500ms, 1s or 5min"),
        (Text(3, is_secret=True), "password", "that is not a text of at most 3 characters, on one line"),
        (
            Listed(Whole(1, 9), may_be_empty=True),
            "1,,2",
            "'' is not a whole number from 1 to 9",
        ),
    ],
)
def test_a_wrong_word_says_what_to_write(kind: Kind[Any], text: str, problem: str) -> None:
    with pytest.raises(InvalidOption) as wrong:
        option(kind).parse(text)
    assert str(wrong.value) == problem


@pytest.mark.parametrize("kind", [Whole(3, 25), OneOf.of(*Colour), Listed(Whole(1, 9), may_be_empty=True)])
def test_the_command_line_names_the_flag(kind: Kind[Any]) -> None:
    with pytest.raises(InvalidOption) as wrong:
        option(kind).parse("wrong")
    with pytest.raises(Refused) as refused:
        parsed(option(kind), "--some-option=wrong")
    assert str(refused.value) == f"argument --some-option: {wrong.value}"


def test_braces_that_somebody_wrote_are_no_places() -> None:
    with pytest.raises(InvalidOption) as wrong:
        option(Whole()).parse("{size}")
    assert wrong.value.text(str.upper) == "'{size}' is not a whole number"


def test_a_switch_has_the_flag_for_what_is_not_so_anyway() -> None:
    assert parsed(option(YesNo(), default=False), "--some-option") is True
    assert parsed(option(YesNo(), default=True), "--no-some-option") is False
    assert parsed(option(YesNo())) is None
    assert parsed(option(YesNo()), "--no-some-option") is False
    with pytest.raises(Refused, match="--no-some-option"):
        parsed(option(YesNo(), default=False), "--no-some-option")


def test_an_option_may_stand_alone() -> None:
    row = option(Whole(), alone=2222)
    assert [parsed(row), parsed(row, "--some-option"), parsed(row, "--some-option=22")] == [None, 2222, 22]


def test_what_is_given_again_adds_to_a_list_and_replaces_its_default() -> None:
    row = option(Listed(Whole(), repeats=True), default=(9,))
    assert parsed(row) == (9,)
    assert parsed(row, "--some-option=1,2", "--some-option=3") == (1, 2, 3)
    assert parsed(row, "--some-option=1", SOME="", PENTE_SOME_OPTION="7,8") == (1,)


@pytest.mark.parametrize(
    ("row", "text", "value"),
    [
        (option(Whole()), "5", 5),
        (option(YesNo(), default=False), "on", True),
        (option(YesNo(), default=True), "off", False),
        (option(YesNo()), "no", False),
        (option(Listed(Whole(), repeats=True), default=(9,)), "1,2", (1, 2)),
        (option(Listed(Whole(), may_be_empty=True), default=(9,)), "none", ()),
        (option(OneOf.of(*Colour), default=Colour.RED), "blue", Colour.BLUE),
        (option(OneOf.of(*Colour), default=Colour.RED), "", Colour.RED),
    ],
)
def test_a_variable_stands_in_for_an_option_that_is_not_given(
    row: Option[Any], text: str, value: object
) -> None:
    assert parsed(row, PENTE_SOME_OPTION=text) == value


def test_a_complaint_about_a_variable_names_it() -> None:
    with pytest.raises(Refused, match="argument --some-option: PENTE_SOME_OPTION: 'x' is not a whole number"):
        parsed(option(Whole()), PENTE_SOME_OPTION="x")


def test_the_help_says_what_holds_where_nothing_is_given() -> None:
    rules = OptionSection("rules")
    rows = (
        Option(name="goal", kind=Whole(3, 25), texts="game", default=10, section=rules),
        Option(name="seat", kind=Whole(0, 3), texts="game", usual="lot", section=rules),
        Option(name="rated", kind=YesNo(), texts="game", default=False, section=rules),
        Option(name="first", kind=OneOf.of(*Colour), texts="game", section=OptionSection("game")),
    )
    parser = Parser(add_help=False)
    add_sections(parser, rows)
    text = " ".join(parser.format_help().split())
    assert "rules in detail: Parameters that you don't give keep the values that they have in the" in text
    assert "--goal N captured stones that win (default: 10) --seat N your seat; 0 moves first" in text
    assert "--rated count the game for the players' ratings the game: --first {red,blue} the colour" in text


class TestExclusive:
    ROWS = (
        Option(name="here", kind=Whole(), texts="test", excludes=("there",)),
        Option(name="there", kind=Whole(), texts="test", excludes=("here",)),
        Option(name="size", kind=Whole(), texts="test"),
    )

    def given(self, *words: str, **variables: str) -> dict[str, Any]:
        parser = Parser()
        add_options(parser, self.ROWS, variables)
        return {name: value for name, value in vars(parser.parse_args(words)).items() if value is not None}

    def test_two_that_are_typed_are_refused(self) -> None:
        with pytest.raises(Refused, match="not allowed with argument --here"):
            self.given("--here=1", "--there=2")
        assert self.given("--here=1", "--size=3") == {"here": 1, "size": 3}

    def test_what_is_typed_takes_the_place_of_the_variable_of_another(self) -> None:
        assert self.given("--here=1", PENTE_THERE="2", PENTE_SIZE="3") == {"here": 1, "size": 3}
        assert self.given("--here=1", PENTE_THERE="x") == {"here": 1}
        assert self.given(PENTE_THERE="2") == {"there": 2}


def test_blanks_in_a_list_mean_nothing_where_it_says_so() -> None:
    assert Listed(Whole(), skips_blanks=True).parse(" 1 , , 2,") == (1, 2)
    with pytest.raises(ValueError, match="'' is not a whole number"):
        Listed(Whole()).parse("1,")


def test_a_row_without_a_section_is_missed_by_no_help_in_silence() -> None:
    rows = (option(Whole(), section=OptionSection("board")), option(Whole()))
    with pytest.raises(ValueError, match="some_option has no section"):
        add_sections(Parser(), rows)
