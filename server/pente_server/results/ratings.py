"""Ratings: every finished game is counted once for each of its players.

Counting follows the room's log, and may be broken off anywhere and done again, by several nodes at once. Each
player's ledger remembers the rooms that were counted, with the rating before: whoever comes later works with
what is there. Only when all ledgers have the game does the room tell what it did, by a command of a fixed id.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.rating import (
    Pool,
    Rating,
    RatingChange,
    Result,
    Unrated,
    pool_of,
    rated_pool,
    ratings_after,
    results,
)
from pente_core.room import Rate, Refused, Room
from pente_server.results.pool_results import LedgerEntry, PoolResults
from pente_server.results.post_game import FinishedRoom
from pente_server.rooms.keeper import Keeper
from pente_server.store import StoreUnavailable
from pente_server.store.account_store import AccountStore, ResultUpdate

ATTEMPTS: Final = 20
"""How often a game is worked out again because another one of a player was counted meanwhile."""
COMMAND: Final = "rated"
"""The id of the command by which a room tells what its game did to ratings."""


@dataclass(frozen=True, slots=True)
class _Game:
    """What of a game counts."""

    room: RoomId
    pool: Pool
    end: Instant
    is_rated: bool
    players: tuple[PlayerId, ...]
    results: tuple[Result, ...]
    """By seat, as the players."""


class RatingUpdater:
    """Counts games; `file` is a post-game job."""

    def __init__(self, accounts: AccountStore, keeper: Keeper) -> None:
        self._accounts = accounts
        self._keeper = keeper

    async def file(self, ended: FinishedRoom) -> None:
        """Count a finished game, and have its room tell what it did to ratings. Raises StoreUnavailable."""
        game = _game(ended)
        if game is None:
            return
        entries = await self._count(game)
        changes = tuple(
            RatingChange.between(seat, entry.before, entry.after)
            for seat, entry in enumerate(entries)
            if entry.after is not None
        )
        if changes:
            with suppress(Refused):  # it was told already
                await self._keeper.act(game.room, Rate(changes), by=None, command_id=COMMAND)

    async def _count(self, game: _Game) -> Sequence[LedgerEntry]:
        """What the ledgers have of a game, by seat, once all of them have it."""
        for _ in range(ATTEMPTS):
            # In this order: a standing that is read before its ledger does not have the game in it already.
            bodies = await self._accounts.standing(str(game.pool), game.players)
            known = [await self._accounts.counted(player, game.room) for player in game.players]
            before = [
                PoolResults.decode(body).rating if entry is None else LedgerEntry.decode(entry).before
                for entry, body in zip(known, bodies, strict=True)
            ]
            for seat, count in enumerate(_counts(game, bodies, before)):
                if known[seat] is None:
                    known[seat] = await self._accounts.count(count)
            counted = [LedgerEntry.decode(entry) for entry in known if entry is not None]
            if len(counted) == len(game.players):
                return counted
        raise StoreUnavailable("the players' results are too busy")


def _counts(game: _Game, bodies: Sequence[bytes], before: Sequence[Rating]) -> Sequence[ResultUpdate]:
    """What is to be counted for each seat."""
    after: Sequence[Rating | None] = [None] * len(before)
    if game.is_rated:
        after = ratings_after(before, game.results, game.end)
    return [
        _count(game, seat, bodies[seat], LedgerEntry(game.pool, game.end, result, before[seat], after[seat]))
        for seat, result in enumerate(game.results)
    ]


def _count(game: _Game, seat: int, body: bytes, entry: LedgerEntry) -> ResultUpdate:
    standing = PoolResults.decode(body).after(entry.result, entry.after, game.end)
    is_known = entry.after is not None and not entry.after.is_provisional
    return ResultUpdate(
        player=game.players[seat],
        room=game.room,
        pool=str(game.pool),
        before=body,
        after=standing.encode(),
        entry=entry.encode(),
        is_rated=game.is_rated,
        score=standing.rating.value if is_known else None,
    )


def _game(ended: FinishedRoom) -> _Game | None:
    """What of a finished game counts; None: nothing."""
    room = ended.room
    players = tuple(player.id for player in room.seats if player is not None)
    won = results(room.game.outcome, len(room.seats)) if room.game.outcome else ()
    if not won or len(players) < len(won):
        return None
    pool, is_rated = _pool(room)
    return _Game(ended.id, pool, ended.finished.at, is_rated, players, won)


def _pool(room: Room) -> tuple[Pool, bool]:
    """Where a game counts, and whether it changes ratings."""
    created = room.created
    if created.options.rated:
        with suppress(Unrated):  # it was found out when the room was opened
            return rated_pool(created.ruleset, created.time), True
    return pool_of(created.ruleset, created.time), False
