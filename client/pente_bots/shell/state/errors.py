"""What is wrong with a line that was typed."""

from enum import StrEnum


class ErrorKind(StrEnum):
    """The beginning of an error, by which scripts tell errors apart."""

    NO_COMMAND = "command does not exist"
    NEEDS_INPUT = "command requires additional input"
    TAKES_NO_INPUT = "command does not require additional input"
    AMOUNT = "incorrect amount of input"
    INPUT = "incorrect input"
    ILLEGAL = "illegal move"
    BOARDSIZE = "boardsize must be"
    """Followed by the sizes of the ruleset: ``odd between 7 and 19``."""
    LOCATION_SYNTAX = "location syntax incorrect"
    LOCATION_BOUNDS = "location out of bounds"
    GAME_OVER = "the game is over"
    PLAYER = "the player failed"
    """A file of one's own."""
    NOTHING_TO_UNDO = "nothing to undo"


class ShellError(Exception):
    """A command that can't be carried out; the game is unchanged."""

    def __init__(self, kind: ErrorKind, detail: str = "") -> None:
        super().__init__(f"{kind}{_joint(kind)}{detail}" if detail else str(kind))
        self.kind = kind


def _joint(kind: ErrorKind) -> str:
    return " " if kind is ErrorKind.BOARDSIZE else ": "
