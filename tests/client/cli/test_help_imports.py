"""Help is quick because it imports little: what is slow is imported when a command runs."""

import json
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from pente_client.cli.subcommands import SUBCOMMANDS

SLOW: Final = (
    "aiohttp",
    "asyncio",
    "asyncssh",
    "http",
    "multiprocessing",
    "pente_bots.play.bot",
    "pente_client.client_check.run",
    "pente_client.connection",
    "pente_client.screen",
    "pente_client.stream",
    "pente_protocol.messages",
    "pente_server.node",
    "prompt_toolkit",
    "redis",
    "segno",
    "shtab",
    "ssl",
    "uvloop",
    "websockets",
)
USUAL: Final = 60
"""Modules of ours that a help may load: options, and the texts that it has."""
OF_GAMES: Final = 110
"""The same for a command with options of a game, which know the rules and the room."""
WITH_GAMES: Final = frozenset(
    {"arena", "bots", "challenge", "explore", "games", "join", "ladder", "local", "play", "rules", "rulesets"}
)
MOST: Final[Mapping[str, int]] = {
    "--version": 5,
    "--help": 25,
    **{f"{name} --help": OF_GAMES for name in WITH_GAMES},
    "games export --help": OF_GAMES,
    # The players with their options, and all commands of the shell.
    "bot --help": 145,
    "shell --help": 110,
}
"""How many modules of ours others may load. A process that has loaded few began quickly."""
PROGRAM: Final = """
import json, os, sys
for line in sys.stdin:
    reading, writing = os.pipe()
    if not os.fork():
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.argv = ["pente", *line.split()]
        from pente_client.__main__ import start
        try:
            start()
        except SystemExit as end:
            os.write(writing, json.dumps([end.code, *sys.modules]).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as loaded:
        print(loaded.read(), flush=True)
    os.wait()
"""
"""Runs `pente` in a process of its own for each line; its exit status, and the modules that it has loaded."""


def loaded_by(*lines: str) -> Mapping[str, tuple[int, set[str]]]:
    """By command line, its exit status, and the modules that it has loaded at its end."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    answers = (json.loads(answer) for answer in done.stdout.splitlines())
    return {line: (status, set(names)) for line, (status, *names) in zip(lines, answers, strict=True)}


def test_no_help_imports_what_is_slow_or_much_of_ours() -> None:
    names = [command.name for command in SUBCOMMANDS]
    helps = [f"{name} --help" for name in (*names, "account create", "games export")]
    found = []
    for line, (status, loaded) in loaded_by("--version", "--help", *helps).items():
        ours = [name for name in loaded if name.startswith("pente_")]
        slow = sorted(loaded & set(SLOW))
        if status or slow or len(ours) > MOST.get(line, USUAL):
            found.append(f"pente {line}: status {status}, {len(ours)} modules of ours, slow ones: {slow}")
    assert "\n".join(found) == ""


def test_the_version_needs_nothing_else_of_ours() -> None:
    _, loaded = loaded_by("--version")["--version"]
    ours = {name for name in loaded if name.startswith("pente_")}
    options = {"pente_client.options", "pente_client.options.quiet_end", "pente_client.options.version"}
    assert ours == {"pente_client", "pente_client.__main__", *options}
