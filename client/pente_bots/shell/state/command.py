"""What is said of a command of the shell."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pente_bots.shell.state.errors import ErrorKind, ShellError


class InputKind(StrEnum):
    """What can be typed as a word of the input of a command."""

    POINT = "POINT"
    SIDE = "SIDE"
    PLAYER = "PLAYER"
    OPPONENT = "OPPONENT"
    """A player, or a person."""
    RULES = "RULES"
    SIZE = "SIZE"
    DEPTH = "DEPTH"
    ACTION = "ACTION"
    FILE = "FILE"
    COMMAND = "COMMAND"
    PARAMETER = "PARAMETER"


ANY_AMOUNT: Final = 1000
"""More words than a line has."""


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A command: everything that is said about it is made of this."""

    name: str
    usage: str
    """Its input, as ``[PLAYER]``; empty for none."""
    summary: str
    """What it does, in some words without a capital letter and a full stop."""
    least: int = 0
    """How many words of input it needs."""
    most: int = 0
    """How many it may have."""
    kinds: tuple[InputKind, ...] = ()
    """What each word is, for completion; the last repeats."""
    details: tuple[str, ...] = ()
    """More of it, a sentence a line."""

    @property
    def form(self) -> str:
        """How it is typed."""
        return f"{self.name} {self.usage}".rstrip()

    def check_amount(self, words: Sequence[str]) -> None:
        """Raises ShellError for more or fewer words than it takes."""
        if self.least <= len(words) <= self.most:
            return
        if not self.most:
            raise ShellError(ErrorKind.TAKES_NO_INPUT, f"type just {self.name}")
        kind = ErrorKind.AMOUNT if words else ErrorKind.NEEDS_INPUT
        raise ShellError(kind, f"type {self.form}")
