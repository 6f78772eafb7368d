"""The settings over a page, where they are changed and kept at once."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.containers import ConditionalContainer, Float
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.settings.setting_field import AUTO, InvalidSetting, SettingField, setting_fields
from pente_client.settings.settings_store import CannotKeep, SettingsStore
from pente_client.terminal.frames.line_box import LineBox, Widget
from pente_client.terminal.look import PageLook
from pente_client.terminal.settings_text import (
    COLUMNS,
    OpenSettings,
    row_under,
    settings_lines,
    settings_rows,
)
from pente_client.terminal.styled_text import Line
from pente_client.terminal.themes.theme_store import ThemeStore
from pente_protocol.sentences import tell

KEY: Final = "f2"
_NO_KEYS: Final = frozenset({Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.CPRResponse, Keys.Ignore})


class SettingsCover:
    """The box of settings: closed, or open with one of them chosen. Mutable.

    ``look`` gives how pages look now; ``changed`` is called after each change of that.
    """

    def __init__(
        self, store: SettingsStore, look: Callable[[], PageLook], changed: Callable[[], None]
    ) -> None:
        self._store, self._look, self._changed = store, look, changed
        self._themes = ThemeStore(store.directory)
        self.shown: OpenSettings | None = None

    def toggle(self) -> None:
        self.shown = None if self.shown else OpenSettings()

    def choose(self, row: int) -> None:
        """Choose a setting; beyond the last one the first follows."""
        if self.shown is not None:
            self.shown = OpenSettings(row % len(setting_fields()))

    def move(self, rows: int) -> None:
        if self.shown is not None:
            self.choose(self.shown.chosen + rows)

    def change(self, steps: int) -> None:
        """Give the chosen setting the next of its words (or the one before), and keep that."""
        if self.shown is None:
            return
        field = self.shown.field
        words = self._words(field)
        now = field.word_in(self._look().settings)
        place = words.index(now) if now in words else -steps
        try:
            self._store.keep(field, words[(place + steps) % len(words)])
        except (CannotKeep, InvalidSetting) as problem:
            self.shown = replace(self.shown, problem=f"{problem}.")
            return
        self.shown = replace(self.shown, problem="")
        self._changed()

    def keys(self) -> KeyBindings:
        """The key that opens it; while it is open, all keys, except those that leave the page."""
        keys = KeyBindings()
        keys.add(KEY, eager=True)(lambda _: self.toggle())
        is_open = Condition(lambda: self.shown is not None)
        for name, act in {
            "up": lambda: self.move(-1),
            "down": lambda: self.move(1),
            "left": lambda: self.change(-1),
            "right": lambda: self.change(1),
            "enter": lambda: self.change(1),
            " ": lambda: self.change(1),
            "escape": self.toggle,
            "q": self.toggle,
        }.items():
            keys.add(name, eager=True, filter=is_open)(lambda _, act=act: act())

        @keys.add(Keys.Any, eager=True, filter=is_open & Condition(_is_key))
        def _(_: KeyPressEvent) -> None:
            """Ignore other keys, so that they are not typed."""

        return keys

    def float(self) -> Float:
        """The box in the middle of the page."""
        is_open = Condition(lambda: self.shown is not None)
        return Float(ConditionalContainer(LineBox(_Box(self)), is_open), width=_width, height=settings_rows)

    def lines(self, columns: int) -> Sequence[Line]:
        if self.shown is None:
            return ()
        field = self.shown.field
        note = tell("screen.overruled", variable=field.variable) if self._store.is_overruled(field) else ""
        return settings_lines(self.shown, self._look(), note, columns)

    def _words(self, field: SettingField) -> tuple[str, ...]:
        return field.words or (AUTO, *self._themes.names())


class _Box(Widget):
    """Shows the settings, and takes clicks: the first chooses one, the next changes it."""

    def __init__(self, cover: SettingsCover) -> None:
        self._cover = cover

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        del rows
        return self._cover.lines(columns)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        row = row_under(mouse_event.position.y)
        shown = self._cover.shown
        if mouse_event.event_type is not MouseEventType.MOUSE_UP or row is None or shown is None:
            return NotImplemented
        if row == shown.chosen:
            self._cover.change(1)
        else:
            self._cover.choose(row)
        return None


def _width() -> int:
    return min(COLUMNS, get_app().output.get_size().columns)


def _is_key() -> bool:
    """Whether a key came; clicks arrive like one, and have to reach the box."""
    pressed = get_app().key_processor.key_buffer
    return not pressed or pressed[-1].key not in _NO_KEYS
