"""A session of the shell: lines in, answers out."""

from collections.abc import Callable, Generator
from typing import Final

from pente_bots.shell.commands.handlers import HANDLERS
from pente_bots.shell.state.command import ShellCommand
from pente_bots.shell.state.context import ShellContext, ShellOptions, ShellQuit
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.point_names import quoted
from pente_bots.shell.state.shell_game import ShellGame
from pente_bots.shell.table import COMMANDS
from pente_client.input.suggestion import did_you_mean
from pente_core.rules.ruleset import Ruleset
from pente_protocol.untrusted_text import clean

LONGEST_LINE: Final = 8192
"""The most bytes of a line."""
COMMENT: Final = "#"
_LONGEST_ERROR: Final = 1000
GIVEN_UP: Final = "Given up; the game is as it was before."
ShellLines = Generator[str, None, None]


class ShellSession:
    """One game, and the commands for it. Mutable: the game changes when a command has ended."""

    def __init__(
        self,
        rules: Ruleset,
        options: ShellOptions,
        is_interrupted: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game = ShellGame.new(rules)
        self.options: Final = options
        self.is_over = False
        """Whether quit was typed."""
        self._is_interrupted = is_interrupted

    @property
    def prompt(self) -> str:
        """Who is to move, to stand before what is typed."""
        game = self.game
        return "over" if game.game.is_over else game.rules.colours[game.position.to_act]

    def answer(self, line: str) -> ShellLines:
        """The lines of the answer to a line, none of them empty; none for a comment or an empty line.

        If it is not read to its end, the command has not been carried out.
        """
        words = printable(line).split()
        if not words or words[0].startswith(COMMENT):
            return
        try:
            command = command_called(words[0])
            command.check_amount(words[1:])
            game = yield from HANDLERS[command.name](self.context(), words[1:])
        except ShellQuit:
            self.is_over = True
        except ShellError as error:
            yield f"Error: {clean(str(error), _LONGEST_ERROR)}"
        else:
            self.game = game or self.game

    def context(self) -> ShellContext:
        """What a command would work with now."""
        return ShellContext(self.game, self.options, COMMANDS, self._is_interrupted)


def command_called(name: str) -> ShellCommand:
    """The command of a name; upper and lower case are equal. Raises ShellError."""
    known = {command.name: command for command in COMMANDS}
    if name.lower() in known:
        return known[name.lower()]
    guess = did_you_mean(name, known)
    raise ShellError(ErrorKind.NO_COMMAND, f"{quoted(name)}; {guess or 'type commands to list them'}")


def printable(line: str) -> str:
    """A line without control characters, so that nothing of it can control a terminal."""
    return "".join(char if char.isprintable() else " " for char in line)
