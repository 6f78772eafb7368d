"""The rules of the game that is shown, as a box with small boards."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pente_client.drawing import text_board
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.teaching.rules_lines import LineKind, RulesLine, rules_lines
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.scroll_pane import scrolled_box
from pente_client.terminal.styled_text import Fragment, Line
from pente_core.rules.ruleset import Ruleset
from pente_protocol.sentences import tell

_LEAST: Final = 12
"""The columns in which the page is made at least; narrower windows show the beginning of its lines."""


def rules_box(model: ScreenModel, columns: int, rows: int) -> tuple[Line, ...]:
    """A box of ``columns`` x at most ``rows``. What does not fit is seen by scrolling."""
    if model.room is None:
        return ()
    rules = model.room.created.ruleset
    charset = text_board.ASCII if model.glyphs.stones is None else text_board.UNICODE
    body = [
        _styled(line, rules, model.glyphs) for line in rules_lines(rules, charset, max(_LEAST, columns - 4))
    ]
    return scrolled_box(tell("screen.rules"), body, model.help_back, (columns, rows), model.glyphs)


def _styled(line: RulesLine, rules: Ruleset, glyphs: Glyphs) -> Line:
    match line.kind:
        case LineKind.TITLE:
            return (("class:help.key", f" {line.text}"),)
        case LineKind.TEXT:
            return (("class:help", f" {line.text}"),)
        case LineKind.FIGURE:
            return (("", "  "), *_board_fragments(line.text, rules, glyphs))


def _board_fragments(text: str, rules: Ruleset, glyphs: Glyphs) -> Iterator[Fragment]:
    """A row of small boards; the stones in the colours and characters of the page."""
    drawn = text_board.ASCII if glyphs.stones is None else text_board.UNICODE
    stones = {
        drawn.stone(rules, colour): (f"class:board.{name}", glyphs.stone(rules, colour))
        for colour, name in enumerate(rules.colours)
    }
    for char, run in groupby(text):
        style, shown = stones.get(char) or (_style_of(char), char)
        yield style, shown * len(list(run))


def _style_of(char: str) -> str:
    if char in "→->":
        return "class:help"
    return "class:board.last" if char in "()*" else "class:board.grid"
