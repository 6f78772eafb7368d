"""Where the lobby comes together: news, keys and words on one side, what is shown and chosen on the other."""

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from pente_client.connection import ClientStopped, ConnectionProblem, LobbyChanged, Update
from pente_client.lobby.choice import ChallengePlayer, LeaveLobby, LobbyChoice, OpenRoom, WatchFeatured
from pente_client.lobby.lobby_model import LobbyModel, LobbySection, update_lobby_model
from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.rules.ruleset import InvalidRuleset, ruleset_from
from pente_protocol.messages import (
    RoomFilter,
    RoomSummary,
    Welcome,
)

USUAL_TIME = "10+5"


class LobbyPort(Protocol):
    """The connection, as the lobby sees it."""

    @property
    def welcome(self) -> Welcome: ...

    async def list_rooms(self, which: RoomFilter) -> tuple[RoomSummary, ...]: ...

    def updates(self) -> AsyncIterator[Update]: ...

    async def browse(self) -> tuple[RoomSummary, ...]: ...

    async def online(self, kind: PlayerKind | None = None) -> tuple[Identity, ...]: ...

    async def follow(self) -> RoomId | None: ...


class LobbyController:
    """Mutable: what is shown now. ``changed`` is called when it is drawn anew, ``chosen`` once at the end."""

    def __init__(
        self,
        host: LobbyPort,
        model: LobbyModel,
        changed: Callable[[], None],
        chosen: Callable[[LobbyChoice], None],
    ) -> None:
        self.model = model
        self._host = host
        self._changed = changed
        self._chosen = chosen

    async def open(self) -> None:
        """Fill the list. Raises ConnectionProblem."""
        mine = await self._host.list_rooms(RoomFilter(player=self.model.me.name))
        rooms = {room.id: room for room in (*await self._host.browse(), *mine)}
        featured = await self._host.follow()
        online = len(await self._host.online())
        self._set(replace(self.model, rooms=rooms, featured=featured, online=online))
        await self._count_bots()

    async def listen(self) -> None:
        """Take what the connection tells, until it ends."""
        async for update in self._host.updates():
            before = self.model.online
            self._set(update_lobby_model(self.model, update))
            if isinstance(update, ClientStopped):
                return
            if isinstance(update, LobbyChanged) and self.model.online != before:
                await self._count_bots()

    async def _count_bots(self) -> None:
        with suppress(ConnectionProblem):  # asked too often, or over, as is told elsewhere
            self._set(replace(self.model, bots=await self._host.online(PlayerKind.BOT)))

    # What keys ask for

    def move(self, steps: int) -> None:
        self._set(self.model.moved(steps))

    def choose(self) -> None:
        entries = self.model.entries
        if entries:
            self._chosen(entries[self.model.place].choice)

    def play(self) -> None:
        """The own game, or else an invitation, or else a seat for anybody, or else a room to wait in."""
        for entry in self.model.entries:
            if entry.is_mine or (entry.section is LobbySection.SEATS and entry.is_for_anybody):
                self._chosen(entry.choice)
                return
        self._chosen(parse_new_room(""))

    def play_bot(self) -> None:
        """The chosen bot, or else the first."""
        bots = [entry for entry in self.model.entries if entry.section is LobbySection.BOTS]
        if not bots:
            self._say("no bot is here; whoever hosts this server can start some with: pente serve --house")
            return
        chosen = next((entry for entry in bots if entry.key == self.model.chosen), bots[0])
        assert chosen.bot is not None
        self._chosen(ChallengePlayer(chosen.bot.name))

    def watch(self) -> None:
        self._chosen(WatchFeatured())

    def leave(self) -> None:
        self._chosen(LeaveLobby())

    def show_help(self, *, shown: bool) -> None:
        self._set(replace(self.model, shows_help=shown))

    def begin_search(self) -> None:
        self._set(replace(self.model, is_searching=True, notice=""))

    def begin_opening(self) -> None:
        self._set(
            replace(self.model, is_opening=True).saying("a ruleset and a time; Enter alone: pente 10+5")
        )

    def escape(self) -> None:
        """Put away what is in the way; nothing is: leave."""
        model = self.model
        if not (model.is_searching or model.is_opening or model.words or model.notice):
            self.leave()
            return
        self._set(replace(model, is_searching=False, is_opening=False, words="", notice=""))

    def typed(self, text: str) -> None:
        """The line reads so now."""
        if self.model.is_searching:
            self._set(replace(self.model, words=text))

    def enter(self, text: str) -> bool:
        """The line is finished; whether it was understood."""
        if self.model.is_searching:
            self._set(replace(self.model, is_searching=False, words=text.strip()))
            return True
        try:
            self._chosen(parse_new_room(text))
        except (InvalidRuleset, BadTimeControl) as bad:
            self._set(self.model.saying(str(bad), is_error=True))
            return False
        return True

    def _say(self, text: str) -> None:
        self._set(self.model.saying(text))

    def _set(self, model: LobbyModel) -> None:
        self.model = model
        self._changed()


def parse_new_room(text: str) -> OpenRoom:
    """The room that somebody types: a ruleset, a time, both in any order, or nothing.

    Raises InvalidRuleset or BadTimeControl.

    >>> parse_new_room("5+3 keryo-pente").rules.base
    'keryo-pente'
    """
    rules = [word for word in text.split() if word[0].isalpha()]
    times = [word for word in text.split() if not word[0].isalpha()]
    if len(rules) > 1 or len(times) > 1:
        raise InvalidRuleset(f"{(rules[1:] or times[1:])[0]!r} is too much; give a ruleset and a time")
    ruleset, time = (*rules, "pente")[0], (*times, USUAL_TIME)[0]
    return OpenRoom(ruleset_from(ruleset), parse_time_control(time))
