"""What a command of the shell works with."""

import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from pente_bots.shell.state.command import ShellCommand
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.player_choice import PlayerChoice, usual_player
from pente_bots.shell.state.point_names import STANDARD, PointNames, quoted
from pente_bots.shell.state.shell_game import ShellGame
from pente_client.drawing.text_board import ASCII, Charset
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ShellOptions:
    """What holds for a whole session."""

    names: PointNames = STANDARD
    charset: Charset = ASCII
    shows_board: bool = False
    """Whether the board is shown after every change."""
    seed: str = ""
    """Determines what computer players choose among equals."""
    player: PlayerChoice | None = None
    """Who plays where no player is named; None: `usual_player`."""
    columns: Callable[[], int] = lambda: sys.maxsize
    """How wide a board can be, as the terminal is now."""
    seats_only: bool = False
    """Whether computer players only take their seats here, and something else has them play."""
    is_endless: bool = False
    """Whether an analysis goes on until it is stopped, as a person wants it; a script has a bounded one."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ShellContext:
    """What a command works with."""

    game: ShellGame
    options: ShellOptions
    commands: Sequence[ShellCommand] = ()
    """All commands, for those that tell about them."""
    is_interrupted: Callable[[], bool] = _never
    """Whether another line is waiting, for commands that go on until then."""

    @property
    def size(self) -> int:
        return self.game.rules.size

    def name(self, point: Point) -> str:
        return self.options.names.name(point, self.size)

    def point(self, text: str) -> Point:
        """The point that was typed. Raises ShellError."""
        return self.options.names.parse(text, self.size)

    def renamed(self, text: str) -> str:
        """A text with the standard names of points, in the convention of the session."""
        return self.options.names.renamed(text, self.size)

    def colour(self, seat: int) -> str:
        return self.game.rules.colours[seat]

    def side(self, text: str) -> int:
        """The side that was typed as a colour or its first letter. Raises ShellError."""
        colours = self.game.rules.colours
        found = [
            seat for seat, colour in enumerate(colours) if colour == text.lower() or colour[0] == text.lower()
        ]
        if not found:
            raise ShellError(
                ErrorKind.INPUT, f"{quoted(text)} is not a side; choose from {', '.join(colours)}"
            )
        return found[0]  # b is black, not blue

    def player(self, choice: PlayerChoice | None = None, rules: Ruleset | None = None) -> PlayerChoice:
        """A computer player, or the usual one, that plays by the rules. Raises ShellError."""
        rules = self.game.rules if rules is None else rules
        chosen = choice or self.options.player or usual_player(rules)
        if not chosen.supports(rules):
            raise ShellError(
                ErrorKind.INPUT,
                f"{chosen.name} does not play {rules.base} with these parameters; try priorities",
            )
        return chosen

    def check_going_on(self) -> None:
        """Raises ShellError when the game is over."""
        if self.game.game.is_over:
            raise ShellError(ErrorKind.GAME_OVER, "type reset to begin another")


ShellAnswer = Generator[str, None, ShellGame | None]
"""The lines of an answer, as they come; at last the game after it, or None where it has not changed.
A command whose lines are not read to their end changes nothing."""
RunShellCommand = Callable[[ShellContext, Sequence[str]], ShellAnswer]


class ShellQuit(Exception):
    """The shell was asked to end."""
