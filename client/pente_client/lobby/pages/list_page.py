"""A page with a list to select from, which it reads from the server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final, Protocol

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import ConditionalContainer, HSplit, VSplit

from pente_client.connection import (
    ClientStopped,
    ConnectionProblem,
    FriendCame,
    InvitationReceived,
    MessageArrived,
    Update,
)
from pente_client.input.invalid_input import InvalidInput
from pente_client.lobby.choice import LeaveLobby, PageChoice, ReturnToLobby
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.line_widgets import line_box, lines_box
from pente_client.terminal.page_parts import page_keys, prompt_line
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.terminal.styled_text import Line, fit, line_width, spread, wrap
from pente_client.words.personal_news import news_text
from pente_client.words.sentences import sentence
from pente_protocol.untrusted_text import clean

SLOW: Final = 1.0
"""Seconds after which a person is told that something is still being read."""
STILL_READING: Final = "The server is still searching. Esc leaves."
LEAST_BESIDE: Final = 30
"""The columns that a list needs beside a board."""
_FAR: Final = 10**6
_STEPS: Final = {
    "up": -1,
    "k": -1,
    "down": 1,
    "j": 1,
    "pageup": -10,
    "pagedown": 10,
    "home": -_FAR,
    "end": _FAR,
}


class UpdatePort(Protocol):
    """The connection, as every page sees it."""

    def updates(self) -> AsyncIterator[Update]: ...


class PageContent(Protocol):
    """What a page lists. Mutable; it outlives a run of the page, so that one comes back to the same place."""

    place: int
    """The index of the selected row."""

    @property
    def title(self) -> str: ...

    @property
    def hint(self) -> str:
        """What the keys do."""

    @property
    def question(self) -> str:
        """What a line is typed for, after ``/``; empty: none is."""

    @property
    def keys(self) -> Mapping[str, Callable[[], "PageChoice | None"]]:
        """Keys of this page alone; like `choose`."""

    def head(self, columns: int) -> Sequence[str]:
        """The lines above the rows."""

    def rows(self) -> Sequence[str]:
        """The lines to select from."""

    def board(self, glyphs: Glyphs) -> Sequence[Line]:
        """The board beside the list; empty: none."""

    async def load(self) -> None:
        """Read from the server what is shown. Raises ConnectionProblem."""

    def choose(self) -> PageChoice | None:
        """Take the selected row; None: stay on the page, and load anew."""

    def turn(self, pages: int) -> bool:
        """Go so many pages on, or back. Whether there is such a page, which has to be loaded."""

    def enter(self, text: str) -> None:
        """Take a line that was typed, and load anew. Raises InvalidInput."""


class ListPage:
    """One run of a page. Mutable; runs once."""

    def __init__(
        self, client: UpdatePort, content: PageContent, environ: Mapping[str, str], notice: str = ""
    ) -> None:
        self._client, self.content = client, content
        self.shell = TerminalShell[PageChoice](environ, ended=LeaveLobby)
        self._buffer = Buffer(multiline=False)
        self._is_typing = False
        self._is_loading = self._is_outdated = False
        """Whether the server is asked, and whether something else is wanted by now."""
        self.notice, self._is_error = notice, bool(notice)
        self.shell.build(self._layout(), self._bindings())

    async def run(self) -> PageChoice:
        """Draw, and take keys and updates, until something is chosen."""
        return await self.shell.run(self._listen(), self._load())

    async def _listen(self) -> None:
        async for update in self._client.updates():
            match update:
                case ClientStopped():
                    break
                case InvitationReceived() | FriendCame() | MessageArrived():
                    self._say(news_text(update))
                    self.shell.ring(news_text(update))
                case _:  # of rooms, which this page does not show
                    pass
        self.shell.leave(LeaveLobby(1))

    async def _load(self) -> None:
        """Read what is shown; say so if that takes long, and why if it is in vain."""
        self._is_loading, self._is_outdated = True, False
        slow = asyncio.get_running_loop().call_later(SLOW, self._say, STILL_READING)
        try:
            await self.content.load()
            if self.notice == STILL_READING:
                self._say("")
        except ConnectionProblem as problem:
            self._say(sentence(clean(str(problem))), is_error=True)
        finally:
            slow.cancel()
            self._is_loading = False
        if self._is_outdated:
            self.shell.start(self._load())
        rows = len(self.content.rows())
        self.content.place = max(0, min(self.content.place, rows - 1))
        self.shell.changed()

    # What keys ask for

    def move(self, steps: int) -> None:
        """Select another row, so many further down."""
        rows = len(self.content.rows())
        self.content.place = max(0, min(self.content.place + steps, rows - 1))
        self._say("")

    def choose(self) -> None:
        if self.content.rows():
            self._do(self.content.choose)

    def turn(self, pages: int) -> None:
        """Show another page of the list, if there is one."""
        if self.content.turn(pages):
            self._start_loading()

    def ask(self) -> None:
        """Begin to type a line."""
        if self.content.question:
            self._is_typing = True
            self._say(self.content.question)

    def enter(self) -> None:
        """Take the finished line."""
        try:
            self.content.enter(self._buffer.text)
        except InvalidInput as bad:
            self._say(str(bad), is_error=True)
            return
        self.escape()
        self._start_loading()

    def escape(self) -> None:
        """Put away what is typed; return to the lobby when nothing is."""
        if not self._is_typing:
            self.shell.leave(ReturnToLobby())
        self._is_typing = False
        self._buffer.reset()
        self._say("")

    def _do(self, act: Callable[[], PageChoice | None]) -> None:
        choice = act()
        if choice is not None:
            self.shell.leave(choice)
        else:
            self._start_loading()

    def _start_loading(self) -> None:
        if self._is_loading:
            self._is_outdated = True
        else:
            self.shell.start(self._load())
        self.shell.changed()

    def _say(self, text: str, *, is_error: bool = False) -> None:
        self.notice, self._is_error = text, is_error
        self.shell.changed()

    # What is drawn

    def _layout(self) -> Layout:
        prompt = prompt_line(self._buffer, lambda: "/ " if self._is_typing else "")
        board = lines_box(lambda _columns, _rows: self._board(), width=lambda: _width(self._board()) + 2)
        beside = ConditionalContainer(board, Condition(self._has_space))
        body = HSplit(
            [
                line_box(self._heading),
                VSplit([beside, lines_box(self._list)]),
                lines_box(lambda columns, _: self._status(columns), height=self._status_height),
                prompt,
            ]
        )
        return Layout(body, focused_element=self._buffer)

    def _board(self) -> Sequence[Line]:
        return self.content.board(self.shell.look.glyphs)

    def _has_space(self) -> bool:
        size, board = get_app().output.get_size(), self._board()
        fits = size.columns >= _width(board) + 2 + LEAST_BESIDE and size.rows >= len(board) + 3
        return bool(board) and fits

    def _heading(self, columns: int) -> Line:
        dot = self.shell.look.glyphs.dot
        line = spread((("", f" pente {dot} {self.content.title}"),), (("", "Esc lobby "),), columns)
        return tuple((f"class:heading {style}", text) for style, text in fit(line, columns))

    def _list(self, columns: int, rows: int) -> Sequence[Line]:
        """As much of the list as fits, with the selected row in it."""
        head = [_plain(line, columns) for line in self.content.head(columns)]
        lines, place, space = self.content.rows(), self.content.place, max(1, rows - len(head))
        start = min(max(0, place - space // 2), max(0, len(lines) - space))
        shown = list(enumerate(lines))[start : start + space]
        return [*head, *(self._row(line, columns, is_chosen=number == place) for number, line in shown)]

    def _row(self, text: str, columns: int, *, is_chosen: bool) -> Line:
        pointer, style = (self.shell.look.glyphs.pointer, "class:lobby.chosen") if is_chosen else (" ", "")
        return fit(((style, f"{pointer} {text}"),), columns)

    def _status(self, columns: int) -> Sequence[Line]:
        style = "class:status.error" if self._is_error else "class:status.notice" if self.notice else ""
        return [
            fit(((style, f" {line}"),), columns)
            for line in wrap(self.notice or self.content.hint, columns - 2)
        ]

    def _status_height(self) -> int:
        return len(self._status(get_app().output.get_size().columns))

    def _bindings(self) -> KeyBindings:
        is_typing = Condition(lambda: self._is_typing)
        keys = page_keys(lambda: self.shell.leave(LeaveLobby()), Condition(lambda: False), lambda: None)
        acts = {"enter": self.choose, "escape": self.escape, "q": self.escape, "/": self.ask}
        for name, act in acts.items():
            keys.add(name, filter=~is_typing)(lambda _, act=act: act())
        for name, steps in _STEPS.items():
            keys.add(name, filter=~is_typing)(lambda _, steps=steps: self.move(steps))
        for name, pages in {"right": 1, "left": -1}.items():
            keys.add(name, filter=~is_typing)(lambda _, pages=pages: self.turn(pages))
        for name, choice in self.content.keys.items():
            keys.add(name, filter=~is_typing)(lambda _, choice=choice: self._do(choice))
        keys.add("enter", filter=is_typing)(lambda _: self.enter())
        keys.add("escape", filter=is_typing)(lambda _: self.escape())

        @keys.add(Keys.Any, filter=~is_typing)
        def _(_: KeyPressEvent) -> None:
            """Ignore other keys, so that they are not typed."""

        return keys


async def run_page(client: UpdatePort, content: PageContent, notice: str = "") -> PageChoice:
    """Show a page, and a notice, until something is chosen.

    ``client`` is connected, and its updates go nowhere else.
    """
    return await ListPage(client, content, session_terminal().environ, notice).run()


def _plain(text: str, columns: int) -> Line:
    return fit((("class:label", f"  {text}"),), columns)


def _width(lines: Sequence[Line]) -> int:
    return max(map(line_width, lines), default=0)
