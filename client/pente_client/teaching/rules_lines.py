"""The page of the rules in lines of a width."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from pente_client.drawing.text_board import Charset
from pente_client.teaching.rules_page import Figure, rules_page
from pente_core.rules.ruleset import Ruleset

USUAL_COLUMNS: Final = 76
"""How wide the page is where lines are only appended."""


class LineKind(Enum):
    """What a line of the page is."""

    TITLE = auto()
    TEXT = auto()
    FIGURE = auto()


@dataclass(frozen=True, slots=True)
class RulesLine:
    """One line; only figures may be wider than was asked for."""

    kind: LineKind
    text: str


@lru_cache(maxsize=8)
def rules_lines(rules: Ruleset, charset: Charset, columns: int) -> tuple[RulesLine, ...]:
    """The page in ``columns`` (12 or more, not checked), with an empty line between its sections."""
    return tuple(_lines(rules, charset, columns))


def _lines(rules: Ruleset, charset: Charset, columns: int) -> Iterator[RulesLine]:
    for number, section in enumerate(rules_page(rules, charset)):
        if number:
            yield RulesLine(LineKind.TEXT, "")
        yield RulesLine(LineKind.TITLE, section.title)
        for line in wrap(" ".join(section.sentences), columns):
            yield RulesLine(LineKind.TEXT, line)
        for figure in section.figures:
            for text in wrap(figure.caption, columns - 2):
                yield RulesLine(LineKind.TEXT, f"  {text}")
            arrow = "->" if charset.stones is None else "→"
            for text in _figure_rows(figure, arrow, columns):
                yield RulesLine(LineKind.FIGURE, text)


def rules_text(rules: Ruleset, charset: Charset) -> Sequence[str]:
    """The page for an output to which lines are only appended."""
    return [line.text.rstrip() for line in rules_lines(rules, charset, USUAL_COLUMNS)]


def _figure_rows(figure: Figure, arrow: str, columns: int) -> Iterator[str]:
    """Before and after side by side where there is space, else one below the other."""
    if not figure.after:
        yield from figure.before
        return
    middle = len(figure.before) // 2
    gap = len(arrow) + 2
    if 2 * len(figure.before[0]) + gap > columns:
        yield from figure.before
        yield f"  {arrow}"
        yield from figure.after
        return
    for row, (before, after) in enumerate(zip_longest(figure.before, figure.after, fillvalue="")):
        yield f"{before} {arrow if row == middle else ' ' * len(arrow)} {after}"
