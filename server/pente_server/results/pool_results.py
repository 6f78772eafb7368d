"""A player's results in a rating pool, and the ledger of games, with their encodings for the store."""

from dataclasses import dataclass, replace
from typing import Any, Self

import msgpack

from pente_core.clock.instant import Instant
from pente_core.rating import NEW, RESULT_OF, RESULTS, Pool, Rating, Result


@dataclass(frozen=True, slots=True)
class PoolResults:
    """The results of a player's games in a pool, and the rating after the rated ones."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    rated: int = 0
    """The number of rated games."""
    rating: Rating = NEW
    last: Instant = Instant(0)
    """The end of the latest game."""

    def after(self, result: Result, rating: Rating | None, end: Instant) -> Self:
        """The results after one more game. ``rating`` is the rating after it; None: it was not rated."""
        return replace(
            self,
            wins=self.wins + (result is Result.WIN),
            losses=self.losses + (result is Result.LOSS),
            draws=self.draws + (result is Result.DRAW),
            rated=self.rated + (rating is not None),
            rating=rating or self.rating,
            last=max(self.last, end),
        )

    def encode(self) -> bytes:
        results = [self.wins, self.losses, self.draws, self.rated, self.last]
        return _pack([*results, _rating_to_wire(self.rating)])

    @classmethod
    def decode(cls, body: bytes) -> Self:
        """The inverse of `encode`; an empty body is decoded to the results of a player without games."""
        if not body:
            return cls()
        wins, losses, draws, rated, last, rating = msgpack.unpackb(body)
        return cls(wins, losses, draws, rated, _rating_from_wire(rating), last)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """The effect of a game on one player's results: an entry of the player's ledger."""

    pool: Pool
    end: Instant
    result: Result
    before: Rating
    after: Rating | None = None
    """None: the game was not rated."""

    def encode(self) -> bytes:
        after = None if self.after is None else _rating_to_wire(self.after)
        return _pack(
            [str(self.pool), self.end, RESULTS[self.result].upper(), _rating_to_wire(self.before), after]
        )

    @classmethod
    def decode(cls, body: bytes) -> Self:
        """The inverse of `encode`."""
        pool, end, result, before, after = msgpack.unpackb(body)
        rated = None if after is None else _rating_from_wire(after)
        return cls(Pool.parse(pool), end, RESULT_OF[result.lower()], _rating_from_wire(before), rated)


def _rating_to_wire(rating: Rating) -> list[Any]:
    return [rating.value, rating.deviation, rating.volatility, rating.at]


def _rating_from_wire(wire: list[Any]) -> Rating:
    value, deviation, volatility, at = wire
    return Rating(value, deviation, volatility, at)


def _pack(value: object) -> bytes:
    packed: bytes = msgpack.packb(value)
    return packed
