"""What happens to an engine: lines from its manager, and answers of its player, one after the other."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Final

from pente_bots.engine_server.thought import Answer
from pente_bots.search.request import SearchReport
from pente_bots.thinking.interrupts import uninterrupted

LONGEST_LINE: Final = 65_536
"""The most bytes of a line; the rest is cut."""
_MOST_WAITING: Final = 1000
"""Lines that are read ahead."""


@dataclass(frozen=True, slots=True)
class ThoughtReport:
    """What a thought has found so far."""

    thought: int
    """Its number."""
    report: SearchReport


Event = str | None | Future[Answer] | ThoughtReport
"""A line, the end of the input, an answer, or what comes before it."""


class EventQueue:
    """Collects lines and answers. Mutable: a thread reads the input for as long as the process lives."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        """``read`` waits for some bytes of the input; none at the end."""
        self._read_some: Final = read
        self._events: Final = SimpleQueue[Event]()
        self._room: Final = threading.Semaphore(_MOST_WAITING)
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> Event:
        """Wait for the next event."""
        event = self._events.get()
        if isinstance(event, str):
            self._room.release()
        return event

    def expect(self, answer: Future[Answer]) -> None:
        """Make an event of an answer, as soon as it is there."""
        with uninterrupted():  # an interrupt can leave the lock of the answer held, and its thread waiting
            answer.add_done_callback(self._events.put)

    def report(self, thought: int, report: SearchReport) -> None:
        """Make an event of a report; for any thread."""
        self._events.put(ThoughtReport(thought, report))

    def _read(self) -> None:
        part = b""
        while data := self._read_some():
            *lines, part = (part + data).split(b"\n")
            for line in lines:
                self._put(line)
            part = part[:LONGEST_LINE]
        self._put(part)
        self._events.put(None)

    def _put(self, line: bytes) -> None:
        text = line[:LONGEST_LINE].decode("utf-8", "replace").strip()
        if text:
            self._room.acquire()
            self._events.put(text)
