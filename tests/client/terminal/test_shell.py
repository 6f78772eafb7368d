"""The shell under every page: its ends, its bell, its mouse, and what it keeps off the terminal."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import HSplit

from pente_client.terminal.line_widgets import lines_box
from pente_client.terminal.page_parts import no_prompt
from pente_client.terminal.shell import TerminalShell
from pente_client.terminal.styled_text import Line
from tests.support.client.piped_terminal import SizedOutput
from tests.support.waiting import patience


class Page:
    """A page of one line on a shell whose results are texts. Mutable."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.line = "hello"
        self.shell = TerminalShell[str](environ, ended=lambda status: f"ended {status}")
        self.shell.build(Layout(HSplit([lines_box(self._lines), no_prompt()])), KeyBindings(), mouse=True)
        self.drawn = asyncio.Event()
        self.shell.app.after_render += lambda _: self.drawn.set()

    def _lines(self, columns: int, rows: int) -> list[Line]:
        return [(("", self.line.upper()),)]

    async def result(self, then: Callable[[], None]) -> str:
        """Run the page, and do something once it is drawn."""

        async def work() -> None:
            await self.drawn.wait()
            then()

        async with patience("the end of the page"):
            return await self.shell.run(work())


@contextmanager
def a_page(**environ: str) -> Iterator[tuple[Page, PipeInput, SizedOutput]]:
    output = SizedOutput(80, 24)
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        yield Page(environ), keys, output


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_ends_the_page_with_its_status(number: int) -> None:
    with a_page() as (page, _, _):
        assert await page.result(lambda: os.kill(os.getpid(), number)) == f"ended {128 + number}"


async def test_a_closed_terminal_ends_the_page() -> None:
    with a_page() as (page, keys, _):
        assert await page.result(keys.close) == "ended 0"


async def test_the_first_of_two_results_is_the_result() -> None:
    with a_page() as (page, _, _):
        page.shell.leave("too early")

        def leave_twice() -> None:
            page.shell.leave("first")
            page.shell.leave("second")

        assert await page.result(leave_twice) == "first"


async def test_what_background_work_raises_ends_the_page() -> None:
    with a_page() as (page, _, _):

        def fail() -> None:
            raise LookupError("lost")

        with pytest.raises(LookupError, match="lost"):
            await page.result(fail)


async def test_what_drawing_raises_ends_the_page() -> None:
    with a_page() as (page, _, _):

        def spoil() -> None:
            page.line = None  # type: ignore[assignment]  # what no page should have
            page.shell.changed()

        with pytest.raises(AttributeError):
            await page.result(spoil)


@pytest.mark.parametrize(("bell", "rings"), [("", 1), ("0", 0)])
async def test_the_bell_rings_unless_it_is_turned_off(bell: str, rings: int) -> None:
    with a_page(PENTE_BELL=bell) as (page, _, output):

        def ring() -> None:
            page.shell.ring()
            page.shell.leave("done")

        await page.result(ring)
        assert output.bells == rings


async def test_a_log_record_that_nothing_handles_is_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, []
    try:
        with a_page() as (page, _, _):

            def warn() -> None:
                logging.getLogger("somewhere").warning("over the page")
                page.shell.leave("done")

            await page.result(warn)
            assert root.handlers == []
    finally:
        root.handlers = handlers
    assert "over the page" not in capsys.readouterr().err


@pytest.mark.parametrize(("mouse", "takes"), [("", True), ("no", False)])
async def test_the_mouse_is_left_to_the_terminal_where_it_is_switched_off(mouse: str, takes: bool) -> None:
    with a_page(PENTE_MOUSE=mouse) as (page, _, _):
        assert page.shell.app.renderer.mouse_support() is takes
