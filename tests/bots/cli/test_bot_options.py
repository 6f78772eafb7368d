"""The table of all options of a bot, and what is made from it."""

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pente_bots.cli import bot, own_bot
from pente_bots.cli.bot_options import BOT_OPTIONS, FILE_OPTIONS
from pente_bots.cli.bot_options_page import bot_options_page
from pente_bots.cli.bots_file import read_bots
from pente_bots.play.behaviour import PACE_WITH_PEOPLE
from pente_bots.play.policy import OpponentKind
from pente_bots.players.random_player import RandomPlayer
from pente_protocol.option import Option

ROOT = Path(__file__).parents[3]
ROWS = {row.name: row for row in BOT_OPTIONS}


def flags(parser: argparse.ArgumentParser) -> set[str]:
    return {flag for action in parser._actions for flag in action.option_strings if flag.startswith("--")}


def test_each_option_has_a_name_of_its_own() -> None:
    assert [name for name, count in Counter(row.name for row in BOT_OPTIONS).items() if count > 1] == []


def test_each_says_what_it_does_and_what_to_write() -> None:
    assert [row.name for row in BOT_OPTIONS if not (row.help and row.kind.expects)] == []
    assert ROWS["pace"].usual_text.startswith(f"{PACE_WITH_PEOPLE:g} against people")


def test_the_page_in_the_documents_is_that_of_the_options() -> None:
    assert (ROOT / "docs" / "bot-options.md").read_text(encoding="utf-8") == bot_options_page()


def test_all_are_options_of_the_command_line() -> None:
    parser = argparse.ArgumentParser()
    bot.add_arguments(parser)
    assert {row.flag for row in BOT_OPTIONS} - flags(parser) == set()


def test_a_program_of_ones_own_has_no_other_player() -> None:
    own = flags(own_bot._parser(RandomPlayer))
    assert {"--seed", "--name", "--wait", "--accept-from", "--answer-why"} <= own
    assert own & {"--player", "--level", "--engine", "--challenge", "--explain"} == set()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("accept_from", "bots", (OpponentKind.BOTS, ())),
        ("accept_from", "ann,bob", (OpponentKind.ANYONE, ("ann", "bob"))),
        ("accept_rulesets", "pente,gomoku", ("pente", "gomoku")),
        ("option", "width=4,3,level=2", (("width", "4,3"), ("level", "2"))),
        ("move_time", "500ms", 500),
        ("seed", "-18446744073709551616", -(2**64)),
        ("no_claims", "yes", True),
    ],
)
def test_what_a_text_means_in_a_file_and_on_a_command_line(name: str, text: str, value: Any) -> None:
    row: Option[Any] = ROWS[name]
    assert row.parse(text) == value
    assert row.format(value) == text
    [described] = read_bots(f'[[bots]]\nplayer = "random"\n{name} = "{text}"', {}, is_json=False)
    assert getattr(described.options, name) == value
    parser = argparse.ArgumentParser()
    bot.add_arguments(parser)
    assert getattr(parser.parse_args(row.words(value)), name) == value


def test_what_a_file_does_not_say_is_as_on_a_command_line() -> None:
    [described] = read_bots('[[bots]]\nplayer = "random"\nname = "random-bot"', {}, is_json=False)
    parser = argparse.ArgumentParser()
    bot.add_arguments(parser)
    typed = vars(parser.parse_args(["--player", "random", "--name", "random-bot"]))
    said = vars(described.options)
    assert {name: (typed[name], said[name]) for name in ROWS if typed[name] != said[name]} == {}


def test_the_connection_is_not_that_of_a_bot_among_others() -> None:
    absent = {row.name for row in BOT_OPTIONS} - {row.name for row in FILE_OPTIONS}
    assert {"insecure", "identities", "log_file", "challenge", "explain"} <= absent
