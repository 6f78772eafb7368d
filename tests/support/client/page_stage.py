"""A page of the lobby that runs in a test, with keys to type and its screen to read."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, Protocol, TypeVar

from prompt_toolkit.input import PipeInput

from pente_client.terminal.shell import TerminalShell
from tests.support.client.piped_terminal import SizedOutput
from tests.support.conditions import described
from tests.support.waiting import patience

Choice_co = TypeVar("Choice_co", covariant=True)
Page = TypeVar("Page", bound="RunningPage[Any]")


class RunningPage(Protocol[Choice_co]):
    """What a stage needs of a page."""

    @property
    def shell(self) -> TerminalShell[Any]: ...

    def run(self) -> Coroutine[Any, Any, Choice_co]: ...


class PageStage(Generic[Page]):
    """A running page. Mutable."""

    def __init__(self, page: Page, keys: PipeInput, output: SizedOutput) -> None:
        self.page, self._keys, self._output = page, keys, output
        self._drawn = asyncio.Event()
        self.choice: asyncio.Task[Any] = asyncio.create_task(page.run())
        page.shell.app.after_render += lambda _: self._drawn.set()

    def type(self, text: str) -> None:
        self._keys.send_text(text)

    @property
    def text(self) -> str:
        drawn, size = self.page.shell.app.renderer.last_rendered_screen, self._output.size
        if drawn is None:
            return ""
        rows = ("".join(drawn.data_buffer[y][x].char for x in range(size.columns)) for y in range(size.rows))
        return "\n".join(row.rstrip() for row in rows)

    async def until(self, holds: str | Callable[[str], bool]) -> None:
        sees = holds if callable(holds) else lambda text: holds in text
        wanted = described(holds)[0] if callable(holds) else repr(holds)
        async with patience(f"{wanted} on the page", lambda: [self.text]):
            while not sees(self.text):
                self._drawn.clear()
                await self._drawn.wait()
