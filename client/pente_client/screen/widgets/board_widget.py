"""The board as a widget that shows the model's position and takes clicks."""

from collections.abc import Callable, Sequence

from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType

from pente_client.screen.model.cursor import focus_of
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.board_view import BoardView, board_view_of, turned_point
from pente_client.screen.widgets.board_frame import BoardFrame, frame_of
from pente_client.screen.widgets.sizes import Areas
from pente_client.terminal.frames.line_box import Widget
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.styled_text import Line
from pente_core.rules.point import BadPoint, Point, parse_point


class BoardWidget(Widget):
    """Draws only what has changed: equal boards share their lines, and so do equal rows. Mutable."""

    def __init__(
        self,
        model: Callable[[], ScreenModel],
        areas: Callable[[], Areas],
        typed: Callable[[], str],
        click: Callable[[Point], None],
    ) -> None:
        """``typed`` gives the line that is being typed: the stone of a point in it is shown."""
        self._model, self._areas, self._typed, self._click = model, areas, typed, click
        self._drawn: tuple[BoardView, BoardFrame, Glyphs] | None = None
        self._lines: Sequence[Line] = ()

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        model = self._model()
        view = board_view_of(model, _point_in(self._typed(), model.size))
        if view is None:
            self._drawn = None
            return ()
        places = self._areas()
        frame = frame_of(
            model.size,
            places.size,
            columns,
            rows,
            letters_above=places.letters_above,
            focus=self._drawn_at(focus_of(model)),
        )
        wanted = (view, frame, model.glyphs)
        if self._drawn != wanted:
            self._drawn, self._lines = wanted, frame.lines(view, model.glyphs)
        return self._lines

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        if mouse_event.event_type is not MouseEventType.MOUSE_UP:
            return NotImplemented
        if mouse_event.button not in {MouseButton.LEFT, MouseButton.UNKNOWN}:
            return NotImplemented
        at = mouse_event.position
        point = self._drawn[1].point_under(at.x, at.y) if self._drawn else None
        if point is not None:
            self._click(self._drawn_at(point))
        return None

    def _drawn_at(self, point: Point) -> Point:
        """Where a point is drawn; also which point is drawn there."""
        model = self._model()
        return turned_point(point, model.size) if model.is_turned else point


def _point_in(text: str, size: int) -> Point | None:
    """The point that a line names, if it names one and nothing else."""
    try:
        return parse_point(text.strip(), size)
    except BadPoint:
        return None
