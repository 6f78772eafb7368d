"""The player feed: changed rows of the list of connected players, for the sessions that look at it."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from pente_core.identity import PlayerId
from pente_core.rating import Speed
from pente_protocol.messages.lists import ListedPlayer, PlayersUpdate
from pente_server.live.listening.frames import MessageFrames
from pente_server.live.listening.listeners import Listener
from pente_server.live.people.player_rows import Blocks, PlayerRows
from pente_server.live.presence.presence_page import OnlinePlayer
from pente_server.store import StoreUnavailable

LOOK_EVERY: Final = 2.0
"""Seconds between two messages to a session at least."""
MOST_PER_MESSAGE: Final = 100
"""Players in one message; further ones come in the next."""
AT_ONCE: Final = 50
"""Lists that are sent before others get a turn."""
MOST_SHOWN: Final = 200
"""Players in a list. Others who come are not in it, unless they are friends."""


class Question(NamedTuple):
    """Which ratings a list shows."""

    ruleset: str
    speed: Speed | None


@dataclass(slots=True)
class _List:
    """What a session has been shown. Mutable."""

    question: Question
    shown: dict[PlayerId, ListedPlayer]


class PlayerFeed:
    """The sessions that look at who is here, and the players who have changed since. Mutable.

    A change costs what has changed for each list, however many players are connected.
    """

    def __init__(
        self,
        rows: PlayerRows,
        count: Callable[[], int],
        friends: Callable[[PlayerId], AbstractSet[PlayerId]],
    ) -> None:
        """``count`` returns the number of connected players, and ``friends`` those of a connected player."""
        self._rows = rows
        self._count = count
        self._friends = friends
        self._lists: dict[Listener, _List] = {}
        self._waiting: dict[Listener, dict[PlayerId, None]] = {}
        """The sessions whose lists are being read, with who changes meanwhile."""
        self._changed: dict[PlayerId, None] = {}
        self._sent_count = 0
        self._has_news = asyncio.Event()

    def __len__(self) -> int:
        """The number of sessions that look."""
        return len(self._lists) + len(self._waiting)

    def begin(self, session: Listener) -> None:
        """Note who changes while a session's list is read. It has no other list from now on."""
        self.leave(session)
        self._waiting[session] = {}

    def show(self, session: Listener, question: Question, rows: Iterable[ListedPlayer]) -> None:
        """Send the session changes of the list that it has got; without effect if it has left meanwhile."""
        missed = self._waiting.pop(session, None)
        if missed is not None:
            self._lists[session] = _List(question, {row.player.id: row for row in rows})
            for player in missed:
                self.changed(player)

    def leave(self, session: Listener) -> None:
        """Stop sending the session changes; without effect if it does not look."""
        self._waiting.pop(session, None)
        if self._lists.pop(session, None) is not None and not self._lists:
            self._changed.clear()

    def changed(self, player: PlayerId) -> None:
        """Note that a player has come, has gone, or does something else, or whom they have blocked."""
        for missed in self._waiting.values():
            missed[player] = None
        if self._lists:
            self._changed[player] = None
            self._has_news.set()

    async def run(self) -> None:
        """Send changes until cancelled."""
        while True:
            await self._has_news.wait()
            with suppress(StoreUnavailable):  # the heartbeat logs it; what is still to be sent is sent then
                await self.send()
            await asyncio.sleep(LOOK_EVERY)

    async def send(self) -> None:
        """Send the players who have changed. Raises StoreUnavailable."""
        asked = list(islice(self._changed, MOST_PER_MESSAGE))
        for player in asked:
            del self._changed[player]
        try:
            rows, blocks = await self._read(asked)
        except StoreUnavailable:
            self._changed |= dict.fromkeys(asked)
            raise
        if not self._changed:
            self._has_news.clear()
        count = self._count()
        is_count_new, self._sent_count = count != self._sent_count, count
        for number, (session, list_) in enumerate(tuple(self._lists.items()), start=1):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)  # let moves pass
            if self._lists.get(session) is not list_ or list_.question not in rows:
                continue  # gone, or begun since: who begins a list has read these players
            changed, removed = self._update(session, list_, asked, rows[list_.question], blocks)
            if changed or removed or is_count_new:
                session.send(MessageFrames(PlayersUpdate(tuple(changed), tuple(removed), count)))

    async def _read(
        self, asked: Sequence[PlayerId]
    ) -> tuple[Mapping[Question, Mapping[PlayerId, ListedPlayer]], Blocks]:
        """The rows of some players for each question that is asked, and whom they have blocked."""
        online: list[OnlinePlayer] = [each for player in asked if (each := self._rows.find(player))]
        blocks = await self._rows.blocks_of(each.player.id for each in online)
        rows: dict[Question, dict[PlayerId, ListedPlayer]] = {}
        for question in {list_.question for list_ in self._lists.values()}:
            found = await self._rows.rated(online, *question)
            rows[question] = {row.player.id: row for row in found}
        return rows, blocks

    def _update(
        self,
        session: Listener,
        list_: _List,
        asked: Sequence[PlayerId],
        rows: Mapping[PlayerId, ListedPlayer],
        blocks: Blocks,
    ) -> tuple[list[ListedPlayer], list[PlayerId]]:
        """Compare a list with what was read: the rows to send, and the players to remove."""
        changed, removed = list[ListedPlayer](), list[PlayerId]()
        for player in asked:
            row = rows.get(player)
            if row is None or not self._rows.may_see(session.player.id, player, blocks):
                if list_.shown.pop(player, None) is not None:
                    removed.append(player)
            elif list_.shown.get(player) != row and self._has_room(session, list_, player):
                list_.shown[player] = row
                changed.append(row)
        return changed, removed

    def _has_room(self, session: Listener, list_: _List, player: PlayerId) -> bool:
        is_known = player in list_.shown or len(list_.shown) < MOST_SHOWN
        return is_known or player in self._friends(session.player.id)


def friends_first(
    friends: Iterable[OnlinePlayer | None], others: Iterable[OnlinePlayer]
) -> Iterator[OnlinePlayer]:
    """Connected friends, and the others after them, each once."""
    listed = dict[PlayerId, OnlinePlayer]()
    for each in (*friends, *others):
        if each is not None:
            listed.setdefault(each.player.id, each)
    return iter(listed.values())
