"""The process of a foreign engine: lines to it, lines from it, and what it complains of.

Everything that it writes is hostile: lines are cut, and who floods is given up.
"""

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import IO, Final

from pente_bots.foreign_engines import engine_guard
from pente_bots.foreign_engines.engine_command import EngineCommand, EngineProtocol
from pente_bots.foreign_engines.line_splitter import LineSplitter

_FLOOD: Final = 8 << 20
"""Bytes between a command and its answer after which an engine is given up."""
_CHUNK: Final = 1 << 16
_LAST_WORDS: Final = 3
"""Lines of its stderr that are told when it fails."""
_LONGEST_WORD: Final = 160
_FAREWELL: Final = 1.0
"""Seconds for an engine to end by itself, or for the guard to say how it did."""
_END: Final = 10.0
"""Seconds for the guard to end everything: far more than it needs."""
_LOOK_EVERY: Final = 0.5
"""Seconds between looks whether the guard is alive: what it could not end may hold the streams open."""
_KILLED: Final = 128


class ForeignEngineFailed(Exception):
    """The engine can't be asked any more; the message is a sentence with its name and its last words."""


class ForeignProcess:
    """A running engine, for one thread at a time; only `kill` is for any thread. Mutable; close it."""

    def __init__(self, command: EngineCommand) -> None:
        """Start it. Raises ForeignEngineFailed."""
        self.name = command.program
        """Its name, for people."""
        self._out: Final = LineSplitter(is_cr_an_end=command.protocol is EngineProtocol.PISKVORK)
        self._err: Final = LineSplitter(is_cr_an_end=True, keep=_LAST_WORDS)
        self._read = 0
        """Bytes since the last command."""
        self._lock: Final = threading.Lock()
        lifeline, self._lifeline = os.pipe()
        self._is_killed = False
        self._has_ended = False
        """Whether it has closed its output."""
        try:
            self._process: Final = self._started(command, lifeline)
        except OSError as error:
            os.close(self._lifeline)
            raise ForeignEngineFailed(f"{self.name} can't be started: {error.strerror}") from error
        finally:
            os.close(lifeline)
        self._streams: Final = selectors.DefaultSelector()
        self._watch(self._process.stdout, self._out)
        self._watch(self._process.stderr, self._err)
        self._stdin: Final = _number(self._process.stdin)
        os.set_blocking(self._stdin, False)

    def _started(self, command: EngineCommand, lifeline: int) -> subprocess.Popen[bytes]:
        guard = [sys.executable, "-I", "-S", engine_guard.__file__]
        # The guard has a session of its own: Ctrl-C ends us, and we end the engine.
        return subprocess.Popen(  # noqa: S603 -- the engine that was asked for, without a shell
            [*guard, str(lifeline), str(command.limits.memory), *command.words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(lifeline,),
            start_new_session=True,
        )

    def _watch(self, stream: IO[bytes] | None, splitter: LineSplitter) -> None:
        os.set_blocking(_number(stream), False)
        self._streams.register(_number(stream), selectors.EVENT_READ, splitter)

    def send(self, *lines: str, until: float) -> None:
        """Write a command, after forgetting all that was not asked for. ``until`` is a moment of
        `time.monotonic`. Raises ForeignEngineFailed.
        """
        self._read = 0
        while self._pump(0.0):
            self._check_flood()
        self._out.lines.clear()
        data = "".join(f"{line}\n" for line in lines).encode()
        self._streams.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while data := data[self._written(data) :]:
                self._wait(until, "does not read its commands")
        finally:
            self._streams.unregister(self._stdin)

    def line(self, until: float) -> str:
        """The next line of the answer; it may be empty. Raises ForeignEngineFailed, also if it is late."""
        while not self._out.lines:
            if self._has_ended:
                raise self._ended()
            self._wait(until, "did not answer in time")
        return self._out.lines.popleft()

    def failed(self, what: str) -> ForeignEngineFailed:
        """The failure as an error: its name, what it did, and its last words."""
        self._pump(0.0)
        words = [line[:_LONGEST_WORD] for line in self._err.lines if line]
        told = f"; its last words were: {' | '.join(words)}" if words else ""
        return ForeignEngineFailed(f"{self.name} {what}{told}")

    def kill(self) -> None:
        """End the engine and all its processes at once; whoever waits for it gets ForeignEngineFailed."""
        with self._lock:
            if not self._is_killed:
                self._is_killed = True
                os.close(self._lifeline)

    def close(self, *farewell: str) -> None:
        """End the engine and all its processes; nothing of it is left when this returns.

        After a ``farewell``, it has a moment to end by itself.
        """
        if farewell and not self._is_killed:
            until = time.monotonic() + _FAREWELL
            with suppress(ForeignEngineFailed):
                self.send(*farewell, until=until)
                while True:
                    self.line(until)
        self.kill()
        try:
            self._process.wait(_END)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._streams.close()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _written(self, data: bytes) -> int:
        """Write as much as fits; how many bytes that were."""
        try:
            return os.write(self._stdin, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            raise self._ended() from error

    def _wait(self, until: float, otherwise: str) -> None:
        """Wait for something to read, or for a moment. Raises ForeignEngineFailed."""
        rest = until - time.monotonic()
        if rest <= 0:
            raise self.failed(otherwise)
        if not self._pump(min(rest, _LOOK_EVERY)) and self._is_gone():
            raise self._ended()
        self._check_flood()

    def _is_gone(self) -> bool:
        """Whether the guard has ended, and nothing that was written before is left to read."""
        return self._process.poll() is not None and not self._pump(0.0)

    def _check_flood(self) -> None:
        if self._read > _FLOOD:
            raise self.failed("floods us with output")

    def _pump(self, seconds: float) -> bool:
        """Read what there is, waiting at most so long for the first of it; whether there was something."""
        ready = self._streams.select(seconds)
        for key, _ in ready:
            if key.data is not None:
                self._read_from(key)
        return bool(ready)

    def _read_from(self, key: selectors.SelectorKey) -> None:
        try:
            data = os.read(key.fd, _CHUNK)
        except BlockingIOError:  # an error of the selector; there will be more
            return
        self._read += len(data)
        key.data.feed(data)
        if not data:
            key.data.finish()
            self._streams.unregister(key.fd)
            self._has_ended |= key.data is self._out

    def _ended(self) -> ForeignEngineFailed:
        """The error when it has closed its streams: how it ended, if it did."""
        try:
            return self.failed(_told(self._process.wait(_FAREWELL)))
        except subprocess.TimeoutExpired:
            return self.failed("closed its output")


def _told(status: int) -> str:
    """The end of an engine in words.

    >>> _told(3), _told(137)
    ('ended with status 3', 'was killed by SIGKILL')
    """
    number = -status if status < 0 else status - _KILLED
    if number > 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(number).name}"
    return f"ended with status {status}"


def _number(stream: IO[bytes] | None) -> int:
    assert stream is not None, "all three are pipes"
    return stream.fileno()
