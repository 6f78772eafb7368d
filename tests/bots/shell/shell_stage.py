"""A session of the shell for tests."""

from typing import Any

from pente_bots.shell.session import ShellSession
from pente_bots.shell.state.context import ShellOptions
from pente_core.rules.ruleset import ruleset_from

SMALL = {"base": "pente", "size": 7}


def session(spec: object = "pente", **options: Any) -> ShellSession:
    """A shell with a seed."""
    return ShellSession(ruleset_from(spec), ShellOptions(**{"seed": "1", **options}))


def typed(shell: ShellSession, *lines: str) -> list[str]:
    """The lines of the last answer."""
    answer: list[str] = []
    for line in lines:
        answer = list(shell.answer(line))
    return answer


def answer(*lines: str, spec: object = "pente", **options: Any) -> list[str]:
    """The lines of the last answer of a new session."""
    return typed(session(spec, **options), *lines)


def error(*lines: str, spec: object = "pente") -> str:
    """The error of the last line of a new session, which leaves the game as it was."""
    shell = session(spec)
    typed(shell, *lines[:-1])
    before = shell.game
    (said,) = typed(shell, lines[-1])
    assert shell.game is before
    assert said.startswith("Error: ")
    return said.removeprefix("Error: ")
