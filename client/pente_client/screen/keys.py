"""What the keys do."""

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from pente_client.input.parse import completed
from pente_client.screen.game_controller import GameController
from pente_client.screen.prompt import LONGEST, keep_rejected
from pente_client.terminal.line_widgets import PaneWidget
from pente_protocol.untrusted_text import clean

_ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
_NO_KEYS = frozenset({Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.CPRResponse, Keys.Ignore})
"""What arrives like a key and is none."""


def key_bindings(desk: GameController, buffer: Buffer, moves: PaneWidget, talk: PaneWidget) -> KeyBindings:
    """All keys of the screen; what is not bound here edits the line."""
    keys = KeyBindings()
    is_plain = Condition(lambda: desk.model.asked is None and not desk.model.shows_help)
    is_empty = is_plain & Condition(lambda: not buffer.text)
    _bind_leaving(keys, desk)
    _bind_answers(keys, desk)
    _bind_cursor(keys, desk, is_empty)
    _bind_line(keys, desk, buffer, is_plain)
    _bind_scrolling(keys, moves, talk)

    @keys.add("r", filter=is_empty & Condition(lambda: desk.model.may_rematch))
    def _(_: KeyPressEvent) -> None:
        desk.enter("/rematch")

    @keys.add("?", filter=is_empty)
    @keys.add("f1", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        desk.show_help(shown=True)

    return keys


def _bind_leaving(keys: KeyBindings, desk: GameController) -> None:
    @keys.add("c-c", eager=True)
    @keys.add("c-q", eager=True)
    @keys.add("<sigint>", eager=True)
    def _(_: KeyPressEvent) -> None:
        desk.ask_leave()


def _bind_answers(keys: KeyBindings, desk: GameController) -> None:
    """While a question waits, only its answers are taken; any key puts the help away."""

    @keys.add(Keys.Any, eager=True, filter=Condition(lambda: desk.model.asked is not None))
    def _(event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        if key in {"y", "Y"}:
            desk.answer(yes=True)
        elif key in {"n", "N", Keys.Escape, Keys.Enter, Keys.Backspace}:
            desk.answer(yes=False)

    @keys.add(Keys.Any, eager=True, filter=Condition(lambda: desk.model.shows_help))
    def _(event: KeyPressEvent) -> None:
        if event.key_sequence[0].key not in _NO_KEYS:
            desk.show_help(shown=False)


def _bind_cursor(keys: KeyBindings, desk: GameController, is_empty: Filter) -> None:
    """The arrows move the cursor on the board while nothing is typed."""

    def bind(name: str, columns: int, rows: int) -> None:
        @keys.add(name, filter=is_empty)
        def _(_: KeyPressEvent) -> None:
            desk.move_cursor(columns, rows)

    for name, (columns, rows) in _ARROWS.items():
        bind(name, columns, rows)


def _bind_scrolling(keys: KeyBindings, moves: PaneWidget, talk: PaneWidget) -> None:
    def bind(name: str, pane: PaneWidget, pages: int) -> None:
        @keys.add(name)
        def _(_: KeyPressEvent) -> None:
            pane.page(pages)

    bind("pageup", talk, 1)
    bind("pagedown", talk, -1)
    bind("c-pageup", moves, 1)
    bind("c-pagedown", moves, -1)


def _bind_line(keys: KeyBindings, desk: GameController, buffer: Buffer, is_plain: Filter) -> None:
    @keys.add("enter", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        if desk.enter(buffer.text):
            buffer.reset(append_to_history=bool(buffer.text.strip()))
        else:
            keep_rejected(buffer)

    @keys.add("escape", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        if buffer.text:
            buffer.reset()
            desk.typed()  # an answer to what is gone
        else:
            desk.escape()

    @keys.add("tab", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        text = completed(buffer.text, desk.model.choices, desk.model.names)
        if text != buffer.text:
            buffer.document = Document(text)
        elif buffer.complete_state:
            buffer.complete_next()
        else:
            buffer.start_completion()

    @keys.add(Keys.BracketedPaste, filter=is_plain)
    def _(event: KeyPressEvent) -> None:
        buffer.insert_text(clean(event.data, LONGEST)[: max(0, LONGEST - len(buffer.text))])
