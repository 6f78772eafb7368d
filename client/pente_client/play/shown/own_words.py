"""Words that a game brings along, beside those that can be typed in every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What can be typed in one kind of game; all keys are in the form of `plain`."""

    lines: Mapping[str, str] = field(default_factory=dict)
    """What may be typed instead of a line that is understood everywhere; ``*`` is the rest of both."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """What is answered to a line, in sentences."""

    def line(self, typed: str) -> str:
        """The line that is understood everywhere; the same one, if this is not a word of this game.

        >>> OwnWords({"play *": "*"}).line("play k10")
        'k10'
        """
        word, _, rest = plain(typed).partition(" ")
        if f"{word} *" in self.lines and rest:
            return self.lines[f"{word} *"].replace("*", rest)
        return self.lines.get(plain(typed), typed)

    def answer(self, typed: str) -> str:
        """The answer to a line; empty if it needs none.

        >>> OwnWords(answers={"help": "Ask help(size)."}).answer("help(colour)")
        'Ask help(size).'
        """
        line = plain(typed)
        word, bracket, _ = line.partition("(")
        return self.answers.get(line) or (self.answers.get(word, "") if bracket else "")


NO_OWN_WORDS: Final = OwnWords()


def plain(line: str) -> str:
    """A line without what makes no difference.

    >>> plain(" Help( Depth ). ")
    'help(depth)'
    """
    text = " ".join(line.lower().split()).removesuffix(".").rstrip()
    return text.replace("( ", "(").replace(" )", ")").replace(" (", "(")
