"""A page with a list to select from, which it reads from the server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindingsBase
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import (
    ConditionalContainer,
    FloatContainer,
    HSplit,
    VSplit,
)

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
from pente_client.lobby.pages.page_content import PageContent
from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.line_widgets import line_box, lines_box, notice_box
from pente_client.terminal.page_parts import prompt_line
from pente_client.terminal.pages.key_bar import KeyBar, KeyBarWidget, key_bar
from pente_client.terminal.pages.list_keys import list_keys
from pente_client.terminal.pages.page_action import PageAction, possible, shared_actions
from pente_client.terminal.pages.page_cover import PageCover
from pente_client.terminal.pages.row_list import RowLine, RowsWidget
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.terminal.styled_text import EMPTY, Fragment, Line, fit, line_width, shorten, width, wrap
from pente_client.words.personal_news import news_text
from pente_client.words.sentences import sentence
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

SLOW: Final = 1.0
"""Seconds after which a person is told that something is still being read."""
STILL_READING: Final = tell("browse.still-reading")
LEAST_BESIDE: Final = 30
"""The columns that a list needs beside a board."""
_FAR: Final = 10**6
_TURNING: Final = (("right",), ("left", "backspace"))
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
        self._is_read = False
        """Whether what is shown has come from the server."""
        self._shows_board = False
        """Whether the board takes the place of the list, where there is no space for both."""
        self.notice, self._is_error = notice, bool(notice)
        self.cover = PageCover(lambda: self.actions, self.shell.changed, self._glyphs)
        self.actions = self._made_actions()
        self.shell.build(self._layout(), self._bindings(), mouse=True)

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
        self._is_loading, self._is_outdated, self._is_read = True, False, False
        slow = asyncio.get_running_loop().call_later(SLOW, self._say, STILL_READING)
        try:
            await self.content.load()
            self._is_read = True
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
        if self.content.may_turn(pages):
            self.content.turn(pages)
            self._start_loading()

    def ask(self) -> None:
        """Begin to type a line."""
        self._is_typing = True
        self._say(self.content.question)

    def turn_board(self) -> None:
        """Show the board in place of the list, or the list again."""
        self._shows_board = not self._shows_board
        self._say("")

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

    # What can be done

    def _made_actions(self) -> tuple[PageAction, ...]:
        """The table of the page, from which its keys, help, palette and bar are made."""
        content = self.content
        own = (
            PageAction(each.name, each.explanation, partial(self._do, each.do), (each.key,), on_bar=True)
            for each in content.actions
        )
        turning = (
            PageAction(*named, partial(self.turn, pages), keys, partial(content.may_turn, pages), on_bar=True)
            for named, pages, keys in zip(content.turning, (1, -1), _TURNING, strict=False)
        )
        return (
            PageAction(*content.choosing, self.choose, ("enter",), self._has_rows, stays=True),
            PageAction("board", tell("action.turn-board"), self.turn_board,
                       ("b",), self._lacks_space, on_bar=True),
            *turning,
            PageAction(*content.asking, self.ask, ("/",), on_bar=True),
            *own,
            *shared_actions(self.cover, self.shell),
            PageAction("lobby", tell("action.lobby"), self.escape, ("escape", "q"), stays=True),
        )  # fmt: skip

    def _has_rows(self) -> bool:
        return bool(self.content.rows())

    def _bindings(self) -> KeyBindingsBase:
        return list_keys(self, _STEPS, lambda: self._is_typing, lambda: self.shell.leave(LeaveLobby()))

    # What is drawn

    def _layout(self) -> Layout:
        prompt = prompt_line(self._buffer, lambda: "/ " if self._is_typing else "")
        board = lines_box(lambda _columns, _rows: self._board(), width=lambda: _width(self._board()) + 2)
        rows = RowsWidget(self._list, lambda: self.content.place, self.move, self.choose)
        is_beside, is_alone = Condition(self._is_beside), Condition(self._is_board_alone)
        status = LineBox(KeyBarWidget(self._bar), height=1)
        has_space = Condition(lambda: not (self.notice and self._is_board_alone()))
        body = HSplit(
            [
                line_box(self._heading),
                VSplit(
                    [
                        ConditionalContainer(board, is_beside | is_alone),
                        ConditionalContainer(LineBox(rows), ~is_alone, lines_box(lambda *_: ())),
                    ]
                ),
                ConditionalContainer(status, has_space),
                notice_box(self._notice),
                prompt,
            ]
        )
        return Layout(FloatContainer(body, self.cover.floats()), focused_element=self._buffer)

    def _glyphs(self) -> Glyphs:
        return self.shell.look.glyphs

    def _board(self) -> Sequence[Line]:
        return self.content.board(self._glyphs())

    def _fits(self, beside: int) -> bool:
        """Whether there is space for the board and so many columns beside it."""
        size, board = get_app().output.get_size(), self._board()
        return bool(board) and size.columns >= _width(board) + beside and size.rows >= len(board) + 3

    def _is_beside(self) -> bool:
        return self._fits(2 + LEAST_BESIDE)

    def _lacks_space(self) -> bool:
        """Whether there is space for the board in place of the list only."""
        return self._fits(0) and not self._is_beside()

    def _is_board_alone(self) -> bool:
        return self._shows_board and self._lacks_space()

    def _heading(self, columns: int) -> Line:
        line = fit((("", f" pente {self._glyphs().dot} {self.content.title}"),), columns)
        return tuple((f"class:heading {style}", text) for style, text in line)

    def _list(self, columns: int, rows: int) -> Sequence[RowLine]:
        """As much of the list as fits, with the selected row in it."""
        head = [
            _plain(part, columns) for line in self.content.head(columns) for part in _parts(line, columns)
        ]
        lines, place, space = self.content.rows(), self.content.place, max(1, rows - len(head))
        if not lines and self._is_read:
            texts = wrap(self.content.empty(), columns - 3)
            head += [EMPTY, *(_plain(text, columns) for text in texts)]
        start = min(max(0, place - space // 2), max(0, len(lines) - space))
        shown = list(enumerate(lines))[start : start + space]
        listed = (
            RowLine(self._row(line, columns, is_chosen=number == place), number) for number, line in shown
        )
        return [*map(RowLine, head), *listed]

    def _row(self, text: str, columns: int, *, is_chosen: bool) -> Line:
        pointer, style = (self._glyphs().pointer, "class:lobby.chosen") if is_chosen else (" ", "")
        return fit(((style, f"{pointer} {shorten(text, columns - 2, self._glyphs().more)}"),), columns)

    def _bar(self, columns: int) -> KeyBar:
        if self._is_board_alone() and self.content.rows():
            return KeyBar(self._row(self.content.rows()[self.content.place].strip(), columns, is_chosen=True))
        return key_bar(possible(self.actions), columns)

    def _notice(self) -> Fragment:
        return "class:status.error" if self._is_error else "class:status.notice", self.notice


async def run_page(client: UpdatePort, content: PageContent, notice: str = "") -> PageChoice:
    """Show a page, and a notice, until something is chosen.

    ``client`` is connected, and its updates go nowhere else.
    """
    return await ListPage(client, content, session_terminal().environ, notice).run()


def _parts(text: str, columns: int) -> Iterator[str]:
    """A line that is too long in several; one that fits keeps its columns."""
    return wrap(text, columns - 3) if width(text) > columns - 2 else iter((text,))


def _plain(text: str, columns: int) -> Line:
    return fit((("class:label", f"  {text}"),), columns)


def _width(lines: Sequence[Line]) -> int:
    return max(map(line_width, lines), default=0)
