"""The table of a new game's fields agrees with the options of `pente play`."""

import argparse

import pytest

from pente_client.cli.commands import play
from pente_client.options.new_game import (
    PASSWORD,
    command_words,
    field_of,
    fields,
    new_game_arguments,
)

ELSEWHERE = {"room", "room_password_file", "stay", "qr", "new", "help"}
"""Options of a game that describe no new one, or say where a password is; the form always opens a new one."""
CONNECTION = {"connection", "output", "positional arguments", "options"}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser()
    play.add_arguments(made)
    return made


def test_the_form_has_every_option_of_a_new_game() -> None:
    groups = (group for group in parser()._action_groups if group.title not in CONNECTION)
    options = {action.dest: action for group in groups for action in reversed(group._group_actions)}
    assert options.keys() - ELSEWHERE == {field.name for field in fields()}
    for field in fields():
        if field.name not in {PASSWORD, "ruleset"}:
            assert field.explanation == options[field.name].help
        assert field.flag in options[field.name].option_strings


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"ruleset": "keryo-pente", "time": "0:30+0", "rated": "yes"},
        {"against": "-ann", "seat": "1", "is_set": "yes", "viewer_delay": "30s"},
        {"captures": "2,3", "poof": "none", "swap": "none", "teams": "no", "exact_line": "yes"},
        {"position": "K10 L11", "hints": "yes", "private": "yes", "no_takebacks": "yes"},
        {"time_odds": "3+0,5+3", "needs": "10,6"},
    ],
)
def test_the_words_of_the_form_mean_the_same_on_the_command_line(words: dict[str, str]) -> None:
    on_the_line = vars(parser().parse_args(command_words(words)))
    in_the_form = vars(new_game_arguments(words))
    assert {name: on_the_line[name] for name in in_the_form} == in_the_form


def test_each_offered_word_can_be_taken() -> None:
    for field in fields():
        for word in field.words:
            parser().parse_args(["--new", *field_of(field.name).arguments(word)])


def test_a_password_is_on_no_command_line() -> None:
    assert command_words({PASSWORD: "secret"}) == ("--new", "--room-password")
