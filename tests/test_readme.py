"""What the READMEs say can be typed, and where they point exists."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
READMES = sorted(
    path
    for path in ROOT.glob("**/README.md")
    if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)  # caches have READMEs of others
)


def _commands() -> list[str]:
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    return [line.removeprefix("$ ").partition("#")[0].partition("|")[0].strip() for line in lines]


@pytest.mark.parametrize("command", [c for c in _commands() if c.split()[0].endswith("pente")])
def test_each_command_line_is_understood(command: str) -> None:
    from pente_client.cli import _parser, _with_default_action

    arguments = _with_default_action(shlex.split(command)[1:])
    command_meant = arguments[0] if arguments else None
    assert _parser(arguments).parse_args(arguments).command == command_meant


@pytest.mark.parametrize("command", [c for c in _commands() if c.startswith("make")])
def test_each_make_target_exists(command: str) -> None:
    target = command.split()[1]
    subprocess.run(["make", "--dry-run", target], cwd=ROOT, check=True, capture_output=True)


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_link_leads_somewhere(readme: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", readme.read_text()):
        assert (readme.parent / target).exists(), f"{readme} points to {target}"


def test_the_version_is_printed() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "pente_client", "--version"], check=True, capture_output=True, text=True
    )
    assert re.fullmatch(r"pente \d+\.\d+\.\d+\n", said.stdout)
