"""The bar as a widget that takes clicks."""

from collections.abc import Callable, Sequence

from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from pente_client.screen.actions.action import Action
from pente_client.screen.text.action_bar import ActionBar
from pente_client.terminal.frames.line_box import Widget
from pente_client.terminal.styled_text import Line


class ActionBarWidget(Widget):
    """Shows a bar, and does what is clicked on."""

    def __init__(self, bar: Callable[[], ActionBar], do: Callable[[Action], None]) -> None:
        self._bar, self._do = bar, do

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        del columns, rows
        return (self._bar().line,)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        if mouse_event.event_type is not MouseEventType.MOUSE_UP:
            return NotImplemented
        if mouse_event.button not in {MouseButton.LEFT, MouseButton.UNKNOWN}:
            return NotImplemented
        action = self._bar().at(mouse_event.position.x)
        if action is not None:
            self._do(action)
        return None
