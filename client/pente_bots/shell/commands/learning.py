"""Commands about the shell itself."""

from collections.abc import Sequence

from pente_bots.shell.state.context import ShellAnswer, ShellContext, ShellQuit
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.point_names import quoted


def commands(context: ShellContext, _: Sequence[str]) -> ShellAnswer:
    """All commands by name."""
    for command in context.commands:
        yield command.name
    return None


def help_(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """All commands with what they do, or one of them in detail."""
    if not words:
        wide = max(len(command.name) for command in context.commands)
        for command in context.commands:
            yield f"{command.name:<{wide}}  {command.summary}"
        yield "Type help COMMAND for its input and more about it, as in: help play"
        return None
    found = [command for command in context.commands if command.name == words[0].lower()]
    if not found:
        raise ShellError(ErrorKind.NO_COMMAND, f"{quoted(words[0])}; type commands to list them")
    yield f"{found[0].form}: {found[0].summary}."
    yield from found[0].details
    return None


def quit_(_context: ShellContext, _words: Sequence[str]) -> ShellAnswer:
    """End the shell."""
    yield "Goodbye."
    raise ShellQuit
