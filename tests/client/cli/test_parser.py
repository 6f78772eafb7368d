"""How words on a command line are understood, and what is said of those that are not."""

import argparse

import pytest

from pente_client.cli import main
from pente_client.cli.commands import account
from pente_client.cli.parser import Parser


def parser() -> Parser:
    parser = Parser("pente watch")
    parser.add_argument("url", nargs="?")
    parser.add_argument("room", nargs="?")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--channel", choices=("best", "people", "bots"))
    return parser


@pytest.mark.parametrize(
    "words", [("URL", "--json", "ROOM"), ("--json", "URL", "ROOM"), ("URL", "ROOM", "--json")]
)
def test_options_may_stand_anywhere(words: tuple[str, ...]) -> None:
    args = parser().parse_args(words)
    assert (args.url, args.room, args.json) == ("URL", "ROOM", True)


def test_a_value_with_the_look_of_an_option_comes_behind_two_hyphens() -> None:
    assert parser().parse_args(["--json", "--", "-x", "ROOM"]).url == "-x"


DEVICES = [
    "-f9Zc0aLhVtY7eRkPjWqgA",
    "--9Zc0aLhVtY7eRkPjWqgA",
    "-f9Zc0aL",
    "-hol",
    "-abc",
    "laptop",
    "my laptop",
]


@pytest.mark.parametrize("device", DEVICES)
def test_a_device_whose_id_begins_with_a_hyphen_is_no_option(device: str) -> None:
    url = "ws://127.0.0.1:1"
    for words in ((device, url), ("--json", device, url), (device, "--json", url), ("--", device, url)):
        args = named(*words)
        assert (args.device, args.url) == (device, url)


def named(*words: str) -> argparse.Namespace:
    """How `pente account revoke` understands words."""
    parser = Parser("pente account")
    account.add_arguments(parser)
    return parser.parse_args(["revoke", *words])


@pytest.mark.parametrize("words", [["--nmae", "x"], ["-z"], ["--named"]])
def test_what_can_be_no_id_of_a_device_is_a_wrong_option(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        named("laptop", *words)
    assert "unrecognized arguments: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("wach",), "pente: there is no command 'wach'; did you mean watch? See pente --help\n"),
        (("zzzz",), "pente: there is no command 'zzzz'; see pente --help\n"),
        (
            ("account", "crate"),
            "pente account: there is no action 'crate'; did you mean create? See pente account --help\n",
        ),
        (
            ("watch", "--jsn"),
            "pente watch: unrecognized arguments: --jsn; did you mean --json? See pente watch --help\n",
        ),
        (
            ("watch", "--channel", "bot"),
            "pente watch: argument --channel: there is no 'bot'; did you mean bots? See pente watch --help\n",
        ),
    ],
)
def test_a_word_that_there_is_not_leads_to_the_one_that_was_meant(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "--colour", "white"), "did you mean --seat?"),
        (("account", "create", "anna", "--nmae", "b"), "did you mean --name?"),
        (("games", "--plyer", "anna"), "did you mean --player?"),
        (("watch", "--colour", "white"), "--colour is an option of pente local"),
    ],
)
def test_an_option_of_another_name_or_of_another_command_is_found(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert told in capsys.readouterr().err
