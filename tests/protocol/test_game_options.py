"""The rows of a game's options agree with the wire, and can be shown in every door."""

import re
from pathlib import Path

import pytest

from pente_core.room import Options
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.game_options import (
    AGAINST,
    GAME_OPTIONS,
    PARAMETERS,
    ROOM_OPTIONS,
    ROOM_PASSWORD,
    STARTS,
    GameOption,
    OptionPlace,
    offered_words,
)
from pente_protocol.game_options_page import game_options_page
from pente_protocol.messages.rooms import Create
from pente_protocol.option import NO, YES, OneOf, YesNo

Row = GameOption[object]
DOCUMENT = Path(__file__).parents[2] / "docs" / "game-options.md"
every_row = pytest.mark.parametrize("row", GAME_OPTIONS, ids=lambda row: row.name)


def test_every_parameter_of_a_ruleset_and_every_option_of_a_room_has_a_row() -> None:
    assert {row.name for row in PARAMETERS} == {*Ruleset.__struct_fields__} - {"base"}
    assert {row.name for row in ROOM_OPTIONS} == {*Options.__struct_fields__} - {"password_hash"}


def test_all_others_have_the_names_of_the_request_but_those_that_become_several_of_its_fields() -> None:
    others = [row for row in GAME_OPTIONS if row.place is OptionPlace.REQUEST]
    unnamed = [row for row in others if row.name not in Create.__struct_fields__]
    assert unnamed == [AGAINST, ROOM_PASSWORD, *STARTS]


def test_the_document_says_what_the_rows_say() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == game_options_page()


def test_no_two_have_the_same_name_or_title() -> None:
    for values in ([row.name for row in GAME_OPTIONS], [row.title for row in GAME_OPTIONS]):
        assert len(set(values)) == len(values)


def test_rows_of_a_section_stand_together() -> None:
    order = [row.section for row in GAME_OPTIONS]
    assert order == sorted(order, key=order.index)


@every_row
def test_a_row_has_all_that_a_form_shows(row: Row) -> None:
    assert row.section is not None
    assert re.fullmatch("[A-Z].{1,15}", row.title)
    assert re.fullmatch(r"[a-z0-9].*[^.]", row.help)


@every_row
def test_what_holds_anyway_is_what_the_wire_leaves_out(row: Row) -> None:
    if row.place is OptionPlace.OPTIONS:
        assert row.default == getattr(Options(), row.name)
    else:
        assert row.default in (None, False)


@every_row
def test_each_offered_word_is_read_and_written_back(row: Row) -> None:
    for word in filter(None, offered_words(row)):
        assert row.format(row.parse(word)) == word


@pytest.mark.parametrize("row", PARAMETERS, ids=lambda row: row.name)
def test_the_parameters_of_every_ruleset_can_be_written(row: Row) -> None:
    for rules in RULESETS.values():
        value = getattr(rules, row.name)
        assert row.parse(row.format(value)) == value


@every_row
def test_each_word_that_can_only_be_chosen_is_offered(row: Row) -> None:
    words = {*offered_words(row)} - {""}
    if isinstance(row.kind, YesNo):
        assert words == {YES, NO}
    elif isinstance(row.kind, OneOf):
        assert words == set(map(row.format, row.kind.values))


@every_row
def test_each_has_a_title_for_forms_and_says_what_it_does(row: Row) -> None:
    assert row.title
    assert row.help
