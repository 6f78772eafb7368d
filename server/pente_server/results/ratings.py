"""Ratings: counts every finished game exactly once for each of its players.

Counting may be interrupted at any point and repeated, even by several nodes at once. Each player's ledger has
the rooms that were counted, with the rating before the game; a repetition uses these entries instead of
current ratings, and so has the same result. Once all ledgers have the game, its room gets the changes of
ratings by a command with a fixed id, which is carried out once.
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
    set_results,
)
from pente_core.room import Refused, Room, hides_game
from pente_core.room import commands as cmd
from pente_server.results.pool_results import LedgerEntry, PoolResults
from pente_server.results.post_game import FinishedRoom
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import CommandKey, UnknownRoom
from pente_server.store import StoreUnavailable
from pente_server.store.accounts.account_store import AccountStore, ResultUpdate

ATTEMPTS: Final = 20
"""The most times that a game is computed again because another game of a player was counted meanwhile."""
COMMAND: Final = "rated"
"""The id of the command with the changes of ratings."""


@dataclass(frozen=True, slots=True)
class _Game:
    """The data of a game that its counting needs."""

    room: RoomId
    pool: Pool
    end: Instant
    is_rated: bool
    players: tuple[PlayerId, ...]
    results: tuple[Result, ...]
    """By seat, like ``players``."""


class RatingUpdater:
    """Counts games for results and ratings; `file` is a post-game job."""

    def __init__(self, accounts: AccountStore, keeper: Keeper) -> None:
        self._accounts = accounts
        self._keeper = keeper

    async def file(self, ended: FinishedRoom) -> None:
        """Count a finished game, and add the changes of ratings to its room. Raises StoreUnavailable."""
        game = _game(ended, await self._first_of_set(ended.room))
        if game is None:
            return
        entries = await self._count(game)
        changes = tuple(
            RatingChange.between(seat, entry.before, entry.after)
            for seat, entry in enumerate(entries)
            if entry.after is not None
        )
        if changes:
            with suppress(Refused):  # another node has added them
                await self._keeper.act(RoomCommand(game.room, cmd.Rate(changes), key=CommandKey(COMMAND)))

    async def _first_of_set(self, room: Room) -> Room | None:
        """The first game of the rated set that a room's game has ended. Raises StoreUnavailable."""
        if not room.created.options.rated or room.created.game_of_set != 2:
            return None
        with suppress(UnknownRoom):
            return await self._keeper.current(room.created.continues)
        return None

    async def _count(self, game: _Game) -> Sequence[LedgerEntry]:
        """Count a game in the ledgers of all its players, and return the entries by seat."""
        for _ in range(ATTEMPTS):
            # Results before ledgers: if the game is not in the ledger, it is not in the results read before.
            # In the other order another node could count it between the two reads.
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
        raise StoreUnavailable("the players' results are busy: other games keep changing them")


def _counts(game: _Game, bodies: Sequence[bytes], before: Sequence[Rating]) -> Sequence[ResultUpdate]:
    """The updates of the players' results, by seat."""
    after: Sequence[Rating | None] = [None] * len(before)
    if game.is_rated:
        after = ratings_after(before, game.results, game.end)
    return [
        _count(game, seat, bodies[seat], LedgerEntry(game.pool, game.end, result, before[seat], after[seat]))
        for seat, result in enumerate(game.results)
    ]


def _count(game: _Game, seat: int, body: bytes, entry: LedgerEntry) -> ResultUpdate:
    results_after = PoolResults.decode(body).after(entry.result, entry.after, game.end)
    is_provisional = entry.after is None or entry.after.is_provisional
    return ResultUpdate(
        player=game.players[seat],
        room=game.room,
        pool=str(game.pool),
        before=body,
        after=results_after.encode(),
        entry=entry.encode(),
        is_rated=game.is_rated,
        score=None if is_provisional else results_after.rating.value,
        provisional_score=results_after.rating.value if is_provisional else None,
    )


def _game(ended: FinishedRoom, first: Room | None) -> _Game | None:
    """The data of a finished game; None: it does not count, as an aborted or an imported one.

    A rated set is one result, which counts with its second game; ``first`` is the room of its first.

    Results are public, so that a casual game that only its players can find does not count either. They have
    accepted it for a rated one.
    """
    room = ended.room
    players = tuple(player.id for player in room.seats if player is not None)
    won = _results(room, players)
    if room.created.options.rated and room.created.game_of_set == 1:
        return None
    if first is not None:
        won = set_results([_results(first, players), won])
    if not won or len(players) < len(won):
        return None
    if any(player is not None and player.is_imported for player in room.seats):
        return None
    pool, is_rated = _pool(room)
    if hides_game(room, ended.events) and not is_rated:
        return None
    return _Game(ended.id, pool, ended.finished.at, is_rated, players, won)


def _results(room: Room, players: Sequence[PlayerId]) -> tuple[Result, ...]:
    """The results of some of a room's players in its game; empty if it has none."""
    won = results(room.game.outcome, len(room.seats)) if room.game.outcome else ()
    by_id = {player.id: result for player, result in zip(room.seats, won, strict=False) if player is not None}
    return tuple(by_id[player] for player in players if player in by_id)


def _pool(room: Room) -> tuple[Pool, bool]:
    """The pool of a game, and whether it is rated."""
    created = room.created
    if created.options.rated:
        with suppress(Unrated):  # checked when the room was opened; another version may have had other rules
            return rated_pool(created.ruleset, created.time, handicaps=True), True
    return pool_of(created.ruleset, created.time), False
