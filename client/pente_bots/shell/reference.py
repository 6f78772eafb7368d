"""The reference of the commands, as text for `--help`."""

from collections.abc import Iterator

from pente_bots.shell.table import COMMANDS


def summary_lines() -> Iterator[str]:
    """Each command with what it does, a line for each."""
    wide = max(len(command.name) for command in COMMANDS)
    for command in COMMANDS:
        yield f"{command.name:<{wide}}  {command.summary}"
