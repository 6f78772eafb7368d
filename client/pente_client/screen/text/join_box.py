"""The box that shows how a friend comes into the room: a command, a link, and a QR code where it fits."""

from collections.abc import Sequence
from typing import Final

from pente_client.drawing.qr_code import qr_lines
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.glyphs import UNICODE, Glyphs
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line, fit, wrap

_TOO_SMALL: Final = "Make the window larger to see a QR code here."
_MARGIN: Final = 4
"""Columns of the two edges, with a space beside each."""


def join_box(model: ScreenModel, columns: int, rows: int) -> Sequence[Line]:
    """The box, at most ``columns`` x ``rows``; empty while it is not shown."""
    if not model.shows_code or not model.code:
        return ()
    link = model.join_link
    wide = max(map(len, link.sentences))
    inner = min(columns - _MARGIN, wide)
    words = [line for sentence in link.sentences for line in wrap(sentence, inner)]
    code = qr_lines(link.scanned, is_ascii=model.glyphs is not UNICODE)
    if not _fits(code, columns, rows - len(words) - 2):
        code = list(wrap(_TOO_SMALL, inner))
    return _boxed([*(line.center(inner) for line in code), *words], inner, model.glyphs)[:rows]


def _fits(code: Sequence[str], columns: int, rows: int) -> bool:
    return 0 < len(code) <= rows and len(code[0]) <= columns - _MARGIN


def _boxed(texts: Sequence[str], inner: int, glyphs: Glyphs) -> list[Line]:
    edge = ("class:rule", glyphs.side)
    above = rule("code", "any key closes", inner + _MARGIN, glyphs)
    below = (("class:rule", glyphs.rule * (inner + _MARGIN)),)
    lines = ((("class:help", f" {text}"),) for text in texts)
    return [above, *((edge, *fit(line, inner + 2), edge) for line in lines), below]
