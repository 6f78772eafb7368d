"""What Tab offers."""

import pytest

from pente_bots.shell.completion import completions
from pente_bots.shell.table import COMMANDS
from tests.bots.shell.shell_stage import SMALL, session, typed


def offered(line: str, *before: str, spec: object = "pente") -> list[str]:
    shell = session(spec)
    typed(shell, *before)
    return completions(shell.context(), line)


def test_commands_are_completed() -> None:
    assert offered("") == [command.name for command in COMMANDS]
    assert offered("PLA") == ["play", "playcpugame"]
    assert offered("xyz") == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("play ", ["K10"]),
        ("boardsize 1", ["11", "13", "15", "17", "19"]),
        ("changeptm ", ["white", "black"]),
        ("movehistory b", ["black"]),
        ("genmove pat", ["patterns"]),
        ("startgame m", ["me"]),
        ("startgame me al", ["alphabeta"]),
        ("changerules t", ["tournament"]),
        ("changerules connect6 stones", ["stones_per_turn="]),
        ("analyse o", ["on", "off"]),
        ("help capture", ["capturecounts"]),
        ("setup p", ["put"]),
        ("setup put w", ["white"]),
        ("setup put white K1", ["K10"]),
        ("save game", []),
        ("ptm ", []),
        ("jump ", []),
        ("movehistory b w", []),
        ("play  K", ["K10"]),
    ],
)
def test_input_is_completed(line: str, words: list[str]) -> None:
    assert offered(line) == words


def test_points_are_those_where_something_can_be_done() -> None:
    assert offered("setup remove ", "play D4", "play A1", spec=SMALL) == ["A1", "D4"]
    assert len(offered("play ", "play D4", spec=SMALL)) == 48
    swap = ("play D4", "play A1", "play A7")
    assert offered("play s", *swap, spec={"base": "swap2-pente", "size": 7}) == ["swap", "stay"]
