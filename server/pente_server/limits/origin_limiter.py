"""Limits on what a player does, and all players from one address."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from pente_core.clock.instant import Millis
from pente_core.room import Refused
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limit import RateLimit
from pente_server.limits.origin import Origin
from pente_server.limits.token_bucket import TokenBucket, TokenBuckets


class OriginLimiter:
    """Counts something by player, and by address unless that is exempt. Mutable."""

    def __init__(self, of_players: RateLimit, of_addresses: RateLimit, clock: Callable[[], float]) -> None:
        self._of_players = TokenBuckets(*of_players, clock)
        self._of_addresses = TokenBuckets(*of_addresses, clock)

    def take(self, origin: Origin, text: str) -> Sequence[TokenBucket]:
        """Count it once; returns where it was counted, to be given back if it turns out not to count.

        Raises RequestDenied with ``text``, and counts nothing, when there were too many.
        """
        buckets = [self._of_players.of(origin.player)]
        if not origin.is_exempt:
            buckets.append(self._of_addresses.of(origin.address))
        take_each([(bucket, text) for bucket in buckets])
        return buckets


@contextmanager
def giving_back_if_refused(buckets: Iterable[TokenBucket]) -> Iterator[None]:
    """Give a token back to each bucket if the room refuses, in the block, what it was taken for."""
    try:
        yield
    except Refused:
        for bucket in buckets:
            bucket.give_back()
        raise


def take_each(buckets: Sequence[tuple[TokenBucket, str]]) -> None:
    """Take a token from each bucket. Raises RequestDenied with its text, and takes none, if one is empty."""
    for number, (bucket, text) in enumerate(buckets):
        if wait := bucket.try_take():
            for taken, _ in buckets[:number]:
                taken.give_back()
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
