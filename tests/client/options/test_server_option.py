"""The server is named the same way in every command."""

import pytest

from pente_client.cli import _parser, _with_default_action, main
from tests.client.conftest import Start

URL = "wss://pente.example.org"
POSITIONAL = (
    ["lobby"],
    ["play"],
    ["join", "K7M2QX"],
    ["people"],
    ["inbox"],
    ["bot"],
    ["bots", "bots.toml"],
    ["leaders"],
    ["games"],
    ["games", "show", "3f2a9c41d07b"],
    ["why", "3f2a9c41d07b"],
    ["doctor"],
    ["ssh-door"],
    ["account", "show"],
    ["account", "create", "anna"],
    ["account", "export", "anna.json"],
    ["account", "block", "mallory"],
)
"""Commands, with the words that they need, behind which the server may stand."""
ONLY_OPTION = (
    ["profile"],
    ["profile", "anna"],
    ["challenge", "anna"],
    ["friends", "add", "anna"],
    ["messages", "send", "anna", "hello"],
    ["report", "eve", "insults"],
    ["explore", "K10"],
    ["account", "vacation"],
    ["account", "notify", "on"],
    ["account", "link", "K7QF-2M9XTR"],
    ["local"],
    ["replay", "3f2a9c41d07b"],
    ["watch", "K7M2QX"],
)


def server_of(*words: str) -> str:
    arguments = _with_default_action(list(words))
    url: str = _parser(arguments).parse_args(arguments).url
    return url


@pytest.mark.parametrize("words", [*POSITIONAL, *ONLY_OPTION], ids=" ".join)
def test_every_command_takes_the_option_in_any_place(words: list[str]) -> None:
    action = 2 if words[0] in ("account", "games") and len(words) > 1 else 1
    assert server_of(*words, "--server", URL) == URL
    assert server_of(*words[:action], "--server", URL, *words[action:]) == URL


@pytest.mark.parametrize("words", POSITIONAL, ids=" ".join)
def test_it_may_stand_behind_the_other_words(words: list[str]) -> None:
    assert server_of(*words, URL) == URL


def test_it_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", URL, "--server", URL]) == 2
    assert "named twice" in capsys.readouterr().err


async def test_room_and_server_to_watch_may_change_places(start: Start) -> None:
    nowhere = "ws://127.0.0.1:1"
    for words in ((nowhere, "K7M2QX"), ("K7M2QX", nowhere), ("K7M2QX", "--server", nowhere)):
        program = start("watch", *words, "--plain")
        assert await program.ended() == 3
        assert "127.0.0.1:1" in program.err.getvalue()


def test_two_servers_or_two_rooms_are_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "K7M2QX", "K7M2QY"]) == 2
    assert "name one server and one room" in capsys.readouterr().err
