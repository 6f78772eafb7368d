"""A screen without a terminal: keys go in through a pipe, and what is drawn can be read."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from pente_client.play.ports import GamePort
from pente_client.play.shown.advisor import Advisor
from pente_client.play.shown.guidance import Guidance
from pente_client.play.shown.lesson import Tutor
from pente_client.screen.game_screen import GameScreen
from pente_core.identity import RoomId
from tests.support.client.fake_client import ROOM
from tests.support.conditions import described
from tests.support.waiting import patience


class SizedOutput(DummyOutput):
    """An output that shows nothing, of a size that may change."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self.bells = 0

    def get_size(self) -> Size:
        return self.size

    def bell(self) -> None:
        self.bells += 1


class HeadlessScreen:
    """A running screen. Mutable."""

    def __init__(self, screen: GameScreen, keys: PipeInput, output: SizedOutput) -> None:
        self.screen, self.output = screen, output
        self._keys = keys
        self._drawn = asyncio.Event()
        self.exit_code: asyncio.Task[int] = asyncio.create_task(screen.run())
        screen.app.after_render += lambda _: self._drawn.set()

    def type(self, text: str) -> None:
        """Press keys; ``\\r`` is Enter."""
        self._keys.send_text(text)

    @property
    def rows(self) -> list[str]:
        """What is on the screen now."""
        drawn = self.screen.app.renderer.last_rendered_screen
        if drawn is None:
            return []
        size = self.output.size
        return [
            "".join(drawn.data_buffer[y][x].char for x in range(size.columns)).rstrip()
            for y in range(size.rows)
        ]

    @property
    def prompt(self) -> str:
        """The last row, without the bar of actions."""
        return re.sub(r"( +\[[a-z-]+\])*( +\? help)?$", "", self.rows[-1])

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def style_at(self, x: int, y: int) -> str:
        drawn = self.screen.app.renderer.last_rendered_screen
        assert drawn is not None
        return drawn.data_buffer[y][x].style

    async def until(self, holds: str | Callable[[str], bool]) -> str:
        """Wait until a text is on the screen, or something holds of it; gives the whole screen."""
        sees = holds if callable(holds) else lambda text: holds in text
        wanted = described(holds)[0] if callable(holds) else repr(holds)
        async with patience(f"{wanted} on the screen", self._seen):
            while not sees(self.text):
                self._drawn.clear()
                await self._drawn.wait()
        return self.text

    def _seen(self) -> list[str]:
        return [self.text]

    async def drawn(self) -> str:
        """Draw at once what has changed so far; gives the whole screen."""
        self.screen.app._redraw()
        return self.text

    async def left(self) -> int:
        """The exit code, once the screen was left."""
        async with patience("the end of the screen", self._seen):
            return await self.exit_code


@asynccontextmanager
async def on_stage(
    host: GamePort,
    columns: int = 80,
    rows: int = 24,
    *,
    room: RoomId | None = ROOM,
    follow: bool = False,
    environ: Mapping[str, str] | None = None,
    advisor: Advisor | None = None,
    tutor: Tutor | None = None,
) -> AsyncIterator[HeadlessScreen]:
    """A screen on a terminal of a size, drawn once; it is left at the end."""
    output = SizedOutput(columns, rows)
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        variables = environ if environ is not None else {"PENTE_ASCII": "0"}
        screen = GameScreen(host, variables, follows=follow, guidance=Guidance(advisor, tutor))
        await screen.controller.open(room)
        screen.app.min_redraw_interval = None  # no test waits for anything but what it asks for
        stage = HeadlessScreen(screen, keys, output)
        try:
            await stage.until(lambda text: bool(text.strip()))
            yield stage
        finally:
            if not (stage.exit_code.done() or screen.app.is_done):
                screen.app.exit(result=0)
            await asyncio.wait([stage.exit_code])
