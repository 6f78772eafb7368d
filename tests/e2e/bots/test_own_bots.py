"""Bots of one's own at a real server: the example of the README, what `pente bot --new` writes, and those of
docs/bots.md, which must play for ever.
"""

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.forked.popen import PENTE
from tests.support.own_bots import own_bot
from tests.support.processes import Process, ServerProcess

SMALL = '{"base": "swap2-pente", "size": 7, "line": 4}'
ROOT = Path(__file__).parents[3]
FROZEN = {path.stem: path for path in (ROOT / "tests" / "data" / "frozen" / "bots").glob("*.txt")}


def example() -> str:
    """The bot of the README."""
    (program,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    return str(program)


def template(directory: Path) -> str:
    """The bot that `pente bot --new` writes."""
    file = directory / "template.py"
    subprocess.run((*PENTE, "bot", "--new", str(file)), check=True, capture_output=True)
    return file.read_text()


def program(kind: str, directory: Path) -> str:
    """The text of a bot."""
    if kind in FROZEN:
        return FROZEN[kind].read_text()
    return example() if kind == "example" else template(directory)


class OwnBot(Process):
    """A program of somebody's own."""

    def __init__(self, file: Path, *arguments: str, state: Path) -> None:
        super().__init__(*arguments, state=state)
        self.command = (sys.executable, str(file))


def test_the_example_is_ten_lines_long() -> None:
    assert len([line for line in example().splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("kind", ["example", "template", *sorted(FROZEN)])
async def test_a_bot_of_ones_own_plays_whole_games(
    kind: str, server: ServerProcess, homes: Path, tmp_path: Path
) -> None:
    # given a program that somebody has written
    file = tmp_path / "mine.py"
    file.write_text(program(kind, tmp_path))
    name = f"own-{kind}".replace("_", "-")
    async with OwnBot(file, server.url, "--name", name, state=homes / kind) as own:
        await own.line_with("plays at")
        # when another bot challenges it to games with a clock and a swap opening
        challenge = ("--player", "random", "--name", "rival", "--challenge", name, "--games", "2")
        words = ("--time", "1+1", "--ruleset", SMALL)
        async with Process("bot", server.url, *challenge, *words, state=homes / "rival") as rival:
            # then all of them are played to their ends
            assert await rival.ended() == 0, (list(rival.said), list(own.said))
        # and Ctrl-C ends it as it should
        own.process.send_signal(signal.SIGINT)
        assert await own.ended() == 130
    assert not [line for line in own.said if "Traceback" in line]


async def test_a_file_challenges_another_bot_that_was_named_in_a_description(
    server: ServerProcess, homes: Path, tmp_path: Path
) -> None:
    # given a bot among others whose player is a file
    description = tmp_path / "bots.toml"
    description.write_text(f'[[bots]]\nplayer = "{own_bot(tmp_path)}"\nname = "corner-host"\n')
    async with Process("bots", str(description), server.url, state=homes / "host") as host:
        await host.line_with("plays at")
        # when the same file, with the options of any bot, challenges it
        words = ("bot", server.url, "--player", str(tmp_path / "mybot.py"), "--challenge", "corner-host")
        rules = ("--ruleset", SMALL, "--games", "2")
        async with Process(*words, *rules, state=homes / "guest") as guest:
            # then both games are played to their ends
            assert await guest.ended() == 0, (list(guest.said), list(host.said))
    assert [line.split()[0] for line in guest.said if "corner-bot" in line and "line" in line] == ["1", "2"]


async def test_a_local_game_against_a_file(tmp_path: Path) -> None:
    file = own_bot(tmp_path)
    words = ("local", "--plain", "--between", file, "random", "--ruleset", "freestyle", "--size", "7")
    async with Process(*words, state=tmp_path) as game:
        assert await game.ended() == 0, list(game.said)
    assert any(line.startswith("1. ") and "A1. random's turn" in line for line in game.said), list(game.said)


@pytest.mark.parametrize("protocol", ["gtp", "piskvork", "json"])
def test_a_file_is_an_engine_for_the_programs_of_others(protocol: str, tmp_path: Path) -> None:
    asked = {
        "gtp": "boardsize 15\ngenmove b\nquit\n",
        "piskvork": "START 15\nBOARD\n7,7,2\nDONE\n",
        "json": '{"do": "move", "position": "19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 '
        '0,0 0X1 - - 0 freestyle"}\n',
    }
    words = ("engine", "--protocol", protocol, "--player", own_bot(tmp_path))
    done = subprocess.run((*PENTE, *words), input=asked[protocol], capture_output=True, text=True, check=True)
    answer = {"gtp": "= A1", "piskvork": "0,14", "json": '"move":"A1"'}
    assert answer[protocol] in done.stdout.replace(": ", ":"), (done.stdout, done.stderr)
