"""What lies over a page of actions: its help, or the palette of what can be done."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.containers import ConditionalContainer, Float
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.terminal.frames.line_box import LineBox, Widget
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.pages.help_text import MOST_COLUMNS, help_body
from pente_client.terminal.pages.page_action import PageAction, possible
from pente_client.terminal.pages.palette import PaletteEntry, PaletteState, palette_rows, searched
from pente_client.terminal.pages.row_list import RowLine, RowsWidget
from pente_client.terminal.scroll_pane import scrolled_box
from pente_client.terminal.styled_text import Line
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

_PAGE: Final = 8
_WHEEL: Final = 3
_LONGEST: Final = 60
"""The most characters of a search."""
_NO_KEYS: Final = frozenset({Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.CPRResponse, Keys.Ignore})
"""What arrives like a key and is none."""
_AROUND: Final = 3
"""The rows of the page that stay visible: heading, status and prompt."""
_SCROLLING: Final = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, " ": 10}


class PageCover:
    """Closed, or the help or the palette is open. Mutable.

    ``actions`` gives all actions of the page, ``changed`` is called after each change. ``notes`` are
    sentences that stand below the keys in the help.
    """

    def __init__(
        self,
        actions: Callable[[], Sequence[PageAction]],
        changed: Callable[[], None],
        glyphs: Callable[[], Glyphs],
        notes: Sequence[str] = (),
    ) -> None:
        self._actions, self._changed, self._glyphs, self._notes = actions, changed, glyphs, notes
        self.help_back: int | None = None
        """How many lines the help is scrolled on; None: it is closed."""
        self.palette: PaletteState | None = None

    @property
    def is_open(self) -> bool:
        return self.help_back is not None or self.palette is not None

    def show_help(self) -> None:
        self._set(help_back=0)

    def show_palette(self) -> None:
        self._set(palette=PaletteState())

    def close(self) -> None:
        self._set()

    @property
    def entries(self) -> tuple[PaletteEntry[PageAction], ...]:
        """What the palette shows."""
        if self.palette is None:
            return ()
        can = (action for action in possible(self._actions()) if action.name != "actions")
        every = (PaletteEntry(each.label, each.explanation, each.key, each) for each in can)
        return searched(every, self.palette.typed)

    def choose_by(self, steps: int) -> None:
        """Choose the entry so many lines further down."""
        if self.palette is not None:
            chosen = min(max(0, self.palette.chosen + steps), max(0, len(self.entries) - 1))
            self._set(palette=replace(self.palette, chosen=chosen))

    def search(self, typed: str) -> None:
        """Show what has these words."""
        if self.palette is not None:
            self._set(palette=PaletteState(clean(typed[:_LONGEST]) + " " * typed.endswith(" ")))

    def do_chosen(self) -> None:
        """Close the palette, and do what was chosen."""
        palette, entries = self.palette, self.entries
        self.close()
        action = entries[min(palette.chosen, len(entries) - 1)].action if palette and entries else None
        if action is not None:
            action.do()

    def keys(self) -> KeyBindings:
        """The keys of what is open: all, except those that leave the page."""
        keys = KeyBindings()
        self._bind_palette(keys, Condition(lambda: self.palette is not None and _is_key()))
        is_helped = Condition(lambda: self.help_back is not None and _is_key())

        @keys.add(Keys.Any, eager=True, filter=is_helped)
        def _(_: KeyPressEvent) -> None:
            self.close()

        for name, lines in _SCROLLING.items():
            keys.add(name, eager=True, filter=is_helped)(lambda _, lines=lines: self.scroll(lines))
        return keys

    def _bind_palette(self, keys: KeyBindings, is_choosing: Condition) -> None:
        @keys.add(Keys.BracketedPaste, eager=True, filter=is_choosing)
        @keys.add(Keys.Any, eager=True, filter=is_choosing)
        def _(event: KeyPressEvent) -> None:
            if self.palette is not None and event.data.isprintable():
                self.search(self.palette.typed + event.data)

        def erase() -> None:
            self.search(self.palette.typed[:-1] if self.palette else "")

        steps = {"up": -1, "down": 1, "pageup": -_PAGE, "pagedown": _PAGE, "tab": 1, "s-tab": -1}
        for name, step in steps.items():
            keys.add(name, eager=True, filter=is_choosing)(lambda _, step=step: self.choose_by(step))
        acts = {
            "enter": self.do_chosen,
            "escape": self.close,
            "c-p": self.close,
            "backspace": erase,
            "c-u": lambda: self.search(""),
        }
        for name, act in acts.items():
            keys.add(name, eager=True, filter=is_choosing)(lambda _, act=act: act())

    def floats(self) -> list[Float]:
        """The boxes in the middle of the page."""
        palette = RowsWidget(
            lambda _columns, _rows: self.rows(),
            lambda: self.palette.chosen if self.palette else 0,
            self.choose_by,
            self.do_chosen,
            at_once=True,
        )
        return [
            _box(_HelpBox(self), lambda: self.help_back is not None, lambda: len(self.help_lines())),
            _box(palette, lambda: self.palette is not None, lambda: len(self.rows())),
        ]

    def help_lines(self) -> Sequence[Line]:
        """The lines of the help; it is open."""
        return scrolled_box(tell("screen.help"), self._body(), self.help_back or 0, _size(), self._glyphs())

    def _body(self) -> Sequence[Line]:
        return help_body(list(possible(self._actions())), self._notes, _size()[0] - 2)

    def rows(self) -> Sequence[RowLine]:
        """The lines of the palette; it is open."""
        state, size = self.palette or PaletteState(), _size()
        return palette_rows(
            self.entries,
            state.chosen,
            *size,
            self._glyphs(),
            note=tell("screen.searching", typed=state.typed),
        )

    def scroll(self, lines: int) -> None:
        """Show the help so many lines further down."""
        if self.help_back is not None:
            most = max(0, len(self._body()) - _size()[1] + 2)
            self._set(help_back=min(max(0, self.help_back + lines), most))

    def _set(self, help_back: int | None = None, palette: PaletteState | None = None) -> None:
        self.help_back, self.palette = help_back, palette
        self._changed()


class _HelpBox(Widget):
    """Shows the help, and takes the wheel; a click closes it."""

    def __init__(self, cover: PageCover) -> None:
        self._cover = cover

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        del columns, rows
        return self._cover.help_lines()

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._cover.scroll(-_WHEEL)
            case MouseEventType.SCROLL_DOWN:
                self._cover.scroll(_WHEEL)
            case MouseEventType.MOUSE_UP:
                self._cover.close()
            case _:
                return NotImplemented
        return None


def _box(widget: Widget, is_open: Callable[[], bool], height: Callable[[], int]) -> Float:
    box = ConditionalContainer(LineBox(widget), Condition(is_open))
    return Float(box, width=lambda: _size()[0], height=height)


def _size() -> tuple[int, int]:
    """The most columns and rows of a box."""
    size = get_app().output.get_size()
    return min(MOST_COLUMNS, size.columns), size.rows - _AROUND


def _is_key() -> bool:
    """Whether a key came; clicks arrive like one, and have to reach the boxes."""
    pressed = get_app().key_processor.key_buffer
    return not pressed or pressed[-1].key not in _NO_KEYS
