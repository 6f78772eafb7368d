"""The box that shows how a friend comes into the room: a command, a link, and a QR code where it fits."""

from collections.abc import Iterator, Sequence
from typing import Final

from pente_client.drawing.qr_code import qr_lines, qr_modules
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.glyphs import ASCII, Glyphs
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import EMPTY, Line, fit, line_width, wrap
from pente_protocol.sentences import tell

_MARGIN: Final = 4
"""Columns of the two edges, with a space beside each."""
_GAP: Final = 2
_NARROWEST: Final = 24
"""Columns for the words beside a code."""


def join_box(model: ScreenModel, columns: int, rows: int) -> Sequence[Line]:
    """The box, at most ``columns`` x ``rows``; empty while it is not shown."""
    if not model.shows_code or not model.code:
        return ()
    link, glyphs = model.join_link, model.glyphs
    code = _code_lines(link.link, glyphs)
    for lines in _with_code(code, link.sentences, columns - _MARGIN):
        if len(lines) + 2 <= rows:
            return _boxed(lines, glyphs)
    sentences = (*_way_to_code(code, link.sentences, columns), *link.sentences)
    inner = min(columns - _MARGIN, max(map(len, sentences)))
    return _boxed(_words(sentences, inner), glyphs)[:rows]


def _code_lines(text: str, glyphs: Glyphs) -> Sequence[Line]:
    """The code in two colours of its own; in ASCII of coloured spaces, as nothing reads one of letters."""
    if glyphs is not ASCII:
        return [(("class:qr", line),) for line in qr_lines(text)]
    return [
        tuple(("class:qr.light" if light else "class:qr", "  ") for light in row) for row in qr_modules(text)
    ]


def _with_code(code: Sequence[Line], sentences: Sequence[str], inner: int) -> Iterator[Sequence[Line]]:
    """The code with the words below it, and beside it, as far as a width has room for both."""
    wide = line_width(code[0]) if code else inner + 1
    if wide <= inner:
        most = min(inner, max(wide, *map(len, sentences)))
        side = ("", " " * ((most - wide) // 2))
        yield [*((side, *line) for line in code), *_words(sentences, most)]
    if wide + _GAP + _NARROWEST <= inner:
        words = _words(sentences, inner - wide - _GAP)
        first = (len(code) - len(words)) // 2
        if first >= 0:
            beside = {first + index: said for index, said in enumerate(words)}
            yield [(*line, ("", " " * _GAP), *beside.get(y, EMPTY)) for y, line in enumerate(code)]


def _way_to_code(code: Sequence[Line], sentences: Sequence[str], columns: int) -> Iterator[str]:
    """How large a window has to be for the code, if there is one."""
    if code:
        wide = max(columns, line_width(code[0]) + _MARGIN)
        high = min(len(lines) + 2 for lines in _with_code(code, sentences, wide - _MARGIN))
        yield tell("screen.small-for-code", columns=wide, rows=high)


def _words(sentences: Sequence[str], inner: int) -> list[Line]:
    return [(("class:help", line),) for text in sentences for line in wrap(text, inner)]


def _boxed(lines: Sequence[Line], glyphs: Glyphs) -> list[Line]:
    inner = max(map(line_width, lines))
    edge, space = ("class:rule", glyphs.side), ("", " ")
    above = rule(tell("screen.code"), tell("screen.any-key"), inner + _MARGIN, glyphs)
    below = (("class:rule", glyphs.rule * (inner + _MARGIN)),)
    return [above, *((edge, space, *fit(line, inner), space, edge) for line in lines), below]
