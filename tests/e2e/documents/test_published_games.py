"""Walks the checklist of the published games, typing and reading what it says."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from pente_client.local.profiles import PROFILES
from tests.support.processes import Process

PAGE = Path(__file__).parents[3] / "docs/published-games.md"
TYPED = "> "
ANYTHING = "…"


def examples() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The command of each example, and the lines below it."""
    for block in re.findall(r"^```console\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        command, *lines = block.splitlines()
        assert command.startswith("$ pente ")
        yield command.removeprefix("$ pente "), tuple(lines)


EXAMPLES = tuple(examples())


async def wait_for(process: Process, wanted: str) -> None:
    """Read on until all parts of a line have come, in their order; lines that were folded are one."""
    parts = [re.escape(" ".join(part.split())) for part in wanted.split(ANYTHING)]
    pattern, said = re.compile(".*?".join(parts)), ""
    while not pattern.search(said):
        said = f"{said} {' '.join((await process.line(repr(wanted))).split())}"


@pytest.mark.parametrize(("command", "lines"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
async def test_it_is_as_the_page_says(command: str, lines: tuple[str, ...], tmp_path: Path) -> None:
    async with Process(*shlex.split(command), state=tmp_path, COLUMNS="80", PENTE_ASCII="no") as process:
        for line in lines:
            if line.startswith(TYPED):
                await process.type(line.removeprefix(TYPED))
            else:
                await wait_for(process, line)


def test_every_profile_stands_there() -> None:
    for name, profile in PROFILES.items():
        mine = [command for command, _ in EXAMPLES if f"--profile {name}" in command]
        assert any("--between" in command for command in mine), name
        assert any("--against" in command for command in mine), name
        assert any("--between" not in command and "--against" not in command for command in mine), name
        typed = {line for command, lines in EXAMPLES if f"--profile {name}" in command for line in lines}
        for player in profile.players:
            assert any(re.search(rf"\b{player}\b", command) for command in mine) or len(player) == 1, player
        assert "> commands" in typed or name in ("prolog", "csharp")
