"""The reference of the commands, as text for `--help` and for docs/shell.md."""

from collections.abc import Iterator

from pente_bots.shell.state.errors import ErrorKind
from pente_bots.shell.table import COMMANDS


def summary_lines() -> Iterator[str]:
    """Each command with what it does, a line for each."""
    wide = max(len(command.name) for command in COMMANDS)
    for command in COMMANDS:
        yield f"{command.name:<{wide}}  {command.summary}"


def markdown_lines() -> Iterator[str]:
    """The commands as a table, then each with its details, then the errors."""
    yield "| command | what it does |"
    yield "|---|---|"
    for command in COMMANDS:
        form = command.form.replace("|", "\\|")
        yield f"| `{form}` | {command.summary} |"
    for command in COMMANDS:
        if command.details:
            yield ""
            yield f"### {command.name}"
            yield ""
            yield f"`{command.form}` {command.summary}."
            yield ""
            yield from (f"* {detail}" for detail in command.details)


def error_lines() -> Iterator[str]:
    """The beginnings of errors, as a list in Markdown."""
    yield from (f"* `Error: {kind}`" for kind in ErrorKind)
