"""A process that computes, with both ends of the pipe to it.

Each message begins with a byte that says what it is. Both ends count the questions, so that a stop which
arrives after the answer stops nothing else.
"""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final

from pente_bots.search.request import SearchReport
from pente_bots.thinking.interrupts import block_ctrl_c, uninterrupted
from pente_bots.thinking.work_link import WorkLink

_QUESTION: Final = b"?"
"""Compute something; one answer."""
_LINKED: Final = b"&"
"""The same with a `WorkLink`."""
_NOTE: Final = b"."
"""Do something when there is nothing else to do; no answer."""
_STOP: Final = b"!"
"""Stop the question with the number that follows."""
_ANSWER: Final = b"="
_REPORT: Final = b"+"


class WorkerQuestion:
    """A question on its way to a process. Mutable, and for any thread."""

    def __init__(self, work: bytes, *, has_link: bool, report: Callable[[SearchReport], None]) -> None:
        self.message: Final = (_LINKED if has_link else _QUESTION) + work
        self.report: Final = report
        self._lock: Final = threading.Lock()
        self._send_stop: Callable[[], None] | None = None
        self._is_stopped = False

    def stop(self) -> None:
        """Set the flag of its link, now or as soon as a process has it."""
        with uninterrupted(), self._lock:
            self._is_stopped = True
            if self._send_stop is not None:
                self._send_stop()

    def begun(self, send_stop: Callable[[], None]) -> None:
        """Note that a process has it, and how that is told to stop."""
        with self._lock:
            self._send_stop = send_stop
            if self._is_stopped:
                send_stop()


class WorkerProcess:
    """A process and the pipe to it: `ask` is for one thread at a time, `tell` for any."""

    def __init__(self) -> None:
        """Raises OSError. Blocks Ctrl-C for the calling thread."""
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        self._sending: Final = threading.Lock()
        self._asked = 0
        with theirs:
            self.process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
            block_ctrl_c()
            self.process.start()

    def ask(self, question: WorkerQuestion) -> bytes:
        """The result of `_answer`. Raises EOFError or OSError if the process was killed."""
        self._asked += 1
        self._send(question.message)
        question.begun(partial(self.tell, _STOP + b"%d" % self._asked))
        while (message := self._line.recv_bytes())[:1] == _REPORT:
            question.report(pickle.loads(message[1:]))  # noqa: S301 -- our own process sent it
        return message[1:]

    def note(self, work: bytes) -> None:
        """Have it call something when it has nothing else to do."""
        self.tell(_NOTE + work)

    def tell(self, message: bytes) -> None:
        """Send what gets no answer, unless the process is gone."""
        with suppress(OSError):
            self._send(message)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        with self._sending:  # else what is being sent could end up in what is opened next
            self._line.close()

    def _send(self, message: bytes) -> None:
        with self._sending:
            self._line.send_bytes(message)


class _Inbox:
    """What has come through the pipe. Mutable: a thread fills it."""

    def __init__(self, line: Connection) -> None:
        self._line: Final = line
        self.messages: Final = SimpleQueue[tuple[int, bytes]]()
        """Questions and notes, each with the number of questions so far."""
        self.stopped = 0
        """Questions up to this number are to stop."""

    def is_stopped(self, number: int) -> bool:
        """Whether a question is to stop."""
        return self.stopped >= number

    def listen(self) -> None:
        """Take what comes. Exits when the parent is gone, even during a computation."""
        asked = 0
        try:
            while True:
                message = self._line.recv_bytes()
                if message[:1] == _STOP:
                    self.stopped = max(self.stopped, int(message[1:]))
                    continue
                asked += message[:1] != _NOTE
                self.messages.put((asked, message))
        except (EOFError, OSError):
            os._exit(0)


def _serve(line: Connection) -> None:
    """Compute what comes through the pipe. Exits when the parent is gone, even during a computation."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # children of this process should only inherit SIG_IGN
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    inbox = _Inbox(line)
    threading.Thread(target=inbox.listen, daemon=True).start()
    while True:
        number, message = inbox.messages.get()
        kind, work = message[:1], message[1:]
        link = WorkLink(partial(inbox.is_stopped, number), partial(_report, line))
        arguments = (link,) if kind == _LINKED else ()
        answer = _answer(work, *arguments)
        if kind != _NOTE:
            with suppress(OSError):  # the parent is gone: `_Inbox.listen` ends this process
                line.send_bytes(_ANSWER + answer)


def _report(line: Connection, report: SearchReport) -> None:
    with suppress(OSError):  # the parent is gone: `_Inbox.listen` ends this process
        line.send_bytes(_REPORT + pickle.dumps(report))


def _answer(work: bytes, *arguments: Any) -> bytes:
    """The result without an error, or the error without a result."""
    try:
        return pickle.dumps((pickle.loads(work)(*arguments), None))  # noqa: S301 -- the parent sent it
    except Exception as error:  # noqa: BLE001 -- the parent reports every error
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error))
