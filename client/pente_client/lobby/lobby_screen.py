"""The lobby screen: a controller, a layout and keys on a terminal shell."""

from collections.abc import Mapping
from dataclasses import replace

from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import ConditionalContainer, FloatContainer, HSplit

from pente_client.lobby.choice import LeaveLobby, LobbyChoice
from pente_client.lobby.keys import key_bindings
from pente_client.lobby.lobby_controller import LobbyController, LobbyPort
from pente_client.lobby.lobby_model import LobbyModel
from pente_client.lobby.lobby_text import (
    HELP_COLUMNS,
    heading,
    help_lines,
    list_lines,
    status_line,
)
from pente_client.lobby.new_game.form_cover import FormCover, FormWidget
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.line_widgets import line_box, lines_box
from pente_client.terminal.look import PageLook
from pente_client.terminal.page_parts import help_float, prompt_line
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.terminal.styled_text import Line


async def run_lobby(
    client: LobbyPort,
    server: str,
    notice: str = "",
    *,
    is_error: bool = True,
    refused: Mapping[str, str] | None = None,
) -> LobbyChoice:
    """Show the lobby of a server until the player has chosen what to do.

    ``client`` is connected, and its updates are taken by nothing else meanwhile. ``notice`` is shown first;
    with the fields of a form that the server has ``refused`` the form is open again.
    Raises `pente_client.connection.ConnectionProblem` when the list can't be loaded.
    """
    screen = LobbyScreen(client, server, session_terminal().environ)
    await screen.controller.open()
    if refused is not None:
        screen.form.show(refused, screen.controller.bot_names)
    if notice:
        screen.controller.model = screen.controller.model.saying(notice, is_error=is_error)
    return await screen.run()


class LobbyScreen:
    """One run of the lobby. Mutable; runs once."""

    def __init__(self, client: LobbyPort, server: str, environ: Mapping[str, str]) -> None:
        self._shell = TerminalShell[LobbyChoice](environ, ended=LeaveLobby)
        model = LobbyModel(server, client.welcome.player, self._shell.look.glyphs)
        self.controller = LobbyController(client, self._shell, model)
        self._buffer = Buffer(multiline=False)
        self._buffer.on_text_changed += lambda buffer: self.controller.typed(buffer.text)
        self.form = FormCover(self.controller.open_game, self._form_changed, lambda: self._shell.look.glyphs)
        self.controller.is_busy = lambda: self.form.shown is not None
        keys = key_bindings(self.controller, self.form, self._buffer)
        self._shell.build(self._layout(), keys, mouse=True, restyle=self._restyle)

    @property
    def app(self) -> Application[LobbyChoice]:
        return self._shell.app

    async def run(self) -> LobbyChoice:
        """Draw, and take keys and updates, until something is chosen."""
        return await self._shell.run(self.controller.listen())

    def _form_changed(self) -> None:
        """Draw the form; a notice was about what it said before."""
        self.controller.model = replace(self.controller.model, notice="")
        self._shell.changed()

    def _status(self, columns: int) -> Line:
        return status_line(self.controller.model, columns, is_filled_in=self.form.shown is not None)

    def _restyle(self, look: PageLook) -> None:
        self.controller.model = replace(self.controller.model, glyphs=look.glyphs)

    def _layout(self) -> Layout:
        controller = self.controller
        prompt = prompt_line(self._buffer, self._label)
        is_filled_in = Condition(lambda: self.form.shown is not None)
        rooms = lines_box(lambda columns, rows: list_lines(controller.model, columns, rows))
        body = HSplit(
            [
                line_box(lambda columns: heading(controller.model, columns)),
                ConditionalContainer(LineBox(FormWidget(self.form)), is_filled_in, rooms),
                line_box(self._status),
                prompt,
            ]
        )
        help_ = help_float(
            lambda _rows: help_lines(controller.model.glyphs, _help_columns()),
            lambda: controller.model.shows_help,
            _help_columns,
            lambda: len(help_lines(controller.model.glyphs, _help_columns())),
        )
        return Layout(FloatContainer(body, [help_]), focused_element=prompt)

    def _label(self) -> str:
        return "/ " if self.controller.model.is_searching else ""


def _help_columns() -> int:
    return min(HELP_COLUMNS, get_app().output.get_size().columns)
