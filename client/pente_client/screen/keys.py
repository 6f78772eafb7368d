"""The key bindings of the game screen: the table of actions, and the keys of cursor, line and palette."""

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import Keys

from pente_client.input.completion import completed
from pente_client.screen.actions.action import Action
from pente_client.screen.actions.key_table import is_letter
from pente_client.screen.game_controller import GameController
from pente_client.screen.held_letter import HeldLetter
from pente_client.screen.page_actions import PageActions
from pente_client.screen.widgets.prompt import LONGEST, is_rejected, keep_rejected
from pente_client.terminal.page_parts import bind_closing, leaving_keys
from pente_protocol.untrusted_text import clean

_ARROWS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
_LINE_KEYS = frozenset({"home", "end", "delete", "insert", "c-d"})
"""Keys that edit a line in which something is typed."""
_PAGE = 8
"""Entries of the palette that a page key goes by."""


def key_bindings(
    controller: GameController, buffer: Buffer, actions: PageActions, held: HeldLetter
) -> KeyBindings:
    """All keys of the screen; what is not bound here edits the line."""
    is_covered = Condition(lambda: controller.model.covers)
    is_choosing = Condition(lambda: controller.model.palette is not None)
    keys = leaving_keys(controller.quit)
    bind_closing(keys, is_covered, controller.close_cover)
    is_plain = ~is_covered & ~is_choosing & Condition(lambda: controller.model.question is None)
    is_empty = is_plain & Condition(lambda: not buffer.text)
    _bind_answers(keys, controller)
    _bind_help(keys, controller)
    is_free = is_plain & Condition(lambda: not buffer.text or is_rejected(buffer))
    _bind_cursor(keys, controller, buffer, is_free)
    _bind_arrow_steps(keys, controller, is_empty)
    _bind_line(keys, controller, buffer, is_plain, held)
    _bind_paste(keys, buffer, ~is_covered)
    _bind_palette(keys, actions, is_choosing)
    _bind_actions(keys, controller, buffer, actions, is_plain)
    return keys


def _bind_actions(
    keys: KeyBindings, controller: GameController, buffer: Buffer, actions: PageActions, is_plain: Filter
) -> None:
    """The keys of the table; letters act by themselves, because they are typed first.

    Characters act on an empty line, and put one away that was rejected, as typing does.
    """
    is_empty = is_plain & Condition(lambda: not buffer.text)
    is_free = is_plain & Condition(lambda: not buffer.text or is_rejected(buffer))

    def bind(key: str, action: Action) -> None:
        may = Condition(lambda: action.when(controller.model))
        is_character = len(key) == 1
        where = is_free if is_character else is_empty if key in _LINE_KEYS else is_plain

        @keys.add(key, filter=may & where)
        def _(_: KeyPressEvent) -> None:
            if is_character:
                _put_away(controller, buffer)
            actions.do(action)

    for key, action in actions.keys.bound():
        if not is_letter(key):
            bind(key, action)


def _bind_answers(keys: KeyBindings, controller: GameController) -> None:
    """Take only answers while a question waits, and clicks, which may be some too."""
    is_asked = Condition(lambda: controller.model.question is not None)

    @keys.add(Keys.Any, eager=True, filter=is_asked)
    def _(event: KeyPressEvent) -> None:
        key = event.key_sequence[0].key
        if key in {"y", "Y"}:
            controller.answer(yes=True)
        elif key == Keys.Enter:
            controller.answer(yes=controller.question is not None and controller.question.is_harmless)
        elif key in {"n", "N", Keys.Escape, Keys.Backspace}:
            controller.answer(yes=False)

    @keys.add(
        Keys.Vt100MouseEvent, eager=True, filter=Condition(lambda: controller.model.question is not None)
    )
    def _(event: KeyPressEvent) -> object:
        for usual in load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,)):
            return usual.handler(event)
        return NotImplemented


def _bind_arrow_steps(keys: KeyBindings, controller: GameController, is_empty: Filter) -> None:
    """Where nobody places stones, the arrows step through the game while nothing is typed."""
    arrows_step = is_empty & Condition(lambda: controller.model.arrows_step)
    for name, moves in {"left": -1, "right": 1, "up": -10, "down": 10}.items():
        keys.add(name, filter=arrows_step)(lambda _, moves=moves: controller.looking.step(moves))


def _bind_help(keys: KeyBindings, controller: GameController) -> None:
    """Scroll the help or the rules; every other key closes them."""

    def bind(name: str, lines: int) -> None:
        @keys.add(name, eager=True, filter=Condition(lambda: controller.model.scrolls))
        def _(_: KeyPressEvent) -> None:
            controller.scroll_help(lines)

    for name, lines in {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, " ": 10}.items():
        bind(name, lines)


def _bind_palette(keys: KeyBindings, actions: PageActions, is_choosing: Filter) -> None:
    def bind(name: str, steps: int) -> None:
        @keys.add(name, filter=is_choosing)
        def _(_: KeyPressEvent) -> None:
            actions.choose_by(steps)

    for name, steps in {"up": -1, "down": 1, "pageup": -_PAGE, "pagedown": _PAGE, "tab": 1}.items():
        bind(name, steps)

    @keys.add("enter", filter=is_choosing)
    def _(_: KeyPressEvent) -> None:
        actions.do_chosen()

    @keys.add("escape", filter=is_choosing)
    @keys.add("c-p", filter=is_choosing)
    def _(_: KeyPressEvent) -> None:
        actions.close_palette()


def _bind_cursor(keys: KeyBindings, controller: GameController, buffer: Buffer, is_free: Filter) -> None:
    """The arrows move the cursor on the board while nothing is typed, unless they step through the game.

    They put a line away that was rejected.
    """
    moves_cursor = is_free & ~Condition(lambda: controller.model.arrows_step)
    chooses_bot = is_free & Condition(lambda: controller.model.may_play_bot and not controller.model.cursor)
    for name, steps in {"left": -1, "right": 1}.items():
        keys.add(name, eager=True, filter=chooses_bot)(lambda _, steps=steps: controller.choose_bot(steps))

    def bind(name: str, columns: int, rows: int) -> None:
        @keys.add(name, filter=moves_cursor)
        def _(_: KeyPressEvent) -> None:
            _put_away(controller, buffer)
            controller.move_cursor(columns, rows)

    for name, (columns, rows) in _ARROWS.items():
        bind(name, columns, rows)


def _put_away(controller: GameController, buffer: Buffer) -> None:
    """Empty a line that was rejected."""
    if buffer.text:
        buffer.reset()
        controller.typed()


def _bind_line(
    keys: KeyBindings, controller: GameController, buffer: Buffer, is_plain: Filter, held: HeldLetter
) -> None:
    @keys.add("enter", filter=is_plain)
    def _(_: KeyPressEvent) -> None:
        if held.act_now():
            return
        if controller.enter(buffer.text):
            buffer.reset(append_to_history=bool(buffer.text.strip()))
            controller.line_is(buffer.text)  # which the buffer does not tell
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
        model = controller.model
        text = completed(buffer.text, model.choices, model.names, is_local=model.is_local)
        if text != buffer.text:
            buffer.document = Document(text)
        elif buffer.complete_state:
            buffer.complete_next()
        else:
            buffer.start_completion()


def _bind_paste(keys: KeyBindings, buffer: Buffer, is_free: Filter) -> None:
    @keys.add(Keys.BracketedPaste, filter=is_free)
    def _(event: KeyPressEvent) -> None:
        buffer.insert_text(clean(event.data, LONGEST)[: max(0, LONGEST - len(buffer.text))])
