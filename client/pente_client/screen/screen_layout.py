"""The screen's widgets, and how they are put together on terminals of different sizes."""

from collections.abc import Callable, Sequence
from typing import Final

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import (
    AnyContainer,
    ConditionalContainer,
    DynamicContainer,
    Float,
    FloatContainer,
    HSplit,
    VSplit,
    Window,
)
from prompt_toolkit.layout.controls import UIControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.menus import MultiColumnCompletionsMenu

from pente_client.screen.game_controller import GameController
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.page_actions import PageActions
from pente_client.screen.text.action_bar import ActionBar, action_bar
from pente_client.screen.text.chat import chat_pane
from pente_client.screen.text.heading import bare_heading, heading
from pente_client.screen.text.help import help_lines
from pente_client.screen.text.join_box import join_box
from pente_client.screen.text.move_list_pane import latest_moves, moves_pane
from pente_client.screen.text.rules import rules_box
from pente_client.screen.text.sides import sides_lines, sides_rows
from pente_client.screen.text.status import status_lines
from pente_client.screen.widgets.action_bar_widget import ActionBarWidget
from pente_client.screen.widgets.board_widget import BoardWidget
from pente_client.screen.widgets.prompt import is_rejected
from pente_client.screen.widgets.sizes import LEAST, Areas, Arrangement, areas, panel_heights
from pente_client.terminal.board_size import SMALL
from pente_client.terminal.frame_memo import FrameMemo
from pente_client.terminal.line_widgets import LinesWidget, PaneWidget
from pente_client.terminal.page_parts import help_float, prompt_line
from pente_client.terminal.pages.help_text import MOST_COLUMNS
from pente_client.terminal.pages.palette import palette_rows
from pente_client.terminal.pages.row_list import RowLine, RowsWidget
from pente_client.terminal.styled_text import Line, line_width, wrap
from pente_core.rules.point import Point

_COMPLETION_ROWS: Final = 5
_SHORTEST_LINE: Final = 20
"""Columns that are kept for the line that is typed."""


