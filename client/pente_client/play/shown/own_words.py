"""Words that a game brings along, beside those that can be typed in every game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from pente_core.room import Room
from pente_core.rules.game import Turn
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What can be typed in one kind of game; all keys are in the form of `plain`."""

    lines: Mapping[str, str] = field(default_factory=dict)
    """What may be typed instead of a line that is understood everywhere; ``*`` is the rest of both."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """What is answered to a line, in sentences."""

    shell: frozenset[str] = frozenset()
    """The words that a `GameShell` answers."""

    ends_in_full_stop: bool = False
    """Whether a point may be typed with one, as in Prolog."""

    def is_for_shell(self, typed: str) -> bool:
        """Whether a line begins with a word that the shell answers."""
        return plain(typed).partition(" ")[0] in self.shell

    def line(self, typed: str) -> str:
        """The line that is understood everywhere; the same one, if this is not a word of this game.

        >>> OwnWords({"play *": "*"}).line("play k10")
        'k10'
        """
        word, _, rest = plain(typed).partition(" ")
        if f"{word} *" in self.lines and rest:
            return self.lines[f"{word} *"].replace("*", rest)
        is_term = self.ends_in_full_stop and typed.strip().removesuffix(".").isalnum()
        return self.lines.get(plain(typed), plain(typed) if is_term else typed)

    def answer(self, typed: str) -> str:
        """The answer to a line; empty if it needs none.

        >>> OwnWords(answers={"help": "Ask help(size)."}).answer("help(colour)")
        'Ask help(size).'
        """
        line = plain(typed)
        word, bracket, _ = line.partition("(")
        return self.answers.get(line) or (self.answers.get(word, "") if bracket else "")


Seats = Sequence[str | None] | None
"""The computer players of a game by seat, None for a person; None: those of the game before."""


class ShellAnswer(NamedTuple):
    """What the command shell says to a line, and what follows in the game."""

    lines: Sequence[str]
    turns: Sequence[Turn] = ()
    """Those that a computer player makes for the side to move."""
    begun: tuple[Ruleset, Setup | None, Seats] | None = None
    """The rules, the position and the players of the game that begins in place of this one."""


class GameShell(Protocol):
    """Answers the words of the command shell in a game."""

    async def answer(self, line: str, room: Room) -> ShellAnswer:
        """What it says and does in answer to a line."""


NO_OWN_WORDS: Final = OwnWords()


def plain(line: str) -> str:
    """A line without what makes no difference.

    >>> plain(" Help( Depth ). ")
    'help(depth)'
    """
    text = " ".join(line.lower().split()).removesuffix(".").rstrip()
    return text.replace("( ", "(").replace(" )", ")").replace(" (", "(")
