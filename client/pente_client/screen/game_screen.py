"""The screen as a whole: its beginning, its running, its end."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.document import Document

from pente_client.screen.game_controller import GameController
from pente_client.screen.keys import key_bindings
from pente_client.screen.model.screen_model import ScreenModel
from pente_client.screen.ports import GamePort
from pente_client.screen.prompt import keep_rejected, prompt_buffer, prompt_window
from pente_client.screen.screen_layout import ScreenLayout
from pente_client.screen.shell import Shell
from pente_client.terminal.glyphs import glyphs_for
from pente_client.terminal.styles import STYLE
from pente_client.words.outcome import room_outcome_text
from pente_core.identity import RoomId

_ESCAPE: Final = 0.05
"""Seconds after which an Esc is no longer the beginning of another key."""
_REDRAW: Final = 0.03
"""Seconds between two drawings at least."""


async def run_screen(client: GamePort, room: RoomId | None, *, follow: bool = False, url: str = "") -> int:
    """Show a room on the whole terminal until the person leaves; gives the exit code.

    ``client`` is connected, and its updates are taken by nobody else. With ``follow``, or without a room,
    the featured game is shown, and the next one after it. ``url`` is what a friend has to type to come to the
    same server, if it is not the usual one. The code is 0, or 1 when the connection had ended
    for good, or 128 and the signal's number. Raises `pente_client.connection.ConnectionProblem` when the
    room can't be watched. Anything else that is raised is a bug; the terminal is restored then too.
    """
    screen = GameScreen(client, os.environ, follows=follow or room is None, url=url)
    await screen.desk.open(room)
    with _log_unseen():
        code = await screen.run()
    farewell = farewell_of(screen.desk.model)
    if farewell:
        print(farewell)
    return code


class GameScreen:
    """One run of the screen. Mutable; runs once."""

    def __init__(self, client: GamePort, environ: Mapping[str, str], *, follows: bool, url: str = "") -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._rings = environ.get("PENTE_BELL", "") != "0"
        around = Shell(self._changed, self._leave, self._give_back, self._ring, self._start)
        glyphs = glyphs_for(environ, sys.stdout.encoding or "")
        self.desk = GameController(client, around, glyphs, follows=follows, url=url)
        self._buffer = prompt_buffer(lambda: self.desk.model, self.desk.typed)
        self.app = self._application()

    async def run(self) -> int:
        """Draw, and take keys and updates, until something leaves."""
        loop = asyncio.get_running_loop()
        handler = loop.get_exception_handler()
        loop.set_exception_handler(self._on_error)
        try:
            with self._signals(loop):
                self._start(self.desk.listen())
                self._start(self.desk.keep_time())
                return await self.app.run_async(set_exception_handler=False)
        except EOFError:  # the terminal is gone
            return 0
        finally:
            loop.set_exception_handler(handler)
            await self._stop()

    def _application(self) -> Application[int]:
        frame = ScreenLayout(self.desk, prompt_window(self._buffer))
        app: Application[int] = Application(
            layout=frame.layout(),
            style=STYLE,
            include_default_pygments_style=False,
            key_bindings=key_bindings(self.desk, self._buffer, frame.moves, frame.talk),
            full_screen=True,
            mouse_support=True,
            enable_page_navigation_bindings=False,
            min_redraw_interval=_REDRAW,
        )
        app.ttimeoutlen = app.timeoutlen = _ESCAPE
        return app

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    async def _stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """An exception in a callback, such as drawing: leave the screen with it."""
        error = context.get("exception")
        if isinstance(error, BaseException) and self.app.is_running:
            self._fail(error)
        else:
            loop.default_exception_handler(context)

    def _fail(self, error: BaseException) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(exception=error)

    def _changed(self) -> None:
        self.app.invalidate()

    def _leave(self, code: int) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=code)

    def _ring(self) -> None:
        if self._rings:
            self.app.output.bell()

    def _give_back(self, text: str) -> None:
        if not self._buffer.text:
            self._buffer.document = Document(text)
            keep_rejected(self._buffer)

    @contextmanager
    def _signals(self, loop: asyncio.AbstractEventLoop) -> Iterator[None]:
        """Leave in order when asked to end or when the terminal is closed, where signals can be had."""
        taken = []
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            try:
                loop.add_signal_handler(number, self._leave, 128 + number)
            except (NotImplementedError, RuntimeError, ValueError):
                continue
            taken.append(number)
        try:
            yield
        finally:
            for number in taken:
                loop.remove_signal_handler(number)


def farewell_of(model: ScreenModel) -> str:
    """What is good to know once the screen is gone; may be empty."""
    if model.room is None:
        return ""
    if model.is_playing:
        return f"your game goes on; come back with: {model.way_in}"
    return room_outcome_text(model.room, model.seat)


@contextmanager
def _log_unseen() -> Iterator[None]:
    """Keep log records that nobody handles from being written over the screen."""
    handler = logging.NullHandler()
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
