"""The outline of SGF: trees of nodes, of which the main line is kept.

Nothing here knows what properties mean, so that a game that can't be understood does not spoil those behind
it. A game that is never closed ends where the next begins, which its first property, FF or GM, shows.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from pente_core.records.model.bad_record import BadRecord
from pente_core.records.model.sanitize import quoted
from pente_core.records.model.scanned_record import MOST_WORDS, line_end_of

_NAME: Final = re.compile(r"[A-Za-z0-9]+")
"""A property if it has an upper-case letter. A whole run is taken, so that no letter is tried twice."""
_TEXT: Final = re.compile(r"(?:\\.|[^\]\\])*")
_COMPOSED: Final = re.compile(r"((?:\\.|[^\\:])*):(.*)", re.DOTALL)
_ROOT: Final = re.compile(r"\s*\(\s*;\s*(?:FF|GM)\s*\[")
_ESCAPED: Final = re.compile(r"\\\n|\\(.)")
"""A line that goes on in the next, or a character that means itself."""


@dataclass(frozen=True, slots=True)
class SgfValue:
    """What stands in brackets."""

    raw: str
    """As it was written, escapes and line ends included."""
    line: int
    column: int

    @property
    def text(self) -> str:
        """Without escapes."""
        return _ESCAPED.sub(r"\1", self.raw)

    def split(self) -> "tuple[str, str] | None":
        """The two texts before and behind the first colon; None where there is none."""
        found = _COMPOSED.fullmatch(self.raw)
        return None if found is None else (_ESCAPED.sub(r"\1", found[1]), _ESCAPED.sub(r"\1", found[2]))

    def bad(self, expected: object) -> BadRecord:
        """The error that the value is none of what was expected."""
        return BadRecord(self.line, self.column, str(expected))


@dataclass(frozen=True, slots=True)
class SgfNode:
    """The properties of a node, each with its values. Grows while it is read."""

    line: int
    column: int
    properties: dict[str, list[SgfValue]] = field(default_factory=dict)

    def first(self, *names: str) -> SgfValue | None:
        """The value of the first of these properties that is there."""
        return next((self.properties[name][0] for name in names if self.properties.get(name)), None)


MOST_PARTS: Final = 5 * MOST_WORDS
"""Nodes, properties and values of one game together; a node of a turn has about four."""


@dataclass(slots=True)
class SgfTree:
    """The main line of a game. Grows while it is read."""

    line: int
    column: int
    line_end: str = "\n"
    nodes: list[SgfNode] = field(default_factory=list)
    error: BadRecord | None = None
    """The first thing that is wrong with the layout."""
    count: int = 0
    """Nodes, properties and values so far, which are bounded together."""


def trees(lines: Iterable[str]) -> Iterator[SgfTree]:
    """The games of a text, in order. Only one at a time is in memory."""
    scan = _Scan()
    for number, line in enumerate(lines, start=1):
        yield from scan.feed(number, line.removeprefix("\ufeff") if number == 1 else line)
    yield from scan.end()


class _Scan:
    """The state between two lines. Mutable."""

    _tree: SgfTree | None
    _depth: int
    _main: bool
    """Whether what comes belongs to the main line, which goes down the first branch each time."""
    _property: list[SgfValue] | None
    """The values of the property that was read last, if it may get more."""
    _opened: tuple[int, int] | None
    """Where the value begins that has not ended."""
    _parts: list[str]
    """Its lines."""

    def __init__(self) -> None:
        self._is_junk = False
        """Whether something between two games was complained of."""
        self._line_end = "\n"
        self._begin()

    def _begin(self) -> None:
        self._tree, self._depth, self._main = None, 0, True
        self._property, self._opened, self._parts = None, None, []

    def feed(self, number: int, line: str) -> Iterator[SgfTree]:
        """Take a line in: the games that it ends."""
        line, self._line_end = line.rstrip("\r\n"), line_end_of(line)
        if self._opened and _ROOT.match(line):
            yield from self._break_off(*self._opened, "expected a ] that ends the value")
        at = 0
        while at < len(line):
            if self._opened:
                at = self._in_value(line, at)
            elif line[at].isspace():
                at += 1
            elif self._depth and _ROOT.match(line, at):
                yield from self._break_off(number, at + 1, "expected a ) that ends the game before")
            elif self._depth and (found := _NAME.match(line, at)):
                if found[0].islower() or found[0].isdecimal():
                    yield from self._sign(line[at], number, at + 1)
                else:
                    self._begin_property(found[0], number, at + 1)
                at = found.end()
            elif not self._depth and line[at] != "(":
                yield from self._junk(number, at + 1, line[at])
                at += 1
            else:
                yield from self._sign(line[at], number, at + 1)
                at += 1
        if self._opened:
            self._parts.append("\n")

    def end(self) -> Iterator[SgfTree]:
        """The game that the end of the text breaks off."""
        if self._opened:
            yield from self._break_off(*self._opened, "expected a ] that ends the value")
        elif self._tree is not None:
            where = self._tree.line, self._tree.column
            yield from self._break_off(*where, "expected a ) that ends the game begun here")

    def _sign(self, sign: str, line: int, column: int) -> Iterator[SgfTree]:
        match sign:
            case "(":
                self._depth += 1
                self._property = None
                self._is_junk = False
                self._begun(line, column)
            case ";":
                self._property = None
                if self._main and self._is_within_bounds(line, column):
                    self._begun(line, column).nodes.append(SgfNode(line, column))
            case "[":
                self._opened = line, column + 1
                if self._property is None:
                    self._blame(line, column, "expected the name of a property before its value")
            case ")":
                self._depth, self._main, self._property = self._depth - 1, False, None
                if not self._depth:
                    yield from self._finish()
            case _:
                self._blame(line, column, f"expected a node, a property or ), not {quoted(sign)}")

    def _begin_property(self, name: str, line: int, column: int) -> None:
        """Lower case letters in a name count for nothing, as older versions of SGF have it."""
        name = "".join(letter for letter in name if not letter.islower())
        self._property = []
        if self._main and self._is_within_bounds(line, column):
            tree = self._begun(line, column)
            if tree.nodes:
                self._property = tree.nodes[-1].properties.setdefault(name, [])
            else:
                self._blame(line, column, "expected a ; before the first property")

    def _in_value(self, line: str, at: int) -> int:
        """Go on in a value: where its text in this line ends."""
        found = _TEXT.match(line, at)
        assert found is not None
        self._parts.append(found[0])
        end = found.end()
        if end == len(line):
            return end
        if line[end] == "\\":
            self._parts.append("\\")
            return end + 1
        assert self._opened is not None
        if self._property is not None and self._is_within_bounds(*self._opened):
            self._property.append(SgfValue("".join(self._parts), *self._opened))
        self._opened, self._parts = None, []
        return end + 1

    def _begun(self, line: int, column: int) -> SgfTree:
        if self._tree is None:
            self._tree = SgfTree(line, column, self._line_end)
        return self._tree

    def _blame(self, line: int, column: int, expected: str) -> None:
        tree = self._begun(line, column)
        tree.error = tree.error or BadRecord(line, column, expected)

    def _is_within_bounds(self, line: int, column: int) -> bool:
        """Count a node, a property or a value; beyond the bound nothing is kept."""
        tree = self._begun(line, column)
        tree.count += 1
        if tree.count > MOST_PARTS:
            self._blame(line, column, f"expected at most {MOST_PARTS} nodes, properties and values in a game")
        return tree.count <= MOST_PARTS

    def _break_off(self, line: int, column: int, expected: str) -> Iterator[SgfTree]:
        self._blame(line, column, expected)
        yield from self._finish()

    def _finish(self) -> Iterator[SgfTree]:
        assert self._tree is not None
        yield self._tree
        self._begin()

    def _junk(self, line: int, column: int, sign: str) -> Iterator[SgfTree]:
        """Skip what is no game, after complaining once."""
        if not self._is_junk:
            self._is_junk = True
            yield from self._break_off(line, column, f"expected a ( and a game, not {quoted(sign)}")
