"""The help: which keys act, and what can be typed."""

from collections.abc import Iterator
from typing import Final

from pente_client.input.completion import ONLY_LOCAL
from pente_client.screen.actions.game_actions import GAME_ACTIONS
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.terminal.pages.help_text import help_entry
from pente_client.terminal.pages.page_action import key_label
from pente_client.terminal.scroll_pane import scrolled_box
from pente_client.terminal.styled_text import Line
from pente_protocol.sentences import tell

_ROWS: Final = (
    ("K10", "place a stone"),
    ("swap stay pass", "choose in an opening"),
    ("' or space", "chat: then type the text"),
    ("/draw /pause /takeback /cancel", "offer"),
    ("/accept /decline", "an offer, or a NAME"),
    ("/claim win|cancel", "if one stays away"),
    ("/if /conditions", "plan; /next: next game"),
    ("/premove K10", "play it in your turn"),
    ("/more /resume", "give 15 s; go on"),
    ("/join /leave /ready /bot", "before"),
    ("/quit", "leave"),
    ("/rules", "the rules of this game"),
    ("/resign /abort /rematch", ""),
    ("/hint /why /eval", "advice, where allowed"),
    ("/row 10 /column K /around K10", "in words"),
    ("/stones /clock", "in words"),
    ("/mute /unmute /ban /unban /kick", "hosts"),
    ("/watchers invited|anybody|TEXT", "viewers"),
    ("/friend /unfriend /block /unblock", ""),
    ("/people /friends /messages /msg", ""),
    ("/challenge /report /who /code /qr", ""),
    ("/vacation 7", "your clocks stop; off ends it"),
    ("/tv next", "/tv back, /tv bots: TV"),
    ("/setup", "a position, in a local game"),
)
_AFTER: Final = (
    ("/goto 14", "look at it (start, end)"),
    ("/autoplay", "step by itself; /live: the end"),
    ("/forward 5", "on; /back 5: back"),
    ("/flip", "turn the board round"),
    ("K10", "try it from there on"),
    ("/try K10 L11", "the same, several moves"),
    ("/game", "back to the game itself"),
    ("/comment TEXT", "on the move you look at"),
    ("/mark K10 L11", "for good; /point: now"),
    ("/follow NAME", "look where they look"),
    ("/roam", "look where you like"),
    ("/notes", "all that was added"),
    ("/remove 57", "remove one of these"),
    ("/learn /solution", "from a review"),
    ("/hint /why /eval", "advice on this move"),
    ("/rematch", "play again"),
    ("' or space", "chat: then type the text"),
    ("/mute /unmute /ban /unban /kick", "hosts"),
    ("/block /unblock NAME", "in all games"),
    ("/who /quit", "who is here; leave"),
)
"""What can be typed once the game is over."""
_IN_LESSON: Final = (
    ("G7", "place a stone"),
    ("Enter, /next", "go on; after a miss try again"),
    ("/again", "begin this one again"),
    ("/previous", "go back to the one before"),
    ("/hint", "mark a move that does it"),
    ("/solution", "show all of it"),
    ("/rules", "the rules of the game"),
    ("/quit", "leave"),
)
"""What can be typed in the tutorial and in puzzles."""
_NOTES: Final = (
    tell("screen.help-board"),
    tell("screen.help-captures"),
    tell("screen.help-calls"),
)
_HEAD: Final = 14
_WIDE_HEAD: Final = 34
_WIDE: Final = 64
"""Columns from which on what is typed has a column of its own."""


def help_lines(model: ScreenModel, keys: KeyTable, columns: int, rows: int) -> tuple[Line, ...]:
    """A box of ``columns`` x at most ``rows``: the keys that act now, then what can be typed.

    What does not fit is seen by scrolling.
    """
    body = [*_key_lines(model, keys, columns - 2), *_typed_lines(model, columns - 2)]
    return scrolled_box(tell("screen.help"), body, model.help_back, (columns, rows), model.glyphs)


def _key_lines(model: ScreenModel, keys: KeyTable, columns: int) -> Iterator[Line]:
    """The keys of the actions that can be done now."""
    for action in GAME_ACTIONS:
        bound = keys.of_action(action)
        if bound and action.when(model):
            yield from help_entry(" ".join(map(key_label, bound)), action.explanation, columns)
    yield from help_entry("arrows, Enter", tell("screen.on-the-board"), columns)
    yield from help_entry("Tab, Esc", tell("screen.in-the-line"), columns)


def _typed_lines(model: ScreenModel, columns: int) -> Iterator[Line]:
    yield ()
    usual = _AFTER if model.is_after_the_game else _ROWS
    shown = _IN_LESSON if model.lesson is not None else usual
    for head, text in (row for row in shown if model.is_local or row[0] not in ONLY_LOCAL):
        yield from help_entry(head, text, columns, _WIDE_HEAD if columns >= _WIDE else _HEAD)
    yield ()
    yield from ((("class:help", note),) for note in _NOTES)
