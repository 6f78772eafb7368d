"""The latest results of a player: how the ratings have changed, and how many games were won in a row.

Both come from the ledger, in the order that the archive has. A profile reads a limited number of games.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, takewhile
from typing import Final

from pente_core.identity import PlayerId
from pente_core.rating import Result
from pente_protocol.messages.people import RatingPoint, Streaks
from pente_server.results.pool_results import LedgerEntry
from pente_server.store.accounts.account_store import AccountStore
from pente_server.store.archive_store import ArchiveList, ArchiveStore, ListKind, SortKey, room_of_sort_key

GAMES: Final = 200
"""How many games are read, the newest."""
MOST_POINTS: Final = 50
"""How many ratings are shown."""


class PlayerHistories:
    """Reads the latest results of players."""

    def __init__(self, accounts: AccountStore, archive: ArchiveStore) -> None:
        self._accounts = accounts
        self._archive = archive

    async def results(
        self, player: PlayerId, on_read: Callable[[int], None] = lambda _: None
    ) -> list[LedgerEntry]:
        """The newest games that were counted for a player, the newest first. Raises StoreUnavailable.

        ``on_read`` is called with the number of games that were read.
        """
        shelf = ArchiveList(ListKind.PLAYER, player.encode())
        places = await self._archive.places(shelf, SortKey(b""), SortKey(b""), GAMES)
        rooms = [room_of_sort_key(place) for place in places]
        entries = await self._accounts.counted_in(player, rooms)
        on_read(len(rooms))
        return [LedgerEntry.decode(entry) for entry in entries if entry is not None]


def rating_history(results: Sequence[LedgerEntry]) -> tuple[RatingPoint, ...]:
    """The ratings after the latest rated games, the oldest first; ``results`` are the newest first."""
    rated = [
        RatingPoint(
            entry.pool.ruleset, entry.pool.speed, entry.end, entry.after.points, entry.after.is_provisional
        )
        for entry in results
        if entry.after is not None
    ]
    return tuple(reversed(rated[:MOST_POINTS]))


def streaks(results: Sequence[LedgerEntry]) -> Streaks:
    """How many games were won or lost in a row; ``results`` are the newest first."""
    outcomes = [entry.result for entry in results]
    return Streaks(
        won=_run(outcomes, Result.WIN),
        lost=_run(outcomes, Result.LOSS),
        best=max((len(list(run)) for result, run in groupby(outcomes) if result is Result.WIN), default=0),
        games=len(outcomes),
    )


def _run(outcomes: Iterable[Result], result: Result) -> int:
    return sum(1 for _ in takewhile(lambda each: each is result, outcomes))
