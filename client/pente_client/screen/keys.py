"""The key bindings of the game screen."""

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from pente_client.input.completion import completed
from pente_client.input.inputs import TuneInput
from pente_client.screen.game_controller import GameController
from pente_client.screen.prompt import LONGEST, keep_rejected
from pente_client.terminal.line_widgets import PaneWidget
from pente_client.terminal.page_parts import page_keys
from pente_protocol.untrusted_text import clean

_ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}


def key_bindings(
    controller: GameController, buffer: Buffer, moves: PaneWidget, chat: PaneWidget
) -> KeyBindings:
    """All keys of the screen; what is not bound here edits the line."""
    is_covered = Condition(lambda: controller.model.covers)
    keys = page_keys(controller.quit, is_covered, controller.close_cover)
    is_plain = ~is_covered & Condition(lambda: controller.model.question is None)
    is_empty = is_plain & Condition(lambda: not buffer.text)
    _bind_answers(keys, controller)
    _bind_cursor(keys, controller, is_empty)
    _bind_line(keys, controller, buffer, is_plain)
    _bind_scrolling(keys, moves, chat)

    @keys.add("r", filter=is_empty & Condition(lambda: controller.model.may_rematch))
    def _(_: KeyPressEvent) -> None:
        controller.enter("/rematch")

    @keys.add("b", filter=is_empty & Condition(lambda: controller.model.may_play_bot))
    def _(_: KeyPressEvent) -> None:
        controller.enter("/bot")

    @keys.add("c-n", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        controller.enter("/next")

    _bind_looking_back(keys, controller, is_empty)
    _bind_tv(keys, controller, is_empty)

    @keys.add("?", filter=is_empty)
    @keys.add("f1", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        controller.show_help()

    return keys


def _bind_answers(keys: KeyBindings, controller: GameController) -> None:
    """Take only answers while a question waits."""

    @keys.add(Keys.Any, eager=True, filter=Condition(lambda: controller.model.question is not None))
    def _(event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        if key in {"y", "Y"}:
            controller.answer(yes=True)
        elif key in {"n", "N", Keys.Escape, Keys.Enter, Keys.Backspace}:
            controller.answer(yes=False)


def _bind_looking_back(keys: KeyBindings, controller: GameController, is_empty: Filter) -> None:
    """While nothing is typed: steps through the game, running or over."""
    has_begun = is_empty & Condition(lambda: controller.model.may_look_back)
    arrows_step = is_empty & Condition(lambda: controller.model.arrows_step)
    steps = {"[": -1, "]": 1, "left": -1, "right": 1, "up": -10, "down": 10}
    for name, moves in steps.items():
        keys.add(name, filter=has_begun if name in "[]" else arrows_step)(
            lambda _, moves=moves: controller.step(moves)
        )
    keys.add("home", filter=has_begun)(lambda _: controller.look_at(0))
    keys.add("end", filter=has_begun)(lambda _: controller.look_at(None))
    keys.add(">", filter=has_begun)(lambda _: controller.play_on(is_faster=True))
    keys.add("<", filter=has_begun)(lambda _: controller.play_on(is_faster=False))


def _bind_tv(keys: KeyBindings, controller: GameController, is_empty: Filter) -> None:
    """While TV is on and nothing is typed: the next game, the one before, another channel."""
    is_on = is_empty & Condition(lambda: controller.model.follows)

    @keys.add("n", filter=is_on)
    def _(_: KeyPressEvent) -> None:
        controller.tune(TuneInput())

    @keys.add("p", filter=is_on)
    def _(_: KeyPressEvent) -> None:
        controller.tune(TuneInput(back=True))

    @keys.add("c", filter=is_on)
    def _(_: KeyPressEvent) -> None:
        controller.next_channel()


def _bind_cursor(keys: KeyBindings, controller: GameController, is_empty: Filter) -> None:
    """The arrows move the cursor on the board while nothing is typed, unless they step through the game."""
    moves_cursor = is_empty & ~Condition(lambda: controller.model.arrows_step)

    def bind(name: str, columns: int, rows: int) -> None:
        @keys.add(name, filter=moves_cursor)
        def _(_: KeyPressEvent) -> None:
            controller.move_cursor(columns, rows)

    for name, (columns, rows) in _ARROWS.items():
        bind(name, columns, rows)


def _bind_scrolling(keys: KeyBindings, moves: PaneWidget, chat: PaneWidget) -> None:
    def bind(name: str, pane: PaneWidget, pages: int) -> None:
        @keys.add(name)
        def _(_: KeyPressEvent) -> None:
            pane.page(pages)

    bind("pageup", chat, 1)
    bind("pagedown", chat, -1)
    bind("c-pageup", moves, 1)
    bind("c-pagedown", moves, -1)


def _bind_line(keys: KeyBindings, controller: GameController, buffer: Buffer, is_plain: Filter) -> None:
    @keys.add("enter", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        if controller.enter(buffer.text):
            buffer.reset(append_to_history=bool(buffer.text.strip()))
        else:
            keep_rejected(buffer)

    @keys.add("escape", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        if buffer.text:
            buffer.reset()
            controller.typed("")  # an answer to what is gone
        else:
            controller.escape()

    @keys.add("tab", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        text = completed(buffer.text, controller.model.choices, controller.model.names)
        if text != buffer.text:
            buffer.document = Document(text)
        elif buffer.complete_state:
            buffer.complete_next()
        else:
            buffer.start_completion()

    @keys.add(Keys.BracketedPaste, filter=is_plain)
    def _(event: KeyPressEvent) -> None:
        buffer.insert_text(clean(event.data, LONGEST)[: max(0, LONGEST - len(buffer.text))])