class ScreenLayout:
    """The widgets of one screen. Mutable, because they are."""

    def __init__(self, controller: GameController, buffer: Buffer) -> None:
        self._controller, self._buffer = controller, buffer
        self._memo = FrameMemo()
        self._prompt = prompt_line(buffer, self._label, lambda: _columns() - self._action_bar().columns)
        self._board = BoardWidget(self._model, self._areas_or_bare, lambda: buffer.text, self._click)
        self._sides = LinesWidget(self._sides_lines)
        self.moves = PaneWidget(
            lambda columns, rows: moves_pane(controller.model, columns, rows),
            lambda: controller.model.moves_back,
            lambda back: controller.scroll(moves=back),
        )
        self.chat = PaneWidget(
            lambda columns, rows: chat_pane(controller.model, columns, rows),
            lambda: controller.model.chat_back,
            lambda back: controller.scroll(chat=back),
        )

    def layout(self, actions: PageActions) -> Layout:
        """The whole, with the prompt in focus."""
        across = {
            Arrangement.BARE: self._bare(),
            Arrangement.BELOW: self._below(),
            Arrangement.BESIDE: self._beside(),
            Arrangement.WIDE: self._wide(),
        }
        prompt = VSplit([self._prompt, self._bar(actions)])
        under_heading = HSplit(
            [
                Window(LinesWidget(self._heading), height=1),
                DynamicContainer(lambda: across[self._areas_or_bare().kind]),
                Window(LinesWidget(lambda columns, _: self._status(columns)[:1]), height=1),
                prompt,
            ]
        )
        tall = HSplit([self._tall(), prompt])
        small = Window(LinesWidget(self._too_small), style="class:small")

        def body() -> AnyContainer:
            found = self._areas()
            if found is None:
                return small
            return tall if found.kind is Arrangement.TALL else under_heading

        return Layout(
            FloatContainer(DynamicContainer(body), self._floats(actions)), focused_element=self._prompt
        )

    def _click(self, point: Point) -> None:
        """A click on the board puts a line away that was rejected."""
        if is_rejected(self._buffer):
            self._buffer.reset()
            self._controller.typed()
        self._controller.click(point)

    # Sizes -------------------------------------------------------------------------------------------

    def _areas(self) -> Areas | None:
        return self._memo.get("areas", self._made_areas)

    def _made_areas(self) -> Areas | None:
        size, model = get_app().output.get_size(), self._controller.model
        return areas(size.columns, size.rows, model.size, model.largest)

    def _areas_or_bare(self) -> Areas:
        return self._areas() or Areas(Arrangement.BARE, SMALL, (0, 0), letters_above=False)

    def _panel_height(self, part: int) -> Callable[[], Dimension]:
        """How high the sides (0), the moves (1) and the chat (2) are in a panel that has all three."""
        return lambda: Dimension.exact(self._panel_heights()[part])

    def _panel_heights(self) -> tuple[int, int, int]:
        return self._memo.get("panel", self._made_panel_heights)

    def _made_panel_heights(self) -> tuple[int, int, int]:
        places, room = self._areas_or_bare(), self._controller.model.room
        columns, height = places.panel
        if places.kind is Arrangement.TALL:
            height -= 1 + self._status_height()
        return panel_heights(height, sides_rows(room, columns, height) if room else 0)

    def _status_height(self) -> int:
        """How many lines the status has in a panel; a little more space than it mostly needs."""
        return max(3, len(self._status(self._areas_or_bare().panel[0])))

    def _width(self, of: Callable[[Areas], tuple[int, int]]) -> Callable[[], Dimension]:
        return lambda: Dimension.exact(of(self._areas_or_bare())[0])

    # Bodies ------------------------------------------------------------------------------------------

    def _bare(self) -> AnyContainer:
        moves = Window(LinesWidget(lambda columns, _: [latest_moves(self._model(), columns)]), height=1)
        is_part = Condition(lambda: self._areas_or_bare().is_part)
        return HSplit([self._board_window(), ConditionalContainer(moves, is_part)])

    def _below(self) -> AnyContainer:
        board = Window(self._board, height=lambda: Dimension.exact(self._areas_or_bare().board[1]))
        return HSplit([board, *self._panel()])

    def _beside(self) -> AnyContainer:
        return VSplit([self._board_window(), _gap(), HSplit(self._panel(), width=self._panel_width())])

    def _wide(self) -> AnyContainer:
        sides = Window(self._sides, height=self._panel_height(0))
        panel = HSplit([sides, Window(self.moves)], width=self._panel_width())
        chat = Window(self.chat, width=self._width(lambda areas: areas.chat))
        return VSplit([self._board_window(), _gap(), panel, _gap(), chat])

    def _tall(self) -> AnyContainer:
        heading = Window(LinesWidget(self._heading), height=1)
        status = Window(
            LinesWidget(lambda columns, _: self._status(columns)),
            height=lambda: Dimension.exact(self._status_height()),
        )
        panel = HSplit([heading, *self._panel(), status], width=self._panel_width())
        return VSplit([self._board_window(), _gap(), panel])

    def _board_window(self) -> Window:
        return Window(self._board, width=self._width(lambda areas: areas.board))

    def _panel_width(self) -> Callable[[], Dimension]:
        return self._width(lambda areas: areas.panel)

    def _panel(self) -> Sequence[Window]:
        parts: tuple[UIControl, ...] = (self._sides, self.moves, self.chat)
        return [Window(control, height=self._panel_height(part)) for part, control in enumerate(parts)]

    def _bar(self, actions: PageActions) -> AnyContainer:
        """The actions that can be clicked on, where what is typed leaves space for them."""
        widget = ActionBarWidget(self._action_bar, actions.do)
        return Window(widget, width=lambda: Dimension.exact(self._action_bar().columns))

    def _action_bar(self) -> ActionBar:
        typed = max(_SHORTEST_LINE, len(self._buffer.text) + 4)
        return self._memo.get("bar", lambda: action_bar(self._model(), _columns() - typed))

    # Lines -------------------------------------------------------------------------------------------

    def _label(self) -> str:
        return "> " if self._controller.model.palette is None else "search: "

    def _model(self) -> ScreenModel:
        return self._controller.model

    def _sides_lines(self, columns: int, _: int) -> Sequence[Line]:
        controller = self._controller
        return sides_lines(controller.model, controller.now(), columns, sum(self._panel_heights()))

    def _heading(self, columns: int, _: int) -> Sequence[Line]:
        if self._areas_or_bare().kind is Arrangement.BARE:
            return [bare_heading(self._controller.model, self._controller.now(), columns)]
        return [heading(self._controller.model, columns, self._controller.latency)]

    def _status(self, columns: int) -> Sequence[Line]:
        model, has_chat = self._controller.model, self._areas_or_bare().kind is not Arrangement.BARE
        return self._memo.get(
            ("status", columns),
            lambda: status_lines(model, self._controller.now(), columns, has_chat=has_chat),
        )

    def _too_small(self, columns: int, _: int) -> Sequence[Line]:
        wide, high = LEAST
        text = f"This window is too small. Make it at least {wide}x{high}."
        return [(("", line),) for line in wrap(text, max(2, columns))]

    # Floats ------------------------------------------------------------------------------------------

    def _floats(self, actions: PageActions) -> list[Float]:
        """What lies over the rest: a long status, completions, the help."""
        status = Window(LinesWidget(lambda columns, _: self._status(columns)))
        is_long = Condition(self._is_status_long)
        return [
            Float(
                ConditionalContainer(status, is_long),
                left=0,
                right=0,
                bottom=1,
                height=lambda: len(self._status(_columns())),
            ),
            self._join_float(),
            Float(MultiColumnCompletionsMenu(min_rows=_COMPLETION_ROWS), xcursor=True, ycursor=True),
            self._cover_float(
                lambda: self._model().shows_help,
                lambda columns, rows: help_lines(self._model(), actions.keys, columns, rows),
            ),
            self._cover_float(
                lambda: self._model().shows_rules,
                lambda columns, rows: rules_box(self._model(), columns, rows),
            ),
            self._palette_float(actions),
        ]

    def _is_status_long(self) -> bool:
        """Whether the status needs more than the line that it has."""
        found = self._areas()
        is_across = found is not None and found.kind is not Arrangement.TALL
        return is_across and len(self._status(_columns())) > 1

    def _cover_float(self, is_shown: Callable[[], bool], box: Callable[[int, int], Sequence[Line]]) -> Float:
        """A box over the rest, as high as there is space for; ``box(columns, rows)`` gives its lines."""

        def lines() -> Sequence[Line]:
            return box(min(_columns(), MOST_COLUMNS), _rows() - 1)

        return help_float(
            lambda _rows: lines(),
            is_shown,
            lambda: min(_columns(), MOST_COLUMNS),
            lambda: len(lines()),
        )

    def _palette_float(self, actions: PageActions) -> Float:
        """The list of actions, above the line in which it is searched."""

        def chosen() -> int:
            palette = self._model().palette
            return palette.chosen if palette else 0

        def rows() -> Sequence[RowLine]:
            columns = min(_columns(), MOST_COLUMNS)
            return palette_rows(actions.entries, chosen(), columns, _rows() - 2, self._model().glyphs)

        palette = RowsWidget(
            lambda _columns, _rows: rows(), chosen, actions.choose_by, actions.do_chosen, at_once=True
        )
        return Float(
            ConditionalContainer(Window(palette), Condition(lambda: self._model().palette is not None)),
            left=0,
            bottom=1,
            width=lambda: min(_columns(), MOST_COLUMNS),
            height=lambda: len(rows()),
        )

    def _join_float(self) -> Float:
        """The join code, in the middle."""

        def box() -> Sequence[Line]:
            return join_box(self._controller.model, _columns(), _rows())

        window = Window(LinesWidget(lambda _columns, _rows: box()))
        return Float(
            ConditionalContainer(window, Condition(lambda: bool(box()))),
            width=lambda: max(map(line_width, box()), default=0),
            height=lambda: len(box()),
        )


def _gap() -> Window:
    return Window(width=1, char=" ")


def _rows() -> int:
    return get_app().output.get_size().rows


def _columns() -> int:
    return get_app().output.get_size().columns
