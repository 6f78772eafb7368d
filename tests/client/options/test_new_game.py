"""The form of a new game and `pente play` say the same, as both are made from the same rows."""

import argparse

import pytest

from pente_client.cli.commands import play
from pente_client.options.new_game import command_words, read_form
from pente_protocol.game_options import GAME_OPTIONS, GameOption, offered_words


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    play.add_arguments(made)
    return made


def test_the_command_line_has_every_option_of_a_new_game() -> None:
    flags = {flag for action in parser()._actions for flag in action.option_strings}
    assert [row.name for row in GAME_OPTIONS if row.flag not in flags] == []


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"ruleset": "keryo-pente", "time": "0:30+0", "rated": "yes"},
        {"against": "-ann", "seat": "1", "games": "2", "viewer_delay": "30s"},
        {"captures": "2,3", "poof": "none", "swap": "none", "teams": "no", "exact_line": "yes"},
        {"position": "K10 L11", "hints": "yes", "private": "yes", "takebacks": "no"},
        {"time_odds": "3+0,5+3", "needs": "10,6"},
        {"from": "a1b2c3d4e5f6#24", "watch": "invited", "ratings": "1200-1800"},
    ],
)
def test_the_words_of_the_form_mean_the_same_on_the_command_line(words: dict[str, str]) -> None:
    on_the_line = vars(parser().parse_args(command_words(words)))
    in_the_form = read_form(words)
    assert {name: on_the_line[name] for name in in_the_form} == in_the_form


@pytest.mark.parametrize("row", GAME_OPTIONS, ids=lambda row: row.name)
def test_each_offered_word_can_be_taken(row: GameOption[object]) -> None:
    for word in filter(None, offered_words(row)):
        given = vars(parser().parse_args(command_words({row.name: word})))
        is_usual = word == row.usual_text and given[row.name] is None
        assert is_usual or row.name == "ruleset" or given[row.name] == row.parse(word)


def test_a_password_is_on_no_command_line() -> None:
    assert command_words({"room_password": "secret"}) == ("--new", "--room-password")
