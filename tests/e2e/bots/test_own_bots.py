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
