"""The controller of the lobby: keys, lines and updates in, the model and a choice out."""

from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol

from pente_client.connection import (
    ClientStopped,
    ConnectionProblem,
    FriendCame,
    InvitationReceived,
    LobbyChanged,
    MessageArrived,
    RoomAdvanced,
    Update,
)
from pente_client.lobby.choice import (
    ChallengePlayer,
    JoinRoom,
    LeaveLobby,
    LobbyChoice,
    OpenGame,
    PageToShow,
    PlayNow,
    ShowOnline,
    TakeTutorial,
    WatchBoards,
    WatchFeatured,
)
from pente_client.lobby.lobby_model import (
    LobbyModel,
    LobbySection,
    has_begun,
    own_rooms,
    update_lobby_model,
)
from pente_client.words.bots.house_bots import bot_order, playing_bots
from pente_client.words.sentences import sentence
from pente_client.words.waiting import NO_BOTS
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room.absence import is_correspondence
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import ListedRoom, OnlineList, RoomFilter, RoomSummary
from pente_protocol.sentences import tell


class LobbyPort(Protocol):
    """The connection, as the lobby sees it."""

    @property
    def welcome(self) -> Welcome: ...

    async def list_rooms(self, which: RoomFilter) -> tuple[ListedRoom, ...]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    async def browse(self) -> tuple[ListedRoom, ...]: ...

    async def online(self, kind: PlayerKind | None = None) -> OnlineList: ...

    async def follow(self) -> RoomId | None: ...

    def server_now(self) -> Instant: ...
    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int: ...

    async def receive_messages(self) -> None: ...


