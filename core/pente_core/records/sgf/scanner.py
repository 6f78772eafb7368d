"""Scanner for the syntax of SGF: trees of nodes, the main line apart from the variations.

The scanner ignores the meaning of properties, so that a game that can't be understood does not affect the
games after it. A game that is never closed ends where the next one begins, recognized by its property FF or
GM.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from pente_core.records.model.field_formats import quoted
from pente_core.records.model.scanned_record import (
    LONGEST_VALUE,
    MOST_WORDS,
    BadRecord,
    first_unescaped,
    line_end_of,
)
from pente_core.value import Value

_NAME: Final = re.compile(r"[A-Za-z0-9]+")
"""The name of a property, if it has an upper-case letter.

It matches a whole run of letters, even without one, so that no letter is scanned twice.
"""
_END: Final = re.compile(r"\\.|\]")
_COLON: Final = re.compile(r"\\.|:", re.DOTALL)
_ROOT: Final = re.compile(r"\s*\(\s*;\s*(?:FF|GM)\s*\[")
_ESCAPED: Final = re.compile(r"\\\n|\\(.)")
"""An escaped line end, which joins two lines, or an escaped character."""


class SgfValue(Value):
    """A property value: the text between brackets."""

    raw: str
    """The text as written, including escapes and line ends."""
    line: int
    column: int

    @property
    def text(self) -> str:
        """The text without escapes."""
        return _ESCAPED.sub(r"\1", self.raw)

    def split(self) -> "tuple[str, str] | None":
        """The texts before and after the first colon; None if there is no colon."""
        at = first_unescaped(_COLON, self.raw)
        if at == len(self.raw):
            return None
        return _ESCAPED.sub(r"\1", self.raw[:at]), _ESCAPED.sub(r"\1", self.raw[at + 1 :])

    def bad(self, expected: object) -> BadRecord:
        """The error for an unexpected value."""
        return BadRecord(self.line, self.column, str(expected))


class SgfNode(Struct):
    """A node: properties with their values. It grows while it is scanned."""

    line: int
    column: int
    properties: dict[str, list[SgfValue]] = {}
    parent: "SgfNode | None" = None
    """The node before it, for one of a variation."""

    def first(self, *names: str) -> SgfValue | None:
        """The first value of the first of these properties that is present."""
        return next((self.properties[name][0] for name in names if self.properties.get(name)), None)


MOST_PARTS: Final = 5 * MOST_WORDS
"""The maximum number of nodes, properties and values of a game together; a turn takes about four."""


MOST_PROPERTIES: Final = 20
"""The maximum number of properties of a node of a variation that are kept."""
MOST_OTHERS: Final = MOST_WORDS
"""The maximum number of nodes of variations that are kept; more are ignored, as are those after them."""


class SgfTree(Struct):
    """The nodes of a game. It grows while it is scanned."""

    line: int
    column: int
    line_end: str = "\n"
    nodes: list[SgfNode] = []
    """Those of the main line."""
    others: list[SgfNode] = []
    """Those of the variations, as many as are kept, in the order of the text."""
    error: BadRecord | None = None
    """The first syntax error."""
    count: int = 0
    """The number of nodes, properties and values so far."""


def trees(lines: Iterable[str]) -> Iterator[SgfTree]:
    """Yield the games of a text in order. Only one at a time is in memory."""
    scan = _Scan()
    for number, line in enumerate(lines, start=1):
        yield from scan.feed(number, line.removeprefix("\ufeff") if number == 1 else line)
    yield from scan.end()


class _Scan:
    """The state of the scanner between two lines. Mutable."""

    _tree: SgfTree | None
    _depth: int
    _main: bool
    """Whether the scanner is on the main line, which takes the first branch everywhere."""
    _property: list[SgfValue] | None
    """The values of the current property; None if a value is not allowed here."""
    _opened: tuple[int, int] | None
    """The line and column where an open value begins; None outside of values."""
    _parts: list[str]
    """The parts of the open value; without those beyond the bound."""
    _length: int
    """The number of characters of the open value so far."""
    _last: SgfNode | None
    """The last node, if it was kept."""
    _forks: list[SgfNode | None]
    """The last node before each open branch."""

    def __init__(self) -> None:
        self._is_junk = False
        """Whether an error was reported for text between two games."""
        self._line_end = "\n"
        self._begin()

    def _begin(self) -> None:
        self._tree, self._depth, self._main = None, 0, True
        self._property, self._opened, self._parts, self._length = None, None, [], 0
        self._last, self._forks = None, []

    def feed(self, number: int, line: str) -> Iterator[SgfTree]:
        """Scan a line, and yield the games that end in it."""
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
            self._add("\n")

    def end(self) -> Iterator[SgfTree]:
        """Yield the game that is incomplete at the end of the text, if any."""
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
                self._forks.append(self._last)
                self._is_junk = False
                self._begun(line, column)
            case ";":
                self._property = None
                self._begin_node(line, column)
            case "[":
                self._opened = line, column + 1
                if self._property is None:
                    self._blame(line, column, "expected the name of a property before its value")
            case ")":
                self._depth, self._main, self._property = self._depth - 1, False, None
                self._last = self._forks.pop() if self._forks else None
                if not self._depth:
                    yield from self._finish()
            case _:
                self._blame(line, column, f"expected a node, a property or ), not {quoted(sign)}")

    def _begin_node(self, line: int, column: int) -> None:
        """Begin a node of the main line, or one of a variation, which counts for no error."""
        tree, node = self._begun(line, column), SgfNode(line, column, parent=self._last)
        if self._main:
            self._last = None
            if self._is_within_bounds(line, column):
                self._last = node
                node.parent = None
                tree.nodes.append(node)
        elif self._last is not None and len(tree.others) < MOST_OTHERS:
            tree.others.append(node)
            self._last = node
        else:
            self._last = None

    def _begin_property(self, name: str, line: int, column: int) -> None:
        """Begin a property. Lower-case letters of its name are ignored, as older versions of SGF require."""
        name = "".join(letter for letter in name if not letter.islower())
        self._property = []
        if self._main and self._is_within_bounds(line, column):
            tree = self._begun(line, column)
            if tree.nodes:
                self._property = tree.nodes[-1].properties.setdefault(name, [])
            else:
                self._blame(line, column, "expected a ; before the first property")
        elif self._last is not None and not self._main and len(self._last.properties) < MOST_PROPERTIES:
            self._property = self._last.properties.setdefault(name, [])

    def _in_value(self, line: str, at: int) -> int:
        """Scan a part of an open value, and return the position after it."""
        end = first_unescaped(_END, line, at)
        self._add(line[at:end])
        if end == len(line):
            return end
        assert self._opened is not None
        if self._property is not None and self._is_within_bounds(*self._opened):
            if self._length <= LONGEST_VALUE:
                self._property.append(SgfValue("".join(self._parts), *self._opened))
            elif self._main:
                self._blame(*self._opened, f"expected a value of at most {LONGEST_VALUE} characters")
        self._opened, self._parts, self._length = None, [], 0
        return end + 1

    def _add(self, part: str) -> None:
        """Add a part to the open value, of which nothing is kept once it is too long."""
        self._length += len(part)
        if self._length > LONGEST_VALUE:
            self._parts = []
        else:
            self._parts.append(part)

    def _begun(self, line: int, column: int) -> SgfTree:
        if self._tree is None:
            self._tree = SgfTree(line, column, self._line_end)
        return self._tree

    def _blame(self, line: int, column: int, expected: str) -> None:
        tree = self._begun(line, column)
        tree.error = tree.error or BadRecord(line, column, expected)

    def _is_within_bounds(self, line: int, column: int) -> bool:
        """Count a node, a property or a value, and return whether it is within the bound and kept."""
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
        """Skip text between games, and report one error for it."""
        if not self._is_junk:
            self._is_junk = True
            yield from self._break_off(line, column, f"expected a ( and a game, not {quoted(sign)}")
