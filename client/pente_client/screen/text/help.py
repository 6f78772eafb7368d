"""The help page: what can be typed, and what keys and mouse do; it fits the smallest screen."""

from typing import Final

from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line, fit

_ROWS: Final = (
    ("K10", "place a stone there"),
    ("arrows, Enter", "the same, or two clicks"),
    ("swap stay pass", "choose in an opening"),
    ("' or space", "chat: then type the text"),
    ("/draw /pause /takeback /cancel", "offer"),
    ("/accept /decline", "y, n; or a NAME"),
    ("/claim win|cancel", "if one stays away"),
    ("/if /conditions", "plan; /next: next game"),
    ("/more /resume", "give 15 s; end a pause"),
    ("/join /leave /ready", "before"),
    ("/resign /abort /rematch", "(or r)"),
    ("/mute /unmute /ban /unban /kick", "hosts"),
    ("/watchers invited|anybody|TEXT", "viewers"),
    ("/friend /unfriend /block /unblock", ""),
    ("/people /friends /messages /msg", ""),
    ("/challenge /report /who /quit", "(Ctrl-Q)"),
    ("n, p, c", "TV: next, previous, channel"),
    ("Tab, Esc", "complete; clear the line"),
    ("PgUp PgDn", "scroll chat; Ctrl: moves"),
)
_NOTES: Final = (
    "(X) last move  [X] cursor  *X* won",
    "x2 captured two, -2 lost two",
    "t tria: open three, T tessera: four",
)
_HEAD: Final = 14


_COLUMNS: Final = 39
COLUMNS: Final = _COLUMNS + 2
ROWS: Final = len(_ROWS) + len(_NOTES) + 2


def help_lines(glyphs: Glyphs, height: int = ROWS) -> tuple[Line, ...]:
    """A box of ``COLUMNS`` x ``ROWS``, or of less height without the last lines."""
    rows: list[Line] = [
        (("class:help.key", f"{head:<{_HEAD}} "), ("class:help", text)) for head, text in _ROWS
    ]
    rows += [(("class:help", note),) for note in _NOTES]
    edge = ("class:rule", glyphs.side)
    above = rule("help", "any key closes", COLUMNS, glyphs)
    below = (("class:rule", glyphs.rule * COLUMNS),)
    return (above, *((edge, *fit(row, _COLUMNS), edge) for row in rows[: height - 2]), below)
