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


def _rows(text: str) -> tuple[tuple[str, str], ...]:
    """What can be typed, and what it is for: the two columns of each line."""
    lines = (line.partition("  ") for line in text.splitlines())
    return tuple((head, about.strip()) for head, _, about in lines)


_PLAYING: Final = _rows(tell("typed.in-game"))
_AFTER: Final = _rows(tell("typed.after-game"))
_IN_LESSON: Final = _rows(tell("typed.in-lesson"))
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
    yield from help_entry(tell("screen.arrows"), tell("screen.on-the-board"), columns)
    yield from help_entry(tell("screen.tab"), tell("screen.in-the-line"), columns)


def _typed_lines(model: ScreenModel, columns: int) -> Iterator[Line]:
    yield ()
    usual = _AFTER if model.is_after_the_game else _PLAYING
    shown = _IN_LESSON if model.lesson is not None else usual
    for head, text in (row for row in shown if model.is_local or row[0] not in ONLY_LOCAL):
        yield from help_entry(head, text, columns, _WIDE_HEAD if columns >= _WIDE else _HEAD)
    yield ()
    yield from ((("class:help", note),) for note in _NOTES)
