"""Scanner for the syntax of pente.org's text format: games with their tags, words and comments.

A game has tags, one per line, and then words up to a result or the next tag. The scanner ignores the
meaning of tags and words, so that a game that can't be understood does not affect the games after it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from pente_core.records.model.field_formats import quoted, tidy
from pente_core.records.model.scanned_record import (
    LONGEST_VALUE,
    MOST_TAGS,
    MOST_WORDS,
    BadRecord,
    first_unescaped,
    line_end_of,
)
from pente_core.value import Value

RESULT: Final = re.compile(r"\*|\?|½-½|1/2-1/2|[01](-[01]){1,3}")
"""A word that ends a game."""
CONTINUED: Final = frozenset({"ruleset", "position", "opening", "retired", "clocks", "stonereviews"})
"""The tags whose value may continue in further tags of the same name."""
_TAG: Final = re.compile(r'\[([^"]*)"(.*)"\s*\]')
"""A tag. No two adjacent parts match white space, because backtracking would then take quadratic time."""
_WORD: Final = re.compile(r"[^\s{}]+|\}")
_END: Final = re.compile(r"\\[\\}]|\}")


class PgnTag(Value):
    """A tag such as ``[Site "pente.org"]``; the value extends from the first quotation mark to the last.

    In a value, quotation marks and backslashes are escaped by a backslash. Other programs do not escape, so
    unescaped ones are accepted as they are.
    """

    name: str
    value: str
    line: int
    column: int
    """The column where the value begins."""

    def bad(self, expected: object) -> BadRecord:
        """The error for an unexpected value."""
        return BadRecord(self.line, self.column, str(expected))


class PgnWord(Value):
    """A point, a move number, a result or any other word between white space."""

    text: str
    line: int
    column: int

    def bad(self, expected: object) -> BadRecord:
        """The error for an unexpected word."""
        return BadRecord(self.line, self.column, str(expected))


class PgnOutline(Struct):
    """The tags, words and comments of a game. The lists grow while it is scanned."""

    line: int
    line_end: str
    tags: list[PgnTag] = []
    words: list[PgnWord] = []
    comments: list[tuple[int, str]] = []
    """The comments, each with the number of words before it."""
    error: BadRecord | None = None
    """The first syntax error."""

    def blame(self, line: int, column: int, expected: str) -> None:
        """Record a syntax error, unless there is one already."""
        self.error = self.error or BadRecord(line, column, expected)

    @property
    def is_over(self) -> bool:
        """Whether the last word was a result."""
        return bool(self.words) and RESULT.fullmatch(self.words[-1].text) is not None


def outlines(lines: Iterable[str]) -> Iterator[PgnOutline]:
    """Yield the games of a text in order. Only one at a time is in memory."""
    scan = _Scan()
    for number, line in enumerate(lines, start=1):
        yield from scan.feed(number, line.removeprefix("\ufeff") if number == 1 else line)
    yield from scan.end()


class _Scan:
    """The state of the scanner between two lines. Mutable."""

    def __init__(self) -> None:
        self._game: PgnOutline | None = None
        self._names: set[str] = set()
        """The names of all tags of the game so far, in lower case."""
        self._settled: frozenset[str] = frozenset()
        """Those before the last blank line or comment: if one of them occurs again, a new game begins."""
        self._opened: tuple[int, int] | None = None
        """The line and column where an open comment began; None outside of comments."""
        self._comment: list[str] = []
        """The lines of the open comment; without those beyond the bound."""
        self._length = 0
        """The number of characters of the open comment so far, each line with one for its end."""
        self._was_blank = False
        self._line_end = "\n"

    def feed(self, number: int, line: str) -> Iterator[PgnOutline]:
        """Scan a line, and yield the games that end in it."""
        text, self._line_end = line.strip(), line_end_of(line)
        looks_like_tag = text.startswith("[")
        if self._opened and looks_like_tag and self._was_blank and _TAG.fullmatch(text):
            self._break_off()
        self._was_blank = not text
        if looks_like_tag and not self._opened:
            yield from self._tag(number, line.index("[") + 1, text)
        elif text:
            yield from self._words(number, line.rstrip())
        else:
            self._settle()

    def end(self) -> Iterator[PgnOutline]:
        """Yield the game that ends with the text, if any."""
        if self._opened:
            self._break_off()
        yield from self._finish()

    def _tag(self, number: int, column: int, text: str) -> Iterator[PgnOutline]:
        found = _TAG.fullmatch(text)
        is_too_long = found is not None and max(map(len, found.groups())) > LONGEST_VALUE
        name = " ".join(found[1].split()) if found and not is_too_long else ""
        if self._game and (self._game.words or name.casefold() in self._settled):
            yield from self._finish()
        game = self._begun(number)
        if found and name:
            if len(self._names) < MOST_TAGS:
                self._names |= {name.casefold()} - CONTINUED
            value = re.sub(r"\\([\\\"])", r"\1", found[2])
            if len(game.tags) < MOST_TAGS:
                game.tags.append(PgnTag(tidy(name), tidy(value), number, column + found.start(2)))
            else:
                game.blame(number, column, f"expected at most {MOST_TAGS} tags in a game")
        elif is_too_long:
            game.blame(number, column, f"expected a tag of at most {LONGEST_VALUE} characters")
        else:
            game.blame(number, column, 'expected a tag like [Site "pente.org"]')

    def _words(self, number: int, line: str) -> Iterator[PgnOutline]:
        at = 0
        while at < len(line):
            if self._opened:
                at = self._in_comment(line, at)
            elif line[at] == "{":
                self._begun(number)
                self._opened = number, at + 1
                at += 1
            elif found := _WORD.match(line, at):
                game = self._begun(number)
                self._word(game, PgnWord(found[0], number, at + 1))
                at = found.end()
                if game.is_over:
                    yield from self._finish()
            else:
                at += 1

    def _word(self, game: PgnOutline, word: PgnWord) -> None:
        """Add a word. Beyond the bound only a result is added, so that the next game is recognized."""
        if len(game.words) < MOST_WORDS or RESULT.fullmatch(word.text):
            game.words.append(word)
        else:
            game.blame(word.line, word.column, f"expected at most {MOST_WORDS} moves and words in a game")

    def _in_comment(self, line: str, at: int) -> int:
        """Scan a part of an open comment, and return the position after it."""
        assert self._opened is not None
        end = first_unescaped(_END, line, at)
        self._length += end - at + 1
        if self._length > LONGEST_VALUE + 1:
            self._comment = []
            too_long = f"expected a comment of at most {LONGEST_VALUE} characters"
            self._begun(0).blame(*self._opened, too_long)
        else:
            self._comment.append(re.sub(r"\\([\\}])", r"\1", line[at:end]))
        if end == len(line):
            return end
        if text := tidy(" ".join(self._comment)):
            self._add_comment(text)
        self._end_comment()
        return end + 1

    def _end_comment(self) -> None:
        self._opened, self._comment, self._length = None, [], 0
        self._settle()

    def _add_comment(self, text: str) -> None:
        assert self._opened is not None
        game = self._begun(0)
        if len(game.comments) < MOST_WORDS:
            game.comments.append((len(game.words), text))
        else:
            game.blame(*self._opened, f"expected at most {MOST_WORDS} comments in a game")

    def _break_off(self) -> None:
        """Report an error for a comment that never ends."""
        assert self._opened is not None
        said = quoted(" ".join(self._comment))
        self._begun(0).blame(*self._opened, f"expected a }} that ends the comment {said}")
        self._end_comment()

    def _settle(self) -> None:
        if len(self._names) > len(self._settled):
            self._settled = frozenset(self._names)

    def _begun(self, number: int) -> PgnOutline:
        if self._game is None:
            self._game = PgnOutline(number, self._line_end)
        return self._game

    def _finish(self) -> Iterator[PgnOutline]:
        if self._game is not None:
            yield self._game
        self._game, self._names, self._settled = None, set(), frozenset()
