"""The loop of an engine: it hears lines and answers until its manager has enough."""

from abc import ABC, abstractmethod
from collections import deque
from concurrent.futures import CancelledError, Future
from contextlib import closing
from functools import partial
from typing import Final

from pente_bots.engine_server.events import EventQueue, ThoughtReport
from pente_bots.engine_server.thinking_process import ThinkingProcess, Work
from pente_bots.engine_server.thought import Answer, Thought
from pente_bots.search.request import SearchReport
from pente_bots.thinking.workers import WorkerLost

_MOST_LATER: Final = 1000
"""Commands that may wait for the end of a thought."""


class ServedEngine(ABC):
    """An engine in one protocol. Mutable; `run` it once."""

    def __init__(self, events: EventQueue, thinking: ThinkingProcess) -> None:
        self._events: Final = events
        self.thinking: Final = thinking
        self._expected: Future[Answer] | None = None
        self._later: Final = deque[str]()
        """Commands that wait for the end of the thought."""
        self._thoughts = 0
        """How many there were."""
        self.is_over = False
        """Whether the manager has said that it has enough."""

    @property
    def has_waiting(self) -> bool:
        """Whether commands wait for the end of the thought."""
        return bool(self._later)

    @abstractmethod
    def hear(self, line: str) -> None:
        """Carry out a command; nothing is being thought about."""

    @abstractmethod
    def hear_at_once(self, line: str) -> bool:
        """Carry out a command in the middle of a thought, or say that it has to wait."""

    @abstractmethod
    def tell(self, answer: Answer) -> None:
        """Tell the manager what the player does."""

    @abstractmethod
    def complain(self, what: str) -> None:
        """Tell the manager that something can't be done."""

    def run(self) -> None:
        """Serve until the manager has enough, or the end of the input when all is answered."""
        with closing(self.thinking):
            has_ended = False
            while not self.is_over and not (has_ended and not self.thinking.is_busy):
                match self._events.next():
                    case None:
                        has_ended = True
                    case str(line):
                        self._take(line)
                    case ThoughtReport(thought, report):
                        if self.thinking.is_busy and thought == self._thoughts:
                            self.tell_report(report)
                    case answer:
                        self._take_answer(answer)

    def tell_report(self, report: SearchReport) -> None:  # noqa: B027 -- not every protocol has words for it
        """Tell the manager what the player has found so far; by default nothing."""

    def think(self, work: Work, thought: Thought) -> None:
        """Begin a thought; `tell` gets the answer."""
        self._thoughts += 1
        report = partial(self._events.report, self._thoughts)
        self._expected = self.thinking.begin(work, thought, report)
        self._events.expect(self._expected)

    def forget(self) -> None:
        """Give up a thought without an answer, and what has waited for its end."""
        self.thinking.forget()
        self._later.clear()

    def stop(self) -> None:
        """End a thought with the best that it has found."""
        self.tell(self.thinking.give_up())
        self._catch_up()

    def _take(self, line: str) -> None:
        if not self.thinking.is_busy:
            self.hear(line)
        elif not self.hear_at_once(line):
            if len(self._later) == _MOST_LATER:
                self.complain("too many commands while a move is being thought about")
            else:
                self._later.append(line)

    def _take_answer(self, answer: Future[Answer]) -> None:
        if answer is not self._expected or not self.thinking.is_busy:
            return  # it was given up
        is_ours = self.thinking.is_ours
        self.thinking.finish()
        try:
            thought = answer.result()
        except (WorkerLost, CancelledError):
            self.complain("the process that thinks was killed")
        except Exception as error:
            if is_ours:
                raise
            self.complain(f"the player failed: {type(error).__name__}: {error}")
        else:
            self.tell(thought)
        self._catch_up()

    def _catch_up(self) -> None:
        """Carry out what has waited."""
        while self._later and not self.thinking.is_busy and not self.is_over:
            self.hear(self._later.popleft())
