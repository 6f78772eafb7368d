"""Several live games at once, each on a small board."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Always
from prompt_toolkit.key_binding import KeyBindingsBase, merge_key_bindings
from prompt_toolkit.layout import Layout
from prompt_toolkit.layout.containers import FloatContainer, HSplit
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.connection import ClientStopped, ConnectionProblem, Replica, Update
from pente_client.lobby.choice import LeaveLobby, ReturnToLobby, WatchRoom
from pente_client.lobby.pages.boards_text import board_box, boards_in, cell_at, grid_lines
from pente_client.terminal.frames.line_box import LineBox, Widget
from pente_client.terminal.line_widgets import line_box, notice_box
from pente_client.terminal.page_parts import leaving_keys, no_prompt
from pente_client.terminal.pages.key_bar import KeyBar, KeyBarWidget, key_bar
from pente_client.terminal.pages.page_action import PageAction, bind, possible, shared_actions
from pente_client.terminal.pages.page_cover import PageCover
from pente_client.terminal.session_terminal import session_terminal
from pente_client.terminal.shell import TerminalShell
from pente_client.terminal.styled_text import Line, fit, spread
from pente_client.words.sentences import sentence
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.messages.lists import ListedRoom, RoomFilter
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

MOST_BOARDS: Final = 9
REFILL_EVERY: Final = 15.0
"""Seconds after which games that are over make place for others."""
NOTHING: Final = tell("browse.no-live-games")
_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

BoardsChoice = LeaveLobby | ReturnToLobby | WatchRoom


class BoardsPort(Protocol):
    """The connection, as the page sees it."""

    @property
    def rooms(self) -> Mapping[RoomId, Replica]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    def server_now(self) -> Instant: ...

    async def list_rooms(self, which: RoomFilter = ...) -> tuple[ListedRoom, ...]: ...

    async def watch(self, room: RoomId) -> Replica: ...

    async def unwatch(self, room: RoomId) -> None: ...


class BoardsPage:
    """One run of the page. Mutable; runs once."""

    def __init__(
        self,
        client: BoardsPort,
        me: PlayerId,
        environ: Mapping[str, str],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._client, self._me, self._sleep = client, me, sleep
        self.shown: list[RoomId] = []
        """The games, in the order of their boards."""
        self.place = 0
        self.notice = ""
        self.shell = TerminalShell[BoardsChoice](environ, ended=LeaveLobby)
        self.cover = PageCover(lambda: self.actions, self.shell.changed, lambda: self.shell.look.glyphs)
        self.actions = (
            PageAction("watch", tell("action.watch"), self.choose, ("enter",), self._has_games, stays=True),
            *shared_actions(self.cover, self.shell),
            PageAction("lobby", tell("action.lobby"), self.return_to_lobby, ("escape", "q"), stays=True),
        )
        self.shell.build(self._layout(), self._keys(), mouse=True)

    async def run(self) -> BoardsChoice:
        """Draw, and take keys and updates, until a game is chosen; then only that one is watched."""
        choice = await self.shell.run(self._listen(), self._keep_filled(), self._show_time())
        kept = choice.room if isinstance(choice, WatchRoom) else None
        for room in self.shown:
            if room != kept and room in self._client.rooms:
                await self._drop(room)
        return choice

    async def fill(self) -> None:
        """Watch as many games as there may be, in place of those that are over."""
        try:
            listed = await self._client.list_rooms(RoomFilter(status=ev.Status.PLAYING))
        except ConnectionProblem as problem:
            self._say(sentence(clean(str(problem))))
            return
        for over in [room for room in self.shown if self._is_over(room)]:
            await self._drop(over)
        for row in listed:
            if len(self.shown) < MOST_BOARDS and row.room.id not in self.shown and not self._is_mine(row):
                await self._add(row.room.id)
        self.place = max(0, min(self.place, len(self.shown) - 1))
        self._say("" if self.shown else NOTHING)

    async def _keep_filled(self) -> None:
        await self.fill()
        while True:
            await self._sleep(REFILL_EVERY)
            if len(self.shown) < MOST_BOARDS or any(map(self._is_over, self.shown)):
                await self.fill()

    async def _show_time(self) -> None:
        """Have the clocks drawn as they run."""
        while True:
            await self._sleep(1.0)
            self.shell.changed()

    async def _listen(self) -> None:
        async for update in self._client.updates():
            if isinstance(update, ClientStopped):
                break
            self.shell.changed()
        self.shell.leave(LeaveLobby(1))

    async def _add(self, room: RoomId) -> None:
        with suppress(ConnectionProblem):  # it has a password, or is over by now
            await self._client.watch(room)
            self.shown.append(room)

    async def _drop(self, room: RoomId) -> None:
        if room in self.shown:
            self.shown = [each for each in self.shown if each != room]
        with suppress(ConnectionProblem):
            await self._client.unwatch(room)

    def _is_mine(self, row: ListedRoom) -> bool:
        return any(player.id == self._me for player in row.room.players)

    def _is_over(self, room: RoomId) -> bool:
        replica = self._client.rooms.get(room)
        return replica is None or replica.room.status is not ev.Status.PLAYING

    # What keys ask for

    def move(self, columns: int, rows: int) -> None:
        """Select another board, so many to the right and down."""
        across = self._across()
        place = self.place + columns + rows * across
        if 0 <= place < len(self._visible()):
            self.place = place
        self.shell.changed()

    def choose(self) -> None:
        """Watch the selected game, or the last one that is shown: there may be fewer of them by now."""
        if visible := self._visible():
            room, _ = visible[min(self.place, len(visible) - 1)]
            self.shell.leave(WatchRoom(room))

    def click(self, x: int, y: int) -> None:
        """Select the board at a column and a line of the grid; watch it when it is selected."""
        column, row = cell_at(x, y, self._largest())
        place = column + row * self._across()
        if column >= self._across() or place >= len(self._visible()):
            return
        if place == self.place:
            self.choose()
        self.place = place
        self.shell.changed()

    def return_to_lobby(self) -> None:
        self.shell.leave(ReturnToLobby())

    def _has_games(self) -> bool:
        return bool(self._visible())

    def _say(self, text: str) -> None:
        self.notice = text
        self.shell.changed()

    # What is drawn

    def _across(self) -> int:
        size = get_app().output.get_size()
        return boards_in(size.columns, size.rows - 2 - bool(self.notice), self._largest())[0]

    def _visible(self) -> Sequence[tuple[RoomId, Room]]:
        size = get_app().output.get_size()
        across, down = boards_in(size.columns, size.rows - 2 - bool(self.notice), self._largest())
        known = [(room, self._client.rooms[room].room) for room in self.shown if room in self._client.rooms]
        return known[: across * down]

    def _largest(self) -> int:
        rooms = (self._client.rooms[room].room for room in self.shown if room in self._client.rooms)
        return max((room.created.ruleset.size for room in rooms), default=19)

    def _layout(self) -> Layout:
        boards = LineBox(_Boards(self))
        body = HSplit(
            [
                line_box(self._heading),
                boards,
                LineBox(KeyBarWidget(self._status), height=1),
                notice_box(lambda: ("class:status.notice", self.notice)),
                no_prompt(),
            ]
        )
        return Layout(FloatContainer(body, self.cover.floats()))

    def _heading(self, columns: int) -> Line:
        count, all_ = len(self._visible()), len(self.shown)
        some = tell("browse.some-games", shown=count, count=all_)
        told = some if count < all_ else tell("list.games", n=all_)
        title = f" pente {self.shell.look.glyphs.dot} {tell('browse.live-games')}"
        line = spread((("", title),), (("", f"{told} "),), columns)
        return tuple((f"class:heading {style}", text) for style, text in fit(line, columns))

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        glyphs, now = self.shell.look.glyphs, self._client.server_now()
        across, _ = boards_in(columns, rows, largest := self._largest())
        boxes = [
            board_box(room, glyphs, largest, now, is_chosen=number == self.place)
            for number, (_, room) in enumerate(self._visible())
        ]
        return grid_lines(boxes, across, largest, glyphs)

    def _status(self, columns: int) -> KeyBar:
        return key_bar(possible(self.actions), columns)

    def _keys(self) -> KeyBindingsBase:
        keys = leaving_keys(lambda: self.shell.leave(LeaveLobby()))
        bind(keys, self.actions, Always())
        for name, (columns, rows) in _STEPS.items():
            keys.add(name)(lambda _, columns=columns, rows=rows: self.move(columns, rows))
        return merge_key_bindings([keys, self.cover.keys()])


class _Boards(Widget):
    """Shows the boards, and takes clicks and the wheel."""

    def __init__(self, page: BoardsPage) -> None:
        self._page = page

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        return self._page.lines(columns, rows)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._page.move(-1, 0)
            case MouseEventType.SCROLL_DOWN:
                self._page.move(1, 0)
            case MouseEventType.MOUSE_UP:
                self._page.click(mouse_event.position.x, mouse_event.position.y)
            case _:
                return NotImplemented
        return None


async def run_boards(client: BoardsPort, me: PlayerId) -> BoardsChoice:
    """Show the games that are on until one is chosen.

    ``client`` is connected, and its updates go nowhere else.
    """
    return await BoardsPage(client, me, session_terminal().environ).run()
