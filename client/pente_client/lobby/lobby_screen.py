"""The lobby screen: a controller, a layout and keys on a terminal shell."""

from collections.abc import Mapping
from dataclasses import replace

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import ConditionalContainer, FloatContainer, HSplit

from pente_client.lobby.choice import LeaveLobby, LobbyChoice
from pente_client.lobby.keys import key_bindings
from pente_client.lobby.lobby_actions import lobby_actions
from pente_client.lobby.lobby_controller import LobbyController, LobbyPort
from pente_client.lobby.lobby_model import LobbyModel
from pente_client.lobby.lobby_text import NOTES, heading, list_lines, notice_fragment, status_bar
from pente_client.lobby.new_game.form_cover import FormCover, FormWidget
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.line_widgets import line_box, notice_box
from pente_client.terminal.look import PageLook
from pente_client.terminal.page_parts import prompt_line
from pente_client.terminal.pages.key_bar import KeyBar, KeyBarWidget
from pente_client.terminal.pages.page_cover import PageCover
from pente_client.terminal.pages.row_list import RowsWidget
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell


async def run_lobby(
    client: LobbyPort,
    server: str,
    notice: str = "",
    *,
    is_error: bool = True,
    refused: Mapping[str, str] | None = None,
    is_new: bool = True,
    way_in: str = "pente",
    is_leaving: bool = False,
) -> LobbyChoice:
    """Show the lobby of a server until the player has chosen what to do.

    ``client`` is connected, and its updates are taken by nothing else meanwhile. ``notice`` is shown first;
    with the fields of a form that the server has ``refused`` the form is open again.
    ``is_new``: whether a guest may need the tutorial. ``way_in``: what to type to come here again.
    ``is_leaving``: they want to leave.
    Raises `pente_client.connection.ConnectionProblem` when the list can't be loaded.
    """
    screen = LobbyScreen(client, server, session_terminal().environ)
    screen.controller.model = replace(screen.controller.model, is_new=is_new, way_in=way_in)
    await screen.controller.open()
    if is_leaving and not screen.controller.model.running:
        return LeaveLobby()
    if is_leaving:
        screen.controller.leave()
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
        shell = self._shell
        self.cover = PageCover(lambda: self.actions, shell.changed, lambda: shell.look.glyphs, NOTES)
        self.actions = lobby_actions(self.controller, self.open_form, self.open_challenge, self.cover, shell)
        self.controller.is_busy = self._is_busy
        keys = key_bindings(self.controller, self.actions, self.cover, self.form, self._buffer)
        shell.build(self._layout(), keys, mouse=True, restyle=self._restyle)

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

    def open_form(self) -> None:
        """Begin to describe a new game."""
        self.form.show({}, self.controller.bot_names)

    def open_challenge(self) -> None:
        """Begin to describe a new game with the selected bot."""
        entry = self.controller.model.selected
        if entry is not None and entry.bot is not None:
            self.form.show({"against": entry.bot.name}, self.controller.bot_names)

    def _is_busy(self) -> bool:
        return self.form.shown is not None or self.cover.is_open or self._shell.is_covered

    def _status(self, columns: int) -> KeyBar:
        is_filled_in = self.form.shown is not None
        return status_bar(self.actions, columns, is_filled_in=is_filled_in)

    def _restyle(self, look: PageLook) -> None:
        self.controller.model = replace(self.controller.model, glyphs=look.glyphs)

    def _layout(self) -> Layout:
        controller = self.controller
        prompt = prompt_line(self._buffer, self._label)
        is_filled_in = Condition(lambda: self.form.shown is not None)
        rows = RowsWidget(
            lambda columns, rows: list_lines(controller.model, columns, rows),
            lambda: controller.model.place,
            controller.move,
            controller.choose,
        )
        body = HSplit(
            [
                line_box(lambda columns: heading(controller.model, columns)),
                ConditionalContainer(LineBox(FormWidget(self.form)), is_filled_in, LineBox(rows)),
                LineBox(KeyBarWidget(self._status), height=1),
                notice_box(lambda: notice_fragment(controller.model)),
                prompt,
            ]
        )
        return Layout(FloatContainer(body, self.cover.floats()), focused_element=prompt)

    def _label(self) -> str:
        return "/ " if self.controller.model.is_searching else ""
