"""A token bucket: how fast somebody may go on."""

from collections.abc import Callable
from functools import partial


class TokenBucket:
    """Mutable. Holds up to ``burst`` tokens and gains ``rate`` of them a second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self) -> float:
        """Take a token; the seconds to wait before it may be used (0 when there was one)."""
        self._gain()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def try_take(self) -> float:
        """Take a token if there is one; 0, or the seconds until there is."""
        wait = self.take()
        if wait:
            self._tokens += 1
        return wait

    def give_back(self) -> None:
        """Have a token again that was not needed."""
        self._tokens = min(self._burst, self._tokens + 1)

    @property
    def is_full(self) -> bool:
        """Whether it is as good as a new one."""
        self._gain()
        return self._tokens >= self._burst

    def _gain(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class TokenBuckets:
    """Mutable: a bucket for everybody, whose owner may go and come back."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float]) -> None:
        self._new: Callable[[], TokenBucket] = partial(TokenBucket, rate, burst, clock)
        self._of: dict[str, TokenBucket] = {}
        self._tidy_at = 128

    def __len__(self) -> int:
        return len(self._of)

    def of(self, owner: str) -> TokenBucket:
        """The owner's bucket, as it was left."""
        bucket = self._of.get(owner)
        if bucket is None:
            if len(self._of) >= self._tidy_at:
                self._tidy()
            bucket = self._of[owner] = self._new()
        return bucket

    def _tidy(self) -> None:
        """Forget the full ones; where there are many others, not again at once."""
        self._of = {owner: bucket for owner, bucket in self._of.items() if not bucket.is_full}
        self._tidy_at = max(128, 2 * len(self._of))
