"""Token buckets for rate limiting."""

from collections.abc import Callable
from functools import partial


class TokenBucket:
    """A bucket of up to ``burst`` tokens, refilled at ``rate`` tokens per second. Mutable.

    ``clock`` returns seconds and must never go back. A new bucket is full.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self, tokens: float = 1.0) -> float:
        """Take tokens, on credit if there are too few; return the seconds until the debt is paid."""
        self._gain()
        self._tokens -= tokens
        return max(0.0, -self._tokens / self._rate)

    def try_take(self, tokens: float = 1.0) -> float:
        """Take tokens if there are enough and return 0; else return the seconds until there are."""
        wait = self.take(tokens)
        if wait:
            self._tokens += tokens
        return wait

    def give_back(self) -> None:
        """Return a token that was not used."""
        self._tokens = min(self._burst, self._tokens + 1)

    @property
    def missing(self) -> float:
        """How many tokens it lacks to be full: how much was taken of late."""
        self._gain()
        return self._burst - self._tokens

    @property
    def is_full(self) -> bool:
        """Whether it is full, and so equivalent to a new bucket."""
        return self.missing <= 0

    def _gain(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class TokenBuckets:
    """A token bucket per owner, such as a player or address, kept while the owner is away. Mutable."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._new: Callable[[], TokenBucket] = partial(TokenBucket, rate, burst, clock)
        self._of: dict[str, TokenBucket] = {}
        self._tidy_at = 128

    def __len__(self) -> int:
        return len(self._of)

    def of(self, owner: str) -> TokenBucket:
        """The owner's bucket; a new one if there is none."""
        bucket = self._of.get(owner)
        if bucket is None:
            if len(self._of) >= self._tidy_at:
                self._tidy()
            bucket = self._of[owner] = self._new()
        return bucket

    def _tidy(self) -> None:
        """Drop full buckets. The threshold doubles, so that the cost per owner stays constant if few are."""
        self._of = {owner: bucket for owner, bucket in self._of.items() if not bucket.is_full}
        self._tidy_at = max(128, 2 * len(self._of))
