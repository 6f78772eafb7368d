"""The lobby screen: a controller, a layout and keys on a terminal shell."""

from collections.abc import Mapping
from dataclasses import replace

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import FloatContainer, HSplit, Window

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
from pente_client.terminal.line_widgets import LinesWidget
from pente_client.terminal.look import PageLook
from pente_client.terminal.page_parts import help_float, prompt_line
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell


async def run_lobby(
    client: LobbyPort, server: str, notice: str = "", *, is_error: bool = True
) -> LobbyChoice:
    """Show the lobby of a server until the player has chosen what to do.

    ``client`` is connected, and its updates are taken by nothing else meanwhile. ``notice`` is shown first.
    Raises `pente_client.connection.ConnectionProblem` when the list can't be loaded.
    """
    screen = LobbyScreen(client, server, session_terminal().environ)
    if notice:
        screen.controller.model = screen.controller.model.saying(notice, is_error=is_error)
    await screen.controller.open()
    return await screen.run()


class LobbyScreen:
    """One run of the lobby. Mutable; runs once."""

    def __init__(self, client: LobbyPort, server: str, environ: Mapping[str, str]) -> None:
        self._shell = TerminalShell[LobbyChoice](environ, ended=LeaveLobby)
        model = LobbyModel(server, client.welcome.player, self._shell.look.glyphs)
        self.controller = LobbyController(client, self._shell, model)
        self._buffer = Buffer(multiline=False)
        self._buffer.on_text_changed += lambda buffer: self.controller.typed(buffer.text)
        self._shell.build(self._layout(), key_bindings(self.controller, self._buffer), restyle=self._restyle)

    @property
    def app(self) -> Application[LobbyChoice]:
        return self._shell.app

    async def run(self) -> LobbyChoice:
        """Draw, and take keys and updates, until something is chosen."""
        return await self._shell.run(self.controller.listen())

    def _restyle(self, look: PageLook) -> None:
        self.controller.model = replace(self.controller.model, glyphs=look.glyphs)

    def _layout(self) -> Layout:
        controller = self.controller
        prompt = prompt_line(self._buffer, self._label)
        body = HSplit(
            [
                Window(LinesWidget(lambda columns, _: [heading(controller.model, columns)]), height=1),
                Window(LinesWidget(lambda columns, rows: list_lines(controller.model, columns, rows))),
                Window(LinesWidget(lambda columns, _: [status_line(controller.model, columns)]), height=1),
                prompt,
            ]
        )
        help_ = help_float(
            lambda _rows: help_lines(controller.model.glyphs),
            lambda: controller.model.shows_help,
            HELP_COLUMNS,
            lambda: HELP_ROWS,
        )
        return Layout(FloatContainer(body, [help_]), focused_element=prompt)

    def _label(self) -> str:
        if self.controller.model.is_searching:
            return "/ "
        return "new game> " if self.controller.model.is_opening else ""
