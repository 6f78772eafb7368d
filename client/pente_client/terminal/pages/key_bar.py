"""The line at the bottom of a page: what its keys do, each a button to click on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.terminal.frames.line_box import Widget
from pente_client.terminal.pages.page_action import PageAction
from pente_client.terminal.styled_text import Fragment, Line


@dataclass(frozen=True, slots=True)
class KeyButton:
    """An action on the line, from a column to the one behind it."""

    start: int
    end: int
    action: PageAction


@dataclass(frozen=True, slots=True)
class KeyBar:
    """The line, and where its buttons are."""

    line: Line
    buttons: Sequence[KeyButton] = ()

    def at(self, column: int) -> PageAction | None:
        """What a click on a column does."""
        return next((each.action for each in self.buttons if each.start <= column < each.end), None)


def key_bar(actions: Iterable[PageAction], columns: int) -> KeyBar:
    """As many of the actions of the bar as fit, in their order; those that stay always do."""
    wanted = [action for action in actions if action.keys and (action.on_bar or action.stays)]
    spare = columns - sum(_width(action) for action in wanted if action.stays)
    shown = list[PageAction]()
    for action in wanted:
        if action.stays:
            shown.append(action)
        elif _width(action) <= spare:
            spare -= _width(action)
            shown.append(action)
    return _built(shown)


def _width(action: PageAction) -> int:
    return len(action.key) + len(action.label) + 3


def _built(actions: Sequence[PageAction]) -> KeyBar:
    fragments, buttons, at = list[Fragment](), list[KeyButton](), 0
    for action in actions:
        fragments += [("", " "), ("class:help.key", action.key), ("", f" {action.label} ")]
        buttons.append(KeyButton(at, at + _width(action), action))
        at += _width(action)
    return KeyBar(tuple(fragments), tuple(buttons))


class KeyBarWidget(Widget):
    """Shows what ``bar(columns)`` gives, and takes clicks. Mutable: knows what it has shown."""

    def __init__(self, bar: Callable[[int], KeyBar]) -> None:
        self._bar = bar
        self._shown = KeyBar(())

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        del rows
        self._shown = self._bar(columns)
        return (self._shown.line,)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        if mouse_event.event_type is not MouseEventType.MOUSE_UP:
            return NotImplemented
        action = self._shown.at(mouse_event.position.x)
        if action is None:
            return NotImplemented
        return action.do() and None
