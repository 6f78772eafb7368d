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

from pente_client.screen.action_bar_widget import ActionBarWidget
from pente_client.screen.actions.key_table import KeyTable
from pente_client.screen.board_widget import BoardWidget
from pente_client.screen.game_controller import GameController
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.page_actions import PageActions
from pente_client.screen.prompt import is_rejected
from pente_client.screen.sizes import Areas, Arrangement, areas, least_size, panel_heights
from pente_client.screen.text.action_bar import ActionBar, action_bar
from pente_client.screen.text.chat import chat_pane
from pente_client.screen.text.heading import bare_heading, heading
from pente_client.screen.text.help import MOST_COLUMNS, help_lines
from pente_client.screen.text.join_box import join_box
from pente_client.screen.text.move_list_pane import moves_pane
from pente_client.screen.text.palette import palette_lines
from pente_client.screen.text.sides import sides_lines
from pente_client.screen.text.status import status_lines
from pente_client.terminal.line_widgets import LinesWidget, PaneWidget
from pente_client.terminal.page_parts import help_float, prompt_line
from pente_client.terminal.styled_text import Line, line_width, wrap
from pente_core.rules.point import Point

_COMPLETION_ROWS: Final = 5
_SHORTEST_LINE: Final = 20
"""Columns that are kept for the line that is typed."""


