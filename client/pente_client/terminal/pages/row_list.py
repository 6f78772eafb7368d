"""A list to select from, which takes clicks and the wheel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.terminal.frames.line_box import Widget
from pente_client.terminal.styled_text import Line


@dataclass(frozen=True, slots=True)
class RowLine:
    """A line of a list, and the index of the row that it shows; None: it is between rows."""

    line: Line
    row: int | None = None


class RowsWidget(Widget):
    """Shows what ``rows(columns, lines)`` gives. Mutable: knows what it has shown.

    A click selects a row, and one on the selected row does what it is for; ``at_once``: one click is enough.
    ``place`` gives the selected row, ``move`` selects another one so many further down.
    """

    def __init__(
        self,
        rows: Callable[[int, int], Sequence[RowLine]],
        place: Callable[[], int],
        move: Callable[[int], None],
        choose: Callable[[], None],
        *,
        at_once: bool = False,
    ) -> None:
        self._rows, self._place, self._move, self._choose = rows, place, move, choose
        self._at_once = at_once
        self._shown: Sequence[RowLine] = ()

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        self._shown = self._rows(columns, rows)
        return [row.line for row in self._shown]

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._move(-1)
            case MouseEventType.SCROLL_DOWN:
                self._move(1)
            case MouseEventType.MOUSE_UP:
                self._click(mouse_event.position.y)
            case _:
                return NotImplemented
        return None

    def _click(self, y: int) -> None:
        row = self._shown[y].row if y < len(self._shown) else None
        if row is None:
            return
        is_selected = row == self._place()
        if not is_selected:
            self._move(row - self._place())
        if is_selected or self._at_once:
            self._choose()
