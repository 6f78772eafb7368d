"""No-shows: games that a player did not come to play, and the break from rated games that follows.

Nothing is counted apart: the archive has each finished game once, whatever crashes, and says who made no
first move. Casual games that only their players can find don't matter here.
"""

from collections.abc import AsyncIterator, Callable
from itertools import islice
from typing import Final

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import PlayerId
from pente_protocol.codec import decode_game
from pente_protocol.errors import ProtocolError
from pente_protocol.messages.archive import GameSummary
from pente_server.store.archive_store import (
    ArchiveList,
    ArchiveStore,
    ListKind,
    SortKey,
    room_of_sort_key,
    sort_key,
)

DAY: Final = Millis(24 * 60 * 60 * 1000)
"""No-shows within this time are counted together."""
BREAK: Final = Millis(60 * 60 * 1000)
"""How long there are no rated games after the last of `MOST` no-shows: an hour."""
MOST: Final = 3
"""So many no-shows in a day lead to a break."""
AT_ONCE: Final = 50
"""How many games are read per request to the store."""
LOOKED_AT: Final = 500
"""How many games of a player are read at most, the newest."""


class NoShows:
    """Reads who did not come to play. Its methods raise StoreUnavailable."""

    def __init__(self, archive: ArchiveStore, now: Callable[[], Instant]) -> None:
        self._archive = archive
        self._now = now

    async def break_until(self, player: PlayerId, on_read: Callable[[int], None]) -> Instant | None:
        """Until when a player has a break from rated games; None: there is no break now.

        Costs the games of the last hour, and only after a no-show in it those of a day; ``on_read`` is called
        with how many were read.
        """
        now = self._now()
        async for last in self._ends(player, Instant(now - BREAK), on_read):
            earlier = [end async for end in self._ends(player, Instant(last - DAY), on_read)]
            counted = list(islice((end for end in earlier if end <= last), MOST))
            return later(last, BREAK) if len(counted) == MOST else None
        return None

    async def _ends(
        self, player: PlayerId, since: Instant, on_read: Callable[[int], None]
    ) -> AsyncIterator[Instant]:
        """The ends of games since a moment for which a player did not come, the newest first."""
        shelf, after, before = ArchiveList(ListKind.PLAYER, player.encode()), SortKey(b""), sort_key(since)
        for _ in range(0, LOOKED_AT, AT_ONCE):
            places = await self._archive.places(shelf, after, before, AT_ONCE)
            on_read(len(places))
            for entry in await self._archive.entries([room_of_sort_key(place) for place in places]):
                game = _decoded(entry)
                if game is not None and _is_no_show(game, player):
                    yield game.end
            if len(places) < AT_ONCE:
                return
            after = places[-1]


def _is_no_show(game: GameSummary, player: PlayerId) -> bool:
    if game.private and not game.rated:
        return False
    return any(seat < len(game.players) and game.players[seat].id == player for seat in game.no_show)


def _decoded(entry: bytes | None) -> GameSummary | None:
    """A game of the archive; None if it is not there, or this version can't read it."""
    try:
        return None if entry is None else decode_game(entry)
    except ProtocolError:
        return None
