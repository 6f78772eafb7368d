"""How words on a command line are understood, and what is said of those that are not."""

import pytest

from pente_client.cli import main
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
