"""The help page: what can be typed, and what keys and mouse do; it fits the smallest screen."""

from typing import Final

from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line, fit

_ROWS: Final = (
    ("K10", "or arrows, Enter; clicks"),
    ("swap stay pass", "choose in an opening"),
    ("' or space", "chat: then type the text"),
    ("/draw /pause /takeback /cancel", "offer"),
    ("/accept /decline", "y, n; or a NAME"),
    ("/claim win|cancel", "if one stays away"),
    ("/if /conditions", "plan; /next: next game"),
    ("/join /leave /ready /bot", "before"),
    ("/more /resume /resign /abort /rematch", "r"),
    ("/hint /why /eval /setup", "if allowed"),
    ("/mute /unmute /ban /unban /kick", "hosts"),
    ("/watchers invited|anybody|TEXT", "viewers"),
    ("/friend /unfriend /block /unblock", ""),
    ("/people /friends /messages /msg", ""),
    ("/challenge /report /who /code /qr", ""),
    ("/tv next", "or n; p back; c channel"),
    ("[ ] Home End", "look back; > autoplay"),
    ("Tab, Esc, /quit", "complete; clear; leave"),
    ("PgUp PgDn", "scroll chat; Ctrl: moves"),
)
_AFTER: Final = (
    ("[ ] or arrows", "a move back; a move on"),
    ("Home, End", "the start; /live: end"),
    ("> < /autoplay", "step by itself"),
    ("/goto 14", "look at it (start, end)"),
    ("/forward 5", "on; /back 5: back"),
    ("K10", "try it from there on"),
    ("/try K10 L11", "the same, several moves"),
    ("/game", "back to the game itself"),
    ("/comment TEXT", "on the move you look at"),
    ("/mark K10 L11", "for good; /point: now"),
    ("/follow NAME", "look where they look"),
    ("/roam", "look where you like"),
    ("/notes /remove 57", "what was added"),
    ("/hint /why /eval", "advice on this move"),
    ("/rematch", "play again (or press r)"),
    ("' or space", "chat: then type the text"),
    ("/mute /unmute /ban /unban /kick", "hosts"),
    ("/block /unblock NAME", "in all games"),
    ("/who /quit, Ctrl-Q", "who is here; leave"),
)
"""What can be typed once the game is over."""
_NOTES: Final = (
    "(X) last move  [X] cursor  *X* won",
    "x2 took 2, -2 lost 2; t tria T tessera",
)
_HEAD: Final = 14


_COLUMNS: Final = 39
COLUMNS: Final = _COLUMNS + 2
ROWS: Final = len(_ROWS) + len(_NOTES) + 2


def help_lines(glyphs: Glyphs, height: int = ROWS, *, is_over: bool = False) -> tuple[Line, ...]:
    """A box of ``COLUMNS`` x ``ROWS``, or of less height without the last lines. ``is_over``: the game is."""
    shown = _AFTER if is_over else _ROWS
    rows: list[Line] = [
        (("class:help.key", f"{head:<{_HEAD}} "), ("class:help", text)) for head, text in shown
    ]
    rows += [(("class:help", note),) for note in _NOTES]
    edge = ("class:rule", glyphs.side)
    above = rule("help", "any key closes", COLUMNS, glyphs)
    below = (("class:rule", glyphs.rule * COLUMNS),)
    return (above, *((edge, *fit(row, _COLUMNS), edge) for row in rows[: height - 2]), below)
