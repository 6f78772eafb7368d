"""What is wrong with the value of an option, so that each door can say it with its own word for it."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Final, Self

_LONGEST_SHOWN: Final = 40


class InvalidOption(ValueError):
    """A value that an option can't have, or that does not go with another option.

    The sentence has no full stop, and names options in braces: ``{size} must be odd``. As text it has their
    names; `text` puts the words of a door in their places.

    >>> wrong = InvalidOption("give", "{give} is for {sides} sides; use {position}", sides=2)
    >>> str(wrong), wrong.text({"give": "--give", "position": "--position"}.__getitem__)
    ('give is for 2 sides; use position', '--give is for 2 sides; use --position')
    """

    def __init__(self, option: str, sentence: str, **places: object) -> None:
        """``places`` are what else stands in the sentence; it may have braces of its own."""
        super().__init__(option, sentence)
        self.option = option
        """The name of the option that has to change."""
        self._sentence, self._places = sentence, places

    @property
    def names(self) -> tuple[str, ...]:
        """The options that it is about, first the one that has to change."""
        fields = (name for _, name, *_ in Formatter().parse(self._sentence) if name is not None)
        return tuple(dict.fromkeys((self.option, *(name for name in fields if name not in self._places))))

    def blaming(self, option: str) -> Self:
        """The same sentence, where another of the options has to change."""
        return type(self)(option, self._sentence, **self._places)

    def text(self, word: Callable[[str], str] = str) -> str:
        """The sentence in which ``word`` says how an option is called."""
        return self._sentence.format_map(_Places(word, self._places))

    def __str__(self) -> str:
        return self.text()


class _Places(dict[str, object]):
    def __init__(self, word: Callable[[str], str], places: Mapping[str, object]) -> None:
        super().__init__(places)
        self._word = word

    def __missing__(self, name: str) -> str:
        return self._word(name)


def quoted(text: str) -> str:
    r"""What somebody wrote, short and without anything that would control a terminal.

    >>> quoted("a\x1b[2J"), quoted("x" * 50) == repr("x" * 40)
    ("'a\\x1b[2J'", True)
    """
    return repr(text[:_LONGEST_SHOWN])
