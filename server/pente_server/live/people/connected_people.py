"""What this node knows of the people who are connected to it, and what it tells them of each other."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from pente_core.identity import Identity, PlayerId
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.friends import FriendArrived
from pente_server.live.people.arrivals import Arrivals
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.people.friend_lists import FriendLists
from pente_server.live.people.inboxes import ConnectedInboxes
from pente_server.live.people.player_feed import PlayerFeed
from pente_server.live.people.player_rows import PlayerRows, RatingPort
from pente_server.live.presence.presence import Presence
from pente_server.live.presence.presence_page import FieldKind, OnlinePlayer
from pente_server.store import Store


class Sender(Protocol):
    """Sends a message to all sessions of a player at this node."""

    def __call__(self, player: PlayerId, message: ServerMessage) -> None: ...


class ConnectedPeople:
    """The lists, the inboxes and the news of the players at this node. Mutable."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        *,
        block_lists: BlockLists,
        ratings: RatingPort,
        send: Sender,
    ) -> None:
        self._send = send
        self._block_lists = block_lists
        self.friends = FriendLists(store.friends)
        self.inboxes = ConnectedInboxes(store.messages, send)
        self.rows = PlayerRows(ratings, store.accounts, block_lists, presence.find)
        self.feed = PlayerFeed(self.rows, presence.count_online, self.friends.of)
        self._arrivals = Arrivals(
            self.friends, self.rows.blocks_of_one, self._tell, asyncio.get_running_loop().time
        )
        self._arrived: asyncio.Queue[Identity] = asyncio.Queue()

    async def load(self, player: PlayerId) -> None:
        """Read the lists of a player who connects. Raises StoreUnavailable.

        Meanwhile the player's last other session may leave, and the lists with it: then they are read again.
        """
        lists = (self._block_lists, self.friends, self.inboxes)
        for each in lists:
            await each.load(player)
        while not all(each.has(player) for each in lists):
            for each in lists:
                await each.load(player)

    def forget(self, player: PlayerId) -> None:
        """Note that a player has no session at this node any more."""
        self.friends.forget(player)
        self.inboxes.forget(player)

    def player_changed(
        self, player: PlayerId, before: OnlinePlayer | None, after: OnlinePlayer | None
    ) -> None:
        """Note that a player has come or gone, at any node, or does something else."""
        self.feed.changed(player)
        if after is None:
            self._arrivals.left(player)
        elif before is None and self._arrivals.is_news(player):
            self._arrived.put_nowait(after.player)

    def noticed(self, kind: FieldKind, player: PlayerId) -> None:
        """Have read again what was changed of a player at another node."""
        match kind:
            case FieldKind.ACCOUNT:
                self._block_lists.changed_elsewhere(player)
                self.friends.changed_elsewhere(player)
                self.feed.changed(player)
            case FieldKind.MESSAGES:
                self.inboxes.changed(player)
            case (
                FieldKind.PLAYER | FieldKind.ROOM | FieldKind.STAGE | FieldKind.LOOKS | FieldKind.TELEVISED
            ):  # fmt: skip
                pass

    async def reload(self) -> None:
        """Read everything again: the store may have lost something, or be another one.

        Raises StoreUnavailable.
        """
        await self.friends.reload()
        self.inboxes.recheck()

    def work(self) -> tuple[Callable[[], Awaitable[None]], ...]:
        """What is to run as long as the node does."""
        return (self.friends.outdated.run, self.inboxes.outdated.run, self.feed.run, self._announce)

    async def _announce(self) -> None:
        while True:
            await self._arrivals.announce(await self._arrived.get())

    def _tell(self, player: PlayerId, friend: Identity) -> None:
        self._send(player, FriendArrived(friend))
