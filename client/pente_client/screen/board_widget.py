"""The board as a widget that shows the model's position and takes clicks."""

from collections.abc import Callable

from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.board import BoardView, board_lines, board_view_of, point_under
from pente_client.terminal.line_widgets import content_of
from pente_core.rules.point import Point


class BoardWidget(UIControl):
    """Draws only what has changed: equal boards share their content, equal rows their line. Mutable."""

    def __init__(
        self,
        model: Callable[[], ScreenModel],
        letters_above: Callable[[], bool],
        click: Callable[[Point], None],
    ) -> None:
        self._model, self._letters_above, self._click = model, letters_above, click
        self._drawn: tuple[BoardView | None, bool] = (None, False)
        self._content = UIContent(show_cursor=False)

    def create_content(self, width: int, height: int) -> UIContent:
        del width, height  # a board has its own size
        model, above = self._model(), self._letters_above()
        wanted = (board_view_of(model), above)
        if wanted != self._drawn:
            self._drawn = wanted
            view = wanted[0]
            lines = board_lines(view, model.glyphs, letters_above=above) if view else ()
            self._content = content_of(lines)
        return self._content

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        if mouse_event.event_type is not MouseEventType.MOUSE_UP:
            return NotImplemented
        if mouse_event.button not in {MouseButton.LEFT, MouseButton.UNKNOWN}:
            return NotImplemented
        if self._model().room is None:
            return None
        at = mouse_event.position
        point = point_under(at.x, at.y, self._model().size, letters_above=self._letters_above())
        if point is not None:
            self._click(point)
        return None