class ScreenLayout:
    """The widgets of one screen. Mutable, because they are."""

    def __init__(self, controller: GameController, buffer: Buffer) -> None:
        self._controller, self._buffer = controller, buffer
        self._prompt = prompt_line(buffer, lambda: "> " if controller.model.palette is None else "search: ")
        self._board = BoardWidget(self._model, self._letters_above, self._click)
        self._sides = LinesWidget(lambda columns, _: sides_lines(controller.model, controller.now(), columns))
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
        bodies = {
            Arrangement.BARE: self._bare(),
            Arrangement.BELOW: self._below(),
            Arrangement.BESIDE: self._beside(),
            Arrangement.WIDE: self._wide(),
        }
        whole = HSplit(
            [
                Window(LinesWidget(self._heading), height=1),
                DynamicContainer(lambda: bodies[self._areas_or_bare().kind]),
                Window(LinesWidget(lambda columns, _: self._status(columns)[:1]), height=1),
                VSplit([self._prompt, self._bar(actions)]),
            ]
        )
        small = Window(LinesWidget(self._too_small), style="class:small")
        body = DynamicContainer(lambda: whole if self._areas() else small)
        return Layout(FloatContainer(body, self._floats(actions)), focused_element=self._prompt)

    def _click(self, point: Point) -> None:
        """A click on the board puts a line away that was rejected."""
        if is_rejected(self._buffer):
            self._buffer.reset()
            self._controller.typed()
        self._controller.click(point)

    # Sizes -------------------------------------------------------------------------------------------

    def _areas(self) -> Areas | None:
        size = get_app().output.get_size()
        return areas(size.columns, size.rows, self._controller.model.size)

    def _areas_or_bare(self) -> Areas:
        return self._areas() or Areas(Arrangement.BARE, (0, 0), letters_above=False)

    def _letters_above(self) -> bool:
        return self._areas_or_bare().letters_above

    def _panel_height(self, part: int) -> Callable[[], Dimension]:
        """How high the sides (0), the moves (1) and the chat (2) are in a panel that has all three."""

        def height() -> Dimension:
            room = self._controller.model.room
            sides = len(room.seats) if room else 2
            return Dimension.exact(panel_heights(self._areas_or_bare().panel[1], sides)[part])

        return height

    def _width(self, of: Callable[[Areas], tuple[int, int]]) -> Callable[[], Dimension]:
        return lambda: Dimension.exact(of(self._areas_or_bare())[0])

    # Bodies ------------------------------------------------------------------------------------------

    def _bare(self) -> AnyContainer:
        return VSplit([self._board_window(), Window()])

    def _below(self) -> AnyContainer:
        board = VSplit(
            [self._board_window(), Window()],
            height=lambda: Dimension.exact(self._areas_or_bare().board[1]),
        )
        return HSplit([board, *self._panel()])

    def _beside(self) -> AnyContainer:
        return VSplit([self._board_window(), _gap(), HSplit(self._panel())])

    def _wide(self) -> AnyContainer:
        sides = Window(self._sides, height=self._panel_height(0))
        panel = HSplit([sides, Window(self.moves)], width=self._width(lambda areas: areas.panel))
        return VSplit([self._board_window(), _gap(), panel, _gap(), Window(self.chat)])

    def _board_window(self) -> Window:
        return Window(self._board, width=self._width(lambda areas: areas.board))

    def _panel(self) -> Sequence[Window]:
        parts: tuple[UIControl, ...] = (self._sides, self.moves, self.chat)
        return [Window(control, height=self._panel_height(part)) for part, control in enumerate(parts)]

    def _bar(self, actions: PageActions) -> AnyContainer:
        """The actions that can be clicked on, where what is typed leaves space for them."""

        def bar() -> ActionBar:
            typed = max(_SHORTEST_LINE, len(self._buffer.text) + 4)
            return action_bar(self._model(), _columns() - typed)

        widget = ActionBarWidget(bar, actions.do)
        return Window(widget, width=lambda: Dimension.exact(bar().columns))

    # Lines -------------------------------------------------------------------------------------------

    def _model(self) -> ScreenModel:
        return self._controller.model

    def _heading(self, columns: int, _: int) -> Sequence[Line]:
        if self._areas_or_bare().kind is Arrangement.BARE:
            return [bare_heading(self._controller.model, self._controller.now(), columns)]
        return [heading(self._controller.model, columns)]

    def _status(self, columns: int) -> Sequence[Line]:
        has_chat = self._areas_or_bare().kind is not Arrangement.BARE
        return status_lines(self._controller.model, self._controller.now(), columns, has_chat=has_chat)

    def _too_small(self, columns: int, _: int) -> Sequence[Line]:
        size = self._controller.model.size
        wide, high = least_size(size)
        text = f"This window is too small for a board of {size}x{size}. Make it at least {wide}x{high}."
        return [(("", line),) for line in wrap(text, max(2, columns))]

    # Floats ------------------------------------------------------------------------------------------

    def _floats(self, actions: PageActions) -> list[Float]:
        """What lies over the rest: a long status, completions, the help."""
        status = Window(LinesWidget(lambda columns, _: self._status(columns)))
        is_long = Condition(lambda: len(self._status(_columns())) > 1 and self._areas() is not None)
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
            self._help_float(actions.keys),
            self._palette_float(actions),
        ]

    def _help_float(self, keys: KeyTable) -> Float:
        """What can be typed and which keys act; as high as there is space for."""

        def lines() -> Sequence[Line]:
            return help_lines(self._model(), keys, min(_columns(), MOST_COLUMNS), _rows() - 1)

        return help_float(
            lambda _rows: lines(),
            lambda: self._model().shows_help,
            lambda: min(_columns(), MOST_COLUMNS),
            lambda: len(lines()),
        )

    def _palette_float(self, actions: PageActions) -> Float:
        """The list of actions, above the line in which it is searched."""

        def lines() -> Sequence[Line]:
            model = self._model()
            chosen = model.palette.chosen if model.palette else 0
            columns = min(_columns(), MOST_COLUMNS)
            return palette_lines(actions.entries, chosen, columns, _rows() - 2, model.glyphs)

        window = Window(LinesWidget(lambda _columns, _rows: lines()))
        return Float(
            ConditionalContainer(window, Condition(lambda: self._model().palette is not None)),
            left=0,
            bottom=1,
            width=lambda: min(_columns(), MOST_COLUMNS),
            height=lambda: len(lines()),
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
    return Window(width=1)


def _rows() -> int:
    return get_app().output.get_size().rows


def _columns() -> int:
    return get_app().output.get_size().columns
