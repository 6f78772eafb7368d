"""A node's picture of the store's clock: every answer bounds it, and the quickest most of all."""

from dataclasses import dataclass
from math import floor

from hypothesis import given
from hypothesis import strategies as st

from pente_core.clock.instant import Instant
from pente_server.heartbeat.shared_clock import DRIFT, SharedClock

AHEAD = 1_700_000_000.0
WAYS = st.floats(0.0002, 1.5)
TICK = 0.001


@dataclass(frozen=True)
class Answer:
    """How long its two ways took, and how long after the last one it was asked for; in seconds."""

    there: float
    back: float
    pause: float


ANSWERS = st.builds(Answer, WAYS, WAYS, st.floats(0.01, 5.0))


class World:
    """A local clock and one that goes ``drift`` seconds a second faster. Mutable."""

    def __init__(self, drift: float = 0.0) -> None:
        self.local = 100.0
        self._drift = drift
        self._set_by = 0.0
        self.clock = SharedClock(0.0)

    @property
    def store(self) -> float:
        return AHEAD + self._set_by + self.local * (1 + self._drift)

    def hear(self, answer: Answer) -> None:
        self.local += answer.pause
        asked = self.local
        self.local += answer.there
        shown = Instant(floor(self.store * 1000))
        self.local += answer.back
        self.clock.heard(shown, asked, self.local)

    def set_store(self, by: float) -> None:
        self._set_by += by

    def error(self) -> float:
        """By how many seconds the picture is wrong."""
        return abs(self.clock.now(self.local) / 1000 - self.store)


@given(st.lists(ANSWERS, min_size=1), st.floats(-DRIFT / 2, DRIFT / 2))
def test_it_is_wrong_by_half_of_the_quickest_answer_and_what_has_drifted_since(
    answers: list[Answer], drift: float
) -> None:
    world, bound = World(drift), float("inf")
    for answer in answers:
        world.hear(answer)
        took = answer.pause + answer.there + answer.back
        bound = min(bound + 2 * DRIFT * took, (answer.there + answer.back) / 2 + 2 * TICK)
    assert world.error() <= bound + TICK


def test_one_slow_answer_changes_next_to_nothing() -> None:
    world = World()
    world.hear(Answer(0.0005, 0.0005, 0.5))
    world.hear(Answer(0.0005, 1.5, 0.5))
    assert world.error() < 0.004


def test_a_clock_that_was_set_is_followed_with_the_next_answer() -> None:
    world = World()
    world.hear(Answer(0.0005, 0.0005, 0.5))
    world.set_store(by=3600)
    world.hear(Answer(0.0005, 0.0005, 0.5))
    assert world.error() < 0.004


def test_time_never_goes_back() -> None:
    world = World()
    world.hear(Answer(0.0005, 0.0005, 0.5))
    before = world.clock.now(world.local)
    world.set_store(by=-60)
    world.hear(Answer(0.0005, 0.0005, 0.5))
    assert world.clock.now(world.local) == before
