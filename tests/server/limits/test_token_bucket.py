"""Token buckets, on a clock that is an argument."""

from pente_server.limits.token_bucket import TokenBucket, TokenBuckets


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_the_rate() -> None:
    clock = Clock()
    bucket = TokenBucket(2.0, 3.0, clock)
    assert [bucket.take() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]
    clock.now += 10
    assert [bucket.take() for _ in range(4)] == [0, 0, 0, 0.5]


def test_trying_costs_nothing() -> None:
    clock = Clock()
    bucket = TokenBucket(2.0, 1.0, clock)
    assert bucket.try_take() == 0
    assert [bucket.try_take() for _ in range(3)] == [0.5, 0.5, 0.5]
    clock.now += 0.5
    assert bucket.try_take() == 0


def test_everybody_has_a_bucket_of_their_own() -> None:
    buckets = TokenBuckets(1.0, 1.0, Clock())
    assert buckets.of("alice").try_take() == 0
    assert buckets.of("alice").try_take() > 0
    assert buckets.of("bob").try_take() == 0


def test_full_buckets_are_forgotten_and_others_are_not() -> None:
    clock = Clock()
    buckets = TokenBuckets(1.0, 5.0, clock)
    for number in range(10_000):
        buckets.of(f"once-{number}").take()
        clock.now += 0.1
    assert len(buckets) < 300
    buckets = TokenBuckets(0.001, 1.0, clock)
    for number in range(500):
        assert buckets.of(f"{number}").try_take() == 0
    assert all(buckets.of(f"{number}").try_take() > 0 for number in range(500))
