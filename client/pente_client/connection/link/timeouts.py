"""Timeouts and retry delays of a client."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Spans of time, all in seconds."""

    first_delay: float = 0.05
    """Before the first attempt to reconnect; doubled for each later attempt."""
    longest_delay: float = 1.0
    open: float = 5.0
    """To open a socket and shake hands."""
    greeting: float = 4.0
    """For the first message of the server; an old one that sends none gives up after five."""
    answer: float = 10.0
    """For the answer to a request; after that the link is dropped and the request sent on the next one."""
    send: float = 5.0
    """For a frame to leave; after that the link is dropped."""
    close: float = 2.0
    """For the server to answer a goodbye."""
    unavailable: float = 30.0
    """How long a request is repeated while the store of the server is unavailable."""
    passing: float = 30.0
    """How long a first connection is tried while a proxy says that its server is not there."""
    resync: float = 1.0
    """Between two requests for the snapshot of a room that goes on as this version does not know."""
    steady: float = 5.0
    """How long a link must last before the delays start again with the first."""


DEFAULT_TIMEOUTS = Timeouts()


def delays(pace: Timeouts, chance: Callable[[], float]) -> Iterator[float]:
    """The delays before one attempt after another, without end.

    Each is drawn between half of its value and the whole, so that the clients of a server that comes back
    do not all arrive at once. ``chance`` gives numbers from 0 to 1.

    >>> from itertools import islice
    >>> list(islice(delays(Timeouts(), lambda: 1.0), 7))
    [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
    """
    delay = pace.first_delay
    while True:
        yield delay * (0.5 + chance() / 2)
        delay = min(2 * delay, pace.longest_delay)
