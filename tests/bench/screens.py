"""How long the game page takes to be drawn."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from statistics import median
from time import process_time

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from pente_client.screen.game_screen import GameScreen
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.text.board import board_lines, row_lines
from pente_client.screen.text.board_view import BoardView, board_view_of
from pente_client.terminal.board_size import MEDIUM, SMALL, BoardSize
from pente_client.terminal.glyphs import SOLID
from pente_core.rules.point import Point
from tests.bench.figure import Figure, at_most
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.support.client.fake_client import ROOM, FakeClient, room_of

GAME = "K10 L10 N8 M10 L12 L9 L8 M9 K9 K11 J12 M8 M11 H13 N12 O13"
WINDOWS = ((80, 24, SMALL), (120, 40, MEDIUM))


@benchmark
def screens(run: Run) -> Iterator[Figure]:
    """Processor time of a board and of a whole frame, all of it drawn and after a move of the cursor."""
    times = 20 if run.quick else 200
    for columns, rows, size in WINDOWS:
        window = f"{columns}x{rows}"
        run.progress(window)
        whole, cell = _board(size, times)
        yield Figure(f"board {window}, whole", whole, "ms")
        yield Figure(f"board {window}, one cell", cell, "ms")
        whole, cell = asyncio.run(_frame(columns, rows, times))
        note = "all of it: model, layout, renderer, bytes"
        yield Figure(f"frame {window}, whole", whole, "ms", note=note, aim=at_most(5))
        yield Figure(f"frame {window}, one cell", cell, "ms", note=note, aim=at_most(1))


def _board(size: BoardSize, times: int) -> tuple[float, float]:
    """The lines of a board: all drawn anew, and with the cursor at another point."""
    screen = _view()

    def whole(_: int) -> None:
        row_lines.cache_clear()
        board_lines(screen, SOLID, size, letters_above=True)

    def cell(number: int) -> None:
        board_lines(replace(screen, cursor=1 << number % 300), SOLID, size, letters_above=True)

    return _milliseconds(whole, times), _milliseconds(cell, times)


def _view() -> BoardView:
    client = FakeClient(room_of(turns=GAME))
    view = board_view_of(ScreenModel(me=client.me).showing(client.room()))
    assert view is not None
    return view


async def _frame(columns: int, rows: int, times: int) -> tuple[float, float]:
    """A frame as a terminal is sent it."""
    async with _running(columns, rows) as screen:

        def whole(_: int) -> None:
            row_lines.cache_clear()
            screen.app.renderer.reset()
            screen.app._redraw()

        def cell(number: int) -> None:
            screen.controller.model = replace(screen.controller.model, cursor=Point(number % 361))
            screen.app._redraw()

        return _milliseconds(whole, times), _milliseconds(cell, times)


@asynccontextmanager
async def _running(columns: int, rows: int) -> AsyncIterator[GameScreen]:
    size = Size(rows=rows, columns=columns)
    output = Vt100_Output(
        io.StringIO(), lambda: size, term="xterm-256color", default_color_depth=ColorDepth.DEPTH_24_BIT
    )
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        screen = GameScreen(FakeClient(room_of(turns=GAME)), {"PENTE_ASCII": "0"}, follows=False)
        await screen.controller.open(ROOM)
        drawn = asyncio.Event()
        screen.app.after_render += lambda _: drawn.set()
        task = asyncio.create_task(screen.run())
        await drawn.wait()
        yield screen
        screen.app.exit(result=0)
        await task


def _milliseconds(work: Callable[[int], None], times: int) -> float:
    """The median of the processor time; the first fifth warms up."""
    taken = []
    for number in range(times + times // 5):
        before = process_time()
        work(number)
        taken.append((process_time() - before) * 1000)
    return median(taken[times // 5 :])