class LobbyPage(Protocol):
    """The page around the lobby; `pente_client.terminal.shell.TerminalShell` is one."""

    def changed(self) -> None:
        """Draw soon: the model has changed."""

    def ring(self, text: str = "") -> None:
        """Ring the bell, and say why where the terminal can."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""

    def leave(self, result: LobbyChoice) -> None:
        """End the lobby with a choice."""


class LobbyController:
    """The model of the lobby and all that changes it. Mutable."""

    def __init__(self, connection: LobbyPort, page: LobbyPage, model: LobbyModel) -> None:
        self.model = model
        self.is_busy: Callable[[], bool] = lambda: False
        """Whether the person is in the middle of something else than the list."""
        self._connection = connection
        self._page = page

    async def open(self) -> None:
        """Fill the list. Raises ConnectionProblem."""
        mine = await self._read_own()
        rooms = {row.room.id: row for row in await self._connection.browse()} | mine
        featured = await self._connection.follow()
        online = (await self._connection.online()).count
        self._set(replace(self.model, rooms=rooms, featured=featured, online=online))
        await self._count_bots()
        await self._connection.receive_messages()

    async def listen(self) -> None:
        """Take updates from the connection until it ends, and leave then."""
        async for update in self._connection.updates():
            before = self.model.online
            self._set(update_lobby_model(self.model, update))
            if isinstance(update, ClientStopped):
                break
            if isinstance(update, InvitationReceived | FriendCame | MessageArrived) or has_begun(update):
                self._page.ring(self.model.notice)
            if isinstance(update, RoomAdvanced) and has_begun(update) and self._may_go_to(update.after):
                self._page.leave(JoinRoom(update.room))
            if isinstance(update, LobbyChanged):
                if not set(own_rooms(self.model)).isdisjoint(update.news.removed):
                    await self._check_own()
                if self.model.online != before:
                    await self._count_bots()
        self._page.leave(LeaveLobby(1))

    def _may_go_to(self, room: Room) -> bool:
        """Whether a game that has begun comes first: it is live, and nothing is typed or read."""
        is_busy = self.model.is_searching or self.model.is_leaving or self.is_busy()
        return not (is_busy or is_correspondence(room.created.time))

    async def _read_own(self) -> dict[RoomId, ListedRoom]:
        rows = await self._connection.list_rooms(RoomFilter(player=self.model.me.name))
        return {row.room.id: row for row in rows}

    async def _check_own(self) -> None:
        """Find out which of the player's own rooms are over: some have left the server's list."""
        with suppress(ConnectionProblem):
            mine = await self._read_own()
            gone = set(own_rooms(self.model)) - mine.keys()
            others = {id_: row for id_, row in self.model.rooms.items() if id_ not in gone}
            self._set(replace(self.model, rooms=others | mine))

    async def _count_bots(self) -> None:
        with suppress(ConnectionProblem):  # too many requests; or the end, which `listen` sees as well
            bots = (await self._connection.online(PlayerKind.BOT)).players
            self._set(replace(self.model, bots=playing_bots(bot.player for bot in bots)))

    # What keys ask for

    def move(self, steps: int) -> None:
        self._set(self.model.moved(steps))

    def choose(self) -> None:
        if (entry := self.model.selected) is not None:
            self._page.leave(entry.choice)

    def play(self) -> None:
        """Go to the player's own game, else to an invitation, else to an open game, else to a new room.

        The server is asked which: what is on the screen may be a moment old.
        """
        self._page.leave(PlayNow())

    def play_bot(self) -> None:
        """Challenge the chosen bot, else the first one."""
        bots = [entry for entry in self.model.entries if entry.section is LobbySection.BOTS]
        if not bots:
            self._say(NO_BOTS)
            return
        chosen = next((entry for entry in bots if entry.key == self.model.chosen), bots[0])
        assert chosen.bot is not None
        self._page.leave(ChallengePlayer(chosen.bot.name))

    def watch(self) -> None:
        self._page.leave(WatchFeatured())

    def watch_boards(self) -> None:
        self._page.leave(WatchBoards())

    def show_online(self) -> None:
        self._page.leave(ShowOnline())

    def take_tutorial(self) -> None:
        self._page.leave(TakeTutorial())

    def decline(self) -> None:
        """Refuse the selected invitation."""
        entry = self.model.selected
        if entry is not None and entry.section is LobbySection.INVITATIONS and entry.room is not None:
            self._page.start(self._decline(entry.room))

    async def _decline(self, room: RoomSummary) -> None:
        try:
            await self._connection.act(room.id, cmd.Decline())
        except ConnectionProblem as problem:
            self._set(self.model.saying(sentence(str(problem)), is_error=True))
            return
        rooms = {id_: row for id_, row in self.model.rooms.items() if id_ != room.id}
        self._set(
            replace(self.model, rooms=rooms).saying(tell("news.invitation-declined", name=room.host.name))
        )

    @property
    def bot_names(self) -> tuple[str, ...]:
        """The bots that can be challenged."""
        others = (bot for bot in self.model.bots if bot.id != self.model.me.id)
        return tuple(bot.name for bot in sorted(others, key=bot_order))

    def leave(self) -> None:
        """Leave; while a game of the player's runs only when asked for twice, or confirmed."""
        if self.model.running and not (self.model.is_leaving or self.model.lost):
            self._set(replace(self.model, is_leaving=True))
        else:
            self._page.leave(LeaveLobby(running=self.model.running))

    def stay(self) -> None:
        """Do not leave after all."""
        self._set(replace(self.model, is_leaving=False))

    def show_page(self, page: PageToShow) -> None:
        """Leave for a page of finished games, openings, leaders or profiles."""
        self._page.leave(page)

    def begin_search(self) -> None:
        self._set(replace(self.model, is_searching=True, notice=""))

    def escape(self) -> None:
        """Put away what is in the way."""
        self._set(replace(self.model, is_searching=False, words="", notice=""))

    def typed(self, text: str) -> None:
        """Search for what is typed, while the list is searched."""
        if self.model.is_searching:
            self._set(replace(self.model, words=text))

    def enter(self, text: str) -> None:
        """Search for the finished line."""
        self._set(replace(self.model, is_searching=False, words=text.strip()))

    def open_game(self, words: Mapping[str, str]) -> None:
        """Open the game that the form describes."""
        self._page.leave(OpenGame(words))

    def _say(self, text: str) -> None:
        self._set(self.model.saying(text))

    def _set(self, model: LobbyModel) -> None:
        self.model = replace(model, now=self._connection.server_now())
        self._page.changed()
