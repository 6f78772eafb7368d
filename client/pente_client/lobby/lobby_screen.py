"""The lobby as a program on the whole terminal: its beginning, its running, its end."""

import asyncio
import os
import sys
from collections.abc import Mapping

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import ConditionalContainer, Float, FloatContainer, HSplit, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import BeforeInput

from pente_client.lobby.choice import LeaveLobby, LobbyChoice
from pente_client.lobby.keys import key_bindings
from pente_client.lobby.lobby_controller import LobbyController, LobbyPort
from pente_client.lobby.lobby_model import LobbyModel
from pente_client.lobby.lobby_text import (
    HELP_COLUMNS,
    HELP_ROWS,
    heading,
    help_lines,
    list_lines,
    status_line,
)
from pente_client.terminal.glyphs import glyphs_for
from pente_client.terminal.line_widgets import LinesWidget
from pente_client.terminal.styles import STYLE

_ESCAPE = 0.05
"""Seconds after which an Esc is no longer the beginning of another key."""
_REDRAW = 0.03
"""Seconds between two drawings at least."""


async def run_lobby(client: LobbyPort, server: str, notice: str = "") -> LobbyChoice:
    """Show the lobby of a server until somebody knows what they want.

    ``client`` is connected, and its updates are taken by nobody else meanwhile. ``notice`` is shown first.
    Raises `pente_client.connection.ConnectionProblem` when there is no list to be had.
    """
    hall = LobbyScreen(client, server, os.environ)
    if notice:
        hall.desk.model = hall.desk.model.saying(notice, is_error=True)
    await hall.desk.open()
    return await hall.run()


class LobbyScreen:
    """One run of the lobby. Mutable; runs once."""

    def __init__(self, client: LobbyPort, server: str, environ: Mapping[str, str]) -> None:
        glyphs = glyphs_for(environ, sys.stdout.encoding or "")
        model = LobbyModel(server, client.welcome.player, glyphs)
        self.desk = LobbyController(client, model, self._changed, self._chosen)
        self._buffer = Buffer(multiline=False)
        self._buffer.on_text_changed += lambda buffer: self.desk.typed(buffer.text)
        self.app = self._application()

    async def run(self) -> LobbyChoice:
        """Draw, and take keys and updates, until something is chosen."""
        listening = asyncio.create_task(self.desk.listen())
        listening.add_done_callback(self._ended)
        try:
            return await self.app.run_async()
        except EOFError:  # the terminal is gone
            return LeaveLobby()
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)

    def _application(self) -> Application[LobbyChoice]:
        app: Application[LobbyChoice] = Application(
            layout=self._layout(),
            style=STYLE,
            include_default_pygments_style=False,
            key_bindings=key_bindings(self.desk, self._buffer),
            full_screen=True,
            enable_page_navigation_bindings=False,
            min_redraw_interval=_REDRAW,
        )
        app.ttimeoutlen = app.timeoutlen = _ESCAPE
        return app

    def _layout(self) -> Layout:
        desk = self.desk
        prompt = Window(
            BufferControl(self._buffer, input_processors=[BeforeInput(self._label, style="class:prompt")]),
            height=1,
        )
        body = HSplit(
            [
                Window(LinesWidget(lambda columns, _: [heading(desk.model, columns)]), height=1),
                Window(LinesWidget(lambda columns, rows: list_lines(desk.model, columns, rows))),
                Window(LinesWidget(lambda columns, _: [status_line(desk.model, columns)]), height=1),
                prompt,
            ]
        )
        help_ = Window(LinesWidget(lambda _columns, _rows: help_lines(desk.model.glyphs)))
        shown = Condition(lambda: desk.model.shows_help)
        floats = [Float(ConditionalContainer(help_, shown), width=HELP_COLUMNS, height=HELP_ROWS)]
        return Layout(FloatContainer(body, floats), focused_element=prompt)

    def _label(self) -> str:
        if self.desk.model.is_searching:
            return "/ "
        return "new room> " if self.desk.model.is_opening else ""

    def _changed(self) -> None:
        self.app.invalidate()

    def _chosen(self, choice: LobbyChoice) -> None:
        if self.app.is_running and not self.app.is_done:
            self.app.exit(result=choice)

    def _ended(self, listening: "asyncio.Task[None]") -> None:
        """The connection is over for good, or taking its news has failed: leave with that."""
        if listening.cancelled() or not self.app.is_running or self.app.is_done:
            return
        error = listening.exception()
        if error is not None:
            self.app.exit(exception=error)
        else:
            self.app.exit(result=LeaveLobby(1))
