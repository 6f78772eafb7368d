"""How a foreign engine is started, and what it may take."""

import shlex
import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from pente_core.clock.instant import Millis


class EngineProtocol(StrEnum):
    """The protocols in which foreign engines play."""

    GTP = "gtp"
    PISKVORK = "piskvork"

    @property
    def spoken(self) -> str:
        """Its name in sentences."""
        return "GTP" if self is EngineProtocol.GTP else "Piskvork's protocol"


class InvalidCommand(ValueError):
    """The command line of an engine makes no sense; the message says what to change."""


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """What an engine may take."""

    move: Millis = Millis(5_000)
    """The time for a move in games without a clock."""
    start: Millis = Millis(30_000)
    """The time for its first answer."""
    memory: int = 0
    """The most bytes of address space; 0: no limit."""


_INTERPRETERS: Final = ("env", "java", "mono", "node", "perl", "python", "ruby", "wine")
DEFAULT_LIMITS: Final = EngineLimits()


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A program with its arguments, and the protocol that it speaks."""

    words: tuple[str, ...]
    """At least one; the program is found on PATH, or by its path."""
    protocol: EngineProtocol
    limits: EngineLimits = DEFAULT_LIMITS

    @property
    def program(self) -> str:
        """The name of the file, for people; of a script that of the script."""
        first, *rest = (Path(word).name for word in self.words)
        script = next((word for word in rest if not word.startswith("-")), first)
        return script if first.startswith(_INTERPRETERS) else first


def parse_engine(text: str, protocol: EngineProtocol, limits: EngineLimits = DEFAULT_LIMITS) -> EngineCommand:
    """Split a command line into words as a shell does; nothing else of a shell is done.

    >>> parse_engine("env 'two words'", EngineProtocol.GTP).words[1:]
    ('two words',)

    Raises InvalidCommand, also if there is no such program.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise InvalidCommand(f"{text!r} is no command line ({error}); close the quotation mark") from None
    if not words or "\0" in text:
        raise InvalidCommand("the command of the engine is empty; name its program")
    found = shutil.which(str(Path(words[0]).expanduser()))
    if found is None:
        raise InvalidCommand(f"there is no program {words[0]!r} that can be run; write its path")
    return EngineCommand((str(Path(found).absolute()), *words[1:]), protocol, limits)
