"""One thing that can be done on a page."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings

from pente_protocol.sentences import tell

_KEY_NAMES: Final = {
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "enter": "Enter",
    "tab": "Tab",
    "backspace": "Backspace",
}


def _always() -> bool:
    return True


@dataclass(frozen=True, slots=True)
class PageAction:
    """A named action: what a key, a click on the bar and a line of the palette do."""

    name: str
    explanation: str
    do: Callable[[], object]
    keys: tuple[str, ...] = ()
    """As prompt_toolkit names them."""
    when: Callable[[], bool] = _always
    """Whether it can be done now."""
    on_bar: bool = False
    """Whether the bar shows it while it can be done and there is space."""
    stays: bool = False
    """Whether the bar shows it even where that leaves no space for others."""

    @property
    def label(self) -> str:
        """What the bar and the palette call it."""
        return tell(f"label.{self.name}")

    @property
    def key(self) -> str:
        """Its first key, as people know it; empty: none."""
        return key_label(self.keys[0]) if self.keys else ""


class HelpPort(Protocol):
    """What lies over a page, as far as actions open it."""

    def show_help(self) -> None: ...

    def show_palette(self) -> None: ...


class SettingsPort(Protocol):
    """The shell under a page, as far as actions need it."""

    def show_settings(self) -> None: ...

    def suspend(self) -> None: ...


def shared_actions(cover: HelpPort, shell: SettingsPort) -> tuple[PageAction, ...]:
    """The actions that every page with a table of them has."""
    return (
        PageAction("help", tell("action.help"), cover.show_help, ("?", "f1"), stays=True),
        PageAction("actions", tell("action.actions"), cover.show_palette, ("c-p",)),
        PageAction("settings", tell("action.settings"), shell.show_settings, ("f2",)),
        PageAction("suspend", tell("action.suspend"), shell.suspend, ("c-z",)),
    )


def possible(actions: Sequence[PageAction]) -> Iterator[PageAction]:
    """The actions that can be done now."""
    return (action for action in actions if action.when())


def bind(keys: KeyBindings, actions: Sequence[PageAction], where: Filter) -> None:
    """Bind the keys of the actions, which act only ``where`` and when they can be done."""
    for action in actions:
        for key in action.keys:
            keys.add(key, filter=where & Condition(action.when))(lambda _, do=action.do: do())


def key_label(key: str) -> str:
    """A key as people know it.

    >>> key_label("c-p"), key_label("f1"), key_label("c-pageup"), key_label("y")
    ('Ctrl-P', 'F1', 'Ctrl-PgUp', 'y')
    """
    if key.startswith("c-"):
        return f"Ctrl-{_KEY_NAMES.get(key[2:], key[2:].upper())}"
    if key.startswith("s-"):
        return f"Shift-{_KEY_NAMES.get(key[2:], key[2:].capitalize())}"
    return _KEY_NAMES.get(key, key if len(key) == 1 else key.capitalize())
