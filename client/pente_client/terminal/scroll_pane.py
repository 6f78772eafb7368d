"""A part of a longer list that fits the screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line, fit, line_width, shorten_to_words
from pente_protocol.sentences import tell


@dataclass(frozen=True, slots=True)
class Pane:
    """The visible lines, and how far the pane can be scrolled back from the end."""

    lines: tuple[Line, ...]
    most_back: int = 0


def pane_of(count: int, line: Callable[[int], Line], height: int, back: int) -> Pane:
    """The lines of a list of ``count`` that are visible when it is scrolled ``back`` lines from its end."""
    most = max(0, count - max(0, height))
    start = most - min(back, most)
    return Pane(tuple(line(index) for index in range(start, min(count, start + height))), most)


def rule(title: str, note: str, columns: int, glyphs: Glyphs) -> Line:
    """A horizontal rule with a title at its left and a note at its right."""
    title = shorten_to_words(title, columns - 5, glyphs.more)
    named: Line = (("class:rule.title", f" {title} "),) if title else ()
    left: Line = (("class:rule", glyphs.rule * 2), *named)
    right: Line = (("class:rule.note", f" {note} "),) if note else ()
    gap = columns - line_width((*left, *right))
    if gap < 1:
        return left
    return (*left, ("class:rule", glyphs.rule * (gap - 1)), *right, ("class:rule", glyphs.rule))


def scrolled_box(
    title: str, body: Sequence[Line], back: int, size: tuple[int, int], glyphs: Glyphs
) -> tuple[Line, ...]:
    """A box of columns x at most rows (``size``) with the lines from number ``back`` on."""
    columns, rows = size
    height = max(1, min(len(body), rows - 2))
    most = len(body) - height
    start = min(back, most)
    edge = ("class:rule", glyphs.side)
    above = rule(title, tell("screen.any-key"), columns, glyphs)
    note = tell("screen.scroll", last=start + height, count=len(body)) if most else ""
    below = rule("", note, columns, glyphs) if most else (("class:rule", glyphs.rule * columns),)
    return (above, *((edge, *fit(row, columns - 2), edge) for row in body[start : start + height]), below)


def filled(lines: Sequence[Line], height: int) -> tuple[Line, ...]:
    """The lines with empty ones behind them, ``height`` together."""
    return (*lines[:height], *((),) * (height - len(lines)))
