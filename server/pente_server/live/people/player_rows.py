"""Rows of lists of connected players, with what their reader may know."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from pente_core.identity import Identity, PlayerId
from pente_core.rating import Speed
from pente_protocol.messages.lists import ListedPlayer
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.presence.presence_page import OnlinePlayer

Blocks = Mapping[PlayerId, AbstractSet[PlayerId]]
"""Whom some players have blocked."""


class RatingPort(Protocol):
    """Reads ratings."""

    async def with_ratings(
        self, players: Sequence[Identity], ruleset: str, speed: Speed | None
    ) -> list[Identity]: ...


class BlockStore(Protocol):
    """Reads whom players have blocked who are connected to other nodes."""

    async def blocked(self, player: PlayerId) -> frozenset[PlayerId]: ...


class PlayerRows:
    """Makes rows of connected players. Its methods raise StoreUnavailable."""

    def __init__(
        self,
        ratings: RatingPort,
        store: BlockStore,
        own_blocks: BlockLists,
        find: Callable[[PlayerId], OnlinePlayer | None],
    ) -> None:
        """``own_blocks`` are those of the players at this node; ``find`` finds a connected player."""
        self._ratings = ratings
        self._store = store
        self._own_blocks = own_blocks
        self.find = find

    async def rated(
        self, online: Sequence[OnlinePlayer], ruleset: str, speed: Speed | None
    ) -> list[ListedPlayer]:
        """The rows of some players, with their ratings for a ruleset and a speed."""
        rated = await self._ratings.with_ratings([each.player for each in online], ruleset, speed)
        return [_row(player, each) for player, each in zip(rated, online, strict=True)]

    async def blocks_of(self, players: Iterable[PlayerId]) -> Blocks:
        """Whom each of some connected players has blocked."""
        ids = list(dict.fromkeys(players))
        found = await asyncio.gather(*(self.blocks_of_one(player) for player in ids))
        return dict(zip(ids, found, strict=True))

    async def blocks_of_one(self, player: PlayerId) -> AbstractSet[PlayerId]:
        """Whom a connected player has blocked."""
        if self._own_blocks.has(player):
            return self._own_blocks.of(player)
        return await self._store.blocked(player)

    def may_see(self, reader: PlayerId, player: PlayerId, blocks: Blocks) -> bool:
        """Whether a player is shown to a reader: unless one of them has blocked the other."""
        return reader not in blocks[player] and player not in self._own_blocks.of(reader)

    async def shown_to(
        self, reader: PlayerId, online: Sequence[OnlinePlayer], ruleset: str, speed: Speed | None
    ) -> list[ListedPlayer]:
        """The rows of those players that a reader may see."""
        blocks = await self.blocks_of(each.player.id for each in online)
        shown = [each for each in online if self.may_see(reader, each.player.id, blocks)]
        return await self.rated(shown, ruleset, speed)


def _row(player: Identity, online: OnlinePlayer) -> ListedPlayer:
    activity, room, opponents = online.occupation
    return ListedPlayer(player, activity, room, opponents, online.since)
