"""The form of a new game over the list of the lobby: its keys, its clicks, and what becomes of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.lobby.new_game.form import NewGameForm, takes_text
from pente_client.lobby.new_game.form_text import BACK, OPEN, FormLine, button_at, form_lines
from pente_client.options.new_game import title_of
from pente_client.terminal.frames.line_box import Widget
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line
from pente_core.value.invalid_option import InvalidOption

_PAGE: Final = 8


class FormCover:
    """The form: closed, or open. Mutable.

    ``begin`` takes the fields of a game once they are right; ``changed`` is called after each change.
    """

    def __init__(
        self,
        begin: Callable[[Mapping[str, str]], None],
        changed: Callable[[], None],
        glyphs: Callable[[], Glyphs],
    ) -> None:
        self._begin, self._changed, self._glyphs = begin, changed, glyphs
        self.shown: NewGameForm | None = None
        self.lines: tuple[FormLine, ...] = ()
        """What was drawn last."""

    def show(self, words: Mapping[str, str], bots: tuple[str, ...]) -> None:
        """Open the form with some fields filled in."""
        self._set(NewGameForm(words, bots=bots))

    def close(self) -> None:
        self._set(None)

    def escape(self) -> None:
        """Close the list of words, or else the form."""
        self._set(None if self.shown is None or self.shown.listed is None else self.shown.without_list())

    def enter(self) -> None:
        """Take the word of the list; or open the game, if everything in the form is right."""
        if self.shown is None:
            return
        if self.shown.listed is not None:
            self._set(self.shown.taken())
            return
        try:
            self._begin(self.shown.finished())
        except InvalidOption as bad:
            self._set(self.shown.blaming(bad.option, bad.text(title_of)))

    def space(self) -> None:
        """List the words of the selected field; where one can write: a space."""
        if self.shown is None:
            return
        field = self.shown.field
        can_write = field is None or (takes_text(field) and bool(self.shown.words.get(field.name)))
        self._set(self.shown.typed(" ") if can_write else self.shown.with_list())

    def click(self, line: FormLine, column: int) -> None:
        """Select what is clicked; the selected row gives its list, or its next word."""
        form = self.shown
        if form is None:
            return
        if line.is_open:
            {OPEN: self.enter, BACK: self.close}.get(button_at(column), lambda: None)()
        elif line.word is not None:
            self._set(replace(form, listed=line.word).taken())
        elif line.row is not None and line.row == form.chosen:
            self._set(form.stepped(1) if len(form.options) < 4 else form.with_list())
        elif line.row is not None:
            self._set(form.at(line.row))

    def change(self, change: Callable[[NewGameForm], NewGameForm]) -> None:
        if self.shown is not None:
            self._set(change(self.shown))

    def keys(self, is_free: Filter) -> KeyBindings:
        """The keys of the open form, while nothing lies over it."""
        keys = KeyBindings()
        is_open = Condition(lambda: self.shown is not None) & is_free
        changes: dict[str, Callable[[NewGameForm], NewGameForm]] = {
            "up": lambda form: form.moved(-1),
            "down": lambda form: form.moved(1),
            "s-tab": lambda form: form.moved(-1),
            "tab": lambda form: form.moved(1),
            "pageup": lambda form: form.moved(-_PAGE),
            "pagedown": lambda form: form.moved(_PAGE),
            "home": lambda form: form.jumped(-1000),
            "end": lambda form: form.jumped(1000),
            "left": lambda form: form.turned(-1),
            "right": lambda form: form.turned(1),
            "backspace": lambda form: form.erased(),
            "delete": lambda form: form.erased_ahead(),
            "c-u": lambda form: form.emptied(),
            "c-w": lambda form: form.erased_word(),
        }
        for name, change in changes.items():
            keys.add(name, filter=is_open)(lambda _, change=change: self.change(change))
        for name, act in {"enter": self.enter, " ": self.space, "escape": self.escape}.items():
            keys.add(name, filter=is_open)(lambda _, act=act: act())

        @keys.add(Keys.BracketedPaste, filter=is_open)
        @keys.add(Keys.Any, filter=is_open)
        def _(event: KeyPressEvent) -> None:
            if event.data.isprintable() or event.key_sequence[0].key is Keys.BracketedPaste:
                self.change(lambda form: form.typed(event.data))

        return keys

    def draw(self, columns: int, rows: int) -> Sequence[Line]:
        if self.shown is None:
            return ()
        self.lines = tuple(form_lines(self.shown, self._glyphs(), columns, rows))
        return [line.line for line in self.lines]

    def _set(self, form: NewGameForm | None) -> None:
        self.shown = form
        self._changed()


class FormWidget(Widget):
    """Shows the form, and takes clicks and the wheel."""

    def __init__(self, cover: FormCover) -> None:
        self._cover = cover

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        return self._cover.draw(columns, rows)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        place = mouse_event.position
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._cover.change(lambda form: form.moved(-1))
            case MouseEventType.SCROLL_DOWN:
                self._cover.change(lambda form: form.moved(1))
            case MouseEventType.MOUSE_UP if place.y < len(self._cover.lines):
                self._cover.click(self._cover.lines[place.y], place.x)
            case _:
                return NotImplemented
        return None
