"""The screen's widgets, and where they go on terminals of different sizes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, assert_never

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import Float, FloatContainer
from prompt_toolkit.layout.menus import MultiColumnCompletionsMenu

from pente_client.screen.game_controller import GameController
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.page_actions import PageActions
from pente_client.screen.text.action_bar import ActionBar, action_bar
from pente_client.screen.text.chat import chat_pane
from pente_client.screen.text.clocks import clock_readings
from pente_client.screen.text.graph_pane import GRAPH_ROWS, graph_pane
from pente_client.screen.text.heading import bare_heading, heading
from pente_client.screen.text.move_list_pane import latest_moves, moves_pane, turns_at
from pente_client.screen.text.sides import sides_lines, sides_rows
from pente_client.screen.text.status import status_lines
from pente_client.screen.widgets.action_bar_widget import ActionBarWidget
from pente_client.screen.widgets.board_widget import BoardWidget
from pente_client.screen.widgets.covers import Covers
from pente_client.screen.widgets.moves_widget import MovesWidget
from pente_client.screen.widgets.prompt import is_rejected
from pente_client.screen.widgets.sizes import LEAST, Areas, Arrangement, areas, panel_heights
from pente_client.terminal.board_size import SMALL
from pente_client.terminal.frames.frame_memo import FrameMemo
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.frames.placed import Place, PlacedParts
from pente_client.terminal.frames.remembered import Remembered
from pente_client.terminal.line_widgets import PaneWidget, line_box, lines_box
from pente_client.terminal.page_parts import prompt_label, prompt_window
from pente_client.terminal.scroll_pane import Pane
from pente_client.terminal.styled_text import Line, wrap
from pente_core.rules.point import Point
from pente_protocol.sentences import tell

_COMPLETION_ROWS: Final = 5
_SHORTEST_LINE: Final = 20
"""Columns that are kept for the line that is typed."""


class ScreenLayout:
    """The widgets of one screen. Mutable, because they are."""

    def __init__(self, controller: GameController, buffer: Buffer) -> None:
        self._controller, self._buffer = controller, buffer
        self._memo = FrameMemo()
        self._last_sides, self._last_moves = Remembered[Sequence[Line]](), Remembered[Pane]()
        self._last_heading, self._last_bar = Remembered[Line](), Remembered[ActionBar]()
        self._last_graph = Remembered[Sequence[Line]]()
        self.moves = MovesWidget(
            self._moves_pane,
            lambda: controller.model.moves_back,
            lambda back: controller.scroll(moves=back),
            self._click_move,
        )
        self.chat = PaneWidget(
            lambda columns, rows: chat_pane(controller.model, columns, rows),
            lambda: controller.model.chat_back,
            lambda back: controller.scroll(chat=back),
        )
        board = BoardWidget(self._model, self._areas_or_bare, lambda: buffer.text, self._click)
        self._board = LineBox(board)
        self._heading = line_box(self._heading_line)
        self._sides = lines_box(self._sides_lines)
        self._moves, self._chat = LineBox(self.moves), LineBox(self.chat)
        self._graph = lines_box(lambda columns, _: self._graph_lines(columns))
        self._latest = line_box(lambda columns: latest_moves(self._model(), columns))
        self._status = lines_box(lambda columns, _: self._status_lines(columns))
        self._label, self._prompt = prompt_label(self._label_text), prompt_window(buffer)
        self._small = lines_box(_too_small)

    def layout(self, actions: PageActions) -> Layout:
        """The whole, with the prompt in focus."""
        self._bar = LineBox(ActionBarWidget(self._action_bar, actions.do))
        self._covers = Covers(self._model, actions)
        parts = (self._label, self._prompt)
        menu = Float(MultiColumnCompletionsMenu(min_rows=_COMPLETION_ROWS), xcursor=True, ycursor=True)
        return Layout(FloatContainer(PlacedParts(parts, self._places), [menu]), focused_element=self._prompt)

    def _click(self, point: Point) -> None:
        """A click on the board puts a line away that was rejected."""
        if is_rejected(self._buffer):
            self._buffer.reset()
            self._controller.typed()
        self._controller.click(point)

    def _click_move(self, size: tuple[int, int], x: int, y: int) -> None:
        """A click on a move goes to it; one elsewhere in the list does nothing."""
        turns = turns_at(self._model(), size, x, y)
        if turns is not None:
            self._controller.looking.go_to_turn(turns)

    # Places ------------------------------------------------------------------------------------------

    def _places(self, columns: int, rows: int) -> Iterator[Place]:
        """What is shown on a terminal of a size, and where."""
        found = self._areas()
        if found is None:
            yield Place(self._small, 0, 0, columns, rows)
            return
        yield from self._tall(found) if found.kind is Arrangement.TALL else self._under_heading(found, rows)
        yield from self._line(columns, rows - 1)
        yield from self._covers.places(columns, rows)

    def _under_heading(self, found: Areas, rows: int) -> Iterator[Place]:
        """The heading at the top, the status above the prompt, and the rest between them."""
        columns, (wide, high) = _columns(), found.board
        status = max(1, len(self._status_lines(columns)))
        is_alone = found.kind is Arrangement.BARE and found.is_part
        yield Place(self._heading, 0, 0, columns, 1)
        yield Place(self._board, 0, 1, wide, max(1, high - (status - 1) * is_alone))
        match found.kind:
            case Arrangement.BELOW:
                yield from self._panel(0, 1 + high, columns)
            case Arrangement.BESIDE:
                yield from self._panel(wide + 1, 1, found.panel[0])
            case Arrangement.WIDE:
                yield from self._panel_and_chat(found)
            case Arrangement.BARE | Arrangement.TALL:
                if found.is_part:
                    yield Place(self._latest, 0, max(1, rows - 2 - status), columns, 1)
            case _ as unreachable:
                assert_never(unreachable)
        yield Place(self._status, 0, max(1, rows - 1 - status), columns, status)

    def _tall(self, found: Areas) -> Iterator[Place]:
        """The board from the top; heading and status are in the panel."""
        (wide, high), (columns, _) = found.board, found.panel
        yield Place(self._board, 0, 0, wide, high)
        yield Place(self._heading, wide + 1, 0, columns, 1)
        yield from self._panel(wide + 1, 1, columns)
        status = self._status_height()
        yield Place(self._status, wide + 1, high - status, columns, status)

    def _panel(self, left: int, top: int, columns: int) -> Iterator[Place]:
        """Sides, moves and chat below each other."""
        sides, moves, chat = self._panel_heights()
        yield Place(self._sides, left, top, columns, sides)
        yield Place(self._moves, left, top + sides, columns, moves)
        yield from self._graph_and_chat(left, top + sides + moves, columns, chat)

    def _graph_and_chat(self, left: int, top: int, columns: int, rows: int) -> Iterator[Place]:
        """The chat, and above it the graph of a reviewed game where there is space for it."""
        graph = GRAPH_ROWS if self._model().review is not None and rows >= GRAPH_ROWS else 0
        if graph:
            yield Place(self._graph, left, top, columns, graph)
        if rows > graph:
            yield Place(self._chat, left, top + graph, columns, rows - graph)

    def _panel_and_chat(self, found: Areas) -> Iterator[Place]:
        """Sides and moves below each other, and the chat beside them."""
        left, (columns, rows) = found.board[0] + 1, found.panel
        sides = self._panel_heights()[0]
        yield Place(self._sides, left, 1, columns, sides)
        yield Place(self._moves, left, 1 + sides, columns, rows - sides)
        yield from self._graph_and_chat(left + columns + 1, 1, found.chat[0], rows)

    def _line(self, columns: int, row: int) -> Iterator[Place]:
        """The line that is typed, and the actions that can be clicked on where it leaves space for them."""
        label, bar = len(self._label_text()), self._action_bar().columns
        yield Place(self._label, 0, row, label, 1)
        yield Place(self._prompt, label, row, max(1, columns - bar - label), 1)
        yield Place(self._bar, columns - bar, row, bar, 1)

    # Sizes -------------------------------------------------------------------------------------------

    def _areas(self) -> Areas | None:
        return self._memo.get("areas", self._made_areas)

    def _made_areas(self) -> Areas | None:
        size, model = get_app().output.get_size(), self._controller.model
        return areas(size.columns, size.rows, model.size, model.largest)

    def _areas_or_bare(self) -> Areas:
        return self._areas() or Areas(Arrangement.BARE, SMALL, (0, 0), letters_above=False)

    def _panel_heights(self) -> tuple[int, int, int]:
        """How high sides, moves and chat are in a panel that has all three."""
        return self._memo.get("panel", self._made_panel_heights)

    def _made_panel_heights(self) -> tuple[int, int, int]:
        places, room = self._areas_or_bare(), self._controller.model.room
        columns, height = places.panel
        if places.kind is Arrangement.TALL:
            height -= 1 + self._status_height()
        return panel_heights(height, sides_rows(room, columns, height) if room else 0)

    def _status_height(self) -> int:
        """How many lines the status has in a panel; a little more space than it mostly needs."""
        return max(3, len(self._status_lines(self._areas_or_bare().panel[0])))

    def _action_bar(self) -> ActionBar:
        columns = _columns() - max(_SHORTEST_LINE, len(self._buffer.text) + 4)
        return self._last_bar.get((self._panel_model(), columns), lambda: action_bar(self._model(), columns))

    # Lines -------------------------------------------------------------------------------------------

    def _label_text(self) -> str:
        return "> " if self._controller.model.palette is None else "search: "

    def _model(self) -> ScreenModel:
        return self._controller.model

    def _panel_model(self) -> ScreenModel:
        """The model without what is shown by board and status only; the same in most frames."""
        return self._memo.get("panel model", lambda: replace(self._model(), cursor=None, notice=None))

    def _sides_lines(self, columns: int, _: int) -> Sequence[Line]:
        model, now, height = self._model(), self._controller.now(), sum(self._panel_heights())
        clocks = clock_readings(model.room, now) if model.room else ()
        return self._last_sides.get(
            (self._panel_model(), clocks, columns, height), lambda: sides_lines(model, now, columns, height)
        )

    def _moves_pane(self, columns: int, rows: int) -> Pane:
        return self._last_moves.get(
            (self._panel_model(), columns, rows), lambda: moves_pane(self._model(), columns, rows)
        )

    def _graph_lines(self, columns: int) -> Sequence[Line]:
        return self._last_graph.get(
            (self._panel_model(), columns), lambda: graph_pane(self._model(), columns)
        )

    def _heading_line(self, columns: int) -> Line:
        model, latency = self._model(), self._controller.latency
        if self._areas_or_bare().kind is Arrangement.BARE:
            return bare_heading(model, self._controller.now(), columns)
        return self._last_heading.get(
            (self._panel_model(), columns, latency), lambda: heading(model, columns, latency)
        )

    def _status_lines(self, columns: int) -> Sequence[Line]:
        model, has_chat = self._controller.model, self._areas_or_bare().kind is not Arrangement.BARE
        return self._memo.get(
            ("status", columns),
            lambda: status_lines(model, self._controller.now(), columns, has_chat=has_chat),
        )


def _too_small(columns: int, rows: int) -> Sequence[Line]:
    wide, high = LEAST
    text = tell("screen.too-small", columns=wide, rows=high)
    lines = [(("class:small", line),) for line in wrap(text, max(2, columns))]
    return [*lines, *[(("class:small", " " * columns),)] * (rows - len(lines))]


def _columns() -> int:
    return get_app().output.get_size().columns
