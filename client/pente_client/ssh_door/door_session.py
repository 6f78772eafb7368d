"""One person's session: a channel of SSH on one side, a prompt_toolkit session in a thread on the other."""

import asyncio
import codecs
import logging
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from tempfile import TemporaryDirectory
from typing import Any, Final

import asyncssh
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import AppSession
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input.typeahead import clear_typeahead

from pente_client.ssh_door.asyncssh_channel import refuse_environment
from pente_client.ssh_door.channel_input import ChannelInput
from pente_client.ssh_door.channel_output import USUAL, bounded_size, output_to
from pente_client.ssh_door.session_thread import FAILED, SessionThread
from pente_client.ssh_door.visitor import Visit, Visitor
from pente_client.terminal.session_terminal import SessionTerminal, at_terminal
from pente_protocol.sentences import tell

UNREAD: Final = 1 << 20
"""Bytes that may wait for a client that does not read; then its connection is cut."""
KEYS: Final = 4096.0
"""Bytes a second that are read from a client, and four times as many at once: mice send a lot."""
RESIZED_AFTER: Final = 0.05
"""Seconds after which a change of the window is drawn, together with those that came meanwhile."""
NO_TERMINAL: Final = 2
_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_DUMB: Final = ("", "dumb", "unknown")
_NEEDS_TERMINAL: Final = tell("door.needs-terminal")

_log = logging.getLogger("pente.ssh_door")


class DoorSession(asyncssh.SSHServerSession[bytes]):
    """A session channel: a terminal, and nothing else. Mutable.

    Its methods run in the door's thread, but for those that say otherwise.
    """

    def __init__(
        self,
        visit: Visit,
        visitor: Callable[[Callable[[str], None]], Visitor],
        on_start: Callable[[], None],
        on_end: Callable[[], None],
        idle: float,
    ) -> None:
        """``visitor`` makes the visitor with what takes their farewell; ``idle``: see `DoorLimits`.

        ``on_start`` is called when the client asks for the screens, which it may never do.
        """
        self._visit = visit
        self._visitor = visitor(self._farewell_line)
        self._on_start = on_start
        self._on_end = on_end
        self._idle = idle
        self._loop = asyncio.get_running_loop()
        self._thread = SessionThread(self._work, self._ended_in_thread)
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._input = ChannelInput()
        self._size = USUAL
        self._app_session: AppSession | None = None
        self._farewell: list[str] = []
        self._term = ""
        self._budget = 4 * KEYS
        self._budget_at = self._last_key = self._loop.time()
        self._resizing: asyncio.TimerHandle | None = None
        self._idling: asyncio.TimerHandle | None = None
        self._is_ended = False

    # What the client asks for

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._channel = chan
        refuse_environment(chan)

    def pty_requested(self, term_type: str, term_size: Any, _term_modes: Any) -> bool:
        """Take a terminal of any kind; what its kind is called may be anything."""
        self._term = term_type if _TERM.fullmatch(term_type) else ""
        self._size = bounded_size(term_size[0], term_size[1])
        return True

    def shell_requested(self) -> bool:
        """Allow what OpenSSH asks for without a command; there is no shell."""
        return True

    def exec_requested(self, _command: str) -> bool:
        return False

    def subsystem_requested(self, _subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self._on_start()
        if self._term in _DUMB:
            self._farewell.append(_NEEDS_TERMINAL)
            self._ended(NO_TERMINAL)
            return
        try:
            self._thread.start()
        except RuntimeError:  # the system allows no more threads
            self._farewell.append(tell("door.too-many-sessions"))
            self._ended(FAILED)
            return
        if self._idle:
            self._watch_idling()

    def data_received(self, data: bytes, _datatype: Any) -> None:
        """Hand on what was typed, and read on once that is done."""
        self._last_key = self._loop.time()
        self._channel.pause_reading()
        text = self._decoder.decode(data)
        if not self._thread.call(self._feed, text, len(data)):
            self._read_on(len(data))

    def terminal_size_changed(self, width: int, height: int, _pixwidth: int, _pixheight: int) -> None:
        self._size = bounded_size(width, height)
        if self._resizing is None:
            self._resizing = self._loop.call_later(RESIZED_AFTER, self._resize)

    def break_received(self, _msec: int) -> bool:
        return False

    def eof_received(self) -> bool:
        self._thread.stop()
        return True  # the farewell can still be read

    def connection_lost(self, _exc: Exception | None) -> None:
        self._thread.stop()
        self._end_timers()

    def close(self, reason: str) -> None:
        """End the session; ``reason`` is a sentence that the person reads."""
        if not self._is_ended:
            self._farewell.append(reason)
            self._thread.stop()

    # Keys, sizes and time

    def _feed(self, text: str, size: int) -> None:
        """Take keys; in the session's thread."""
        self._input.feed(text)
        self._in_door(self._read_on, size)

    def _read_on(self, size: int) -> None:
        """Read on, but not faster than a person types or a mouse moves."""
        now = self._loop.time()
        self._budget = min(4 * KEYS, self._budget + (now - self._budget_at) * KEYS) - size
        self._budget_at = now
        if self._budget >= 0:
            self._resume()
        else:
            self._loop.call_later(-self._budget / KEYS, self._resume)

    def _resume(self) -> None:
        if not self._channel.is_closing():
            self._channel.resume_reading()

    def _resize(self) -> None:
        self._resizing = None
        self._thread.call(self._draw_resized)

    def _draw_resized(self) -> None:
        """Draw for another size; in the session's thread."""
        app = self._app_session.app if self._app_session else None
        if app is not None and app.is_running:
            app._on_resize()  # noqa: SLF001 -- prompt_toolkit's own SSH server calls it

    def _watch_idling(self) -> None:
        """End the session when no key has come for so long; else look again when that may be."""
        left = self._last_key + self._idle - self._loop.time()
        if left > 0:
            self._idling = self._loop.call_later(left, self._watch_idling)
        else:
            self.close(tell("door.idle"))

    def _end_timers(self) -> None:
        for timer in (self._resizing, self._idling):
            if timer is not None:
                timer.cancel()

    # The session itself

    async def _work(self) -> int:
        """The visit, in a prompt_toolkit session of its own; in the session's thread."""
        output = output_to(self._send_from_thread, lambda: self._size, self._term)
        try:
            with (
                self._settings() as settings,
                at_terminal(SessionTerminal({"TERM": self._term, "PENTE_CONFIG": settings}, "utf-8")),
                create_app_session(self._input, output) as session,
            ):
                self._app_session = session
                return await self._visit(self._visitor)
        finally:
            self._app_session = None
            clear_typeahead(self._input)

    def _settings(self) -> AbstractContextManager[str]:
        """The directory of the person's settings; for a guest, one that goes with the session."""
        if self._visitor.settings is not None:
            return nullcontext(str(self._visitor.settings))
        return TemporaryDirectory(prefix="pente-ssh-")

    def _farewell_line(self, line: str) -> None:
        self._farewell.append(line)

    def _send_from_thread(self, text: str) -> None:
        self._in_door(self._send, text)

    def _ended_in_thread(self, status: int) -> None:
        self._in_door(self._ended, status)

    def _in_door(self, function: Callable[..., None], *arguments: object) -> None:
        """Have a function called in the door's thread, unless the door has closed."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *arguments)

    def _send(self, text: str) -> None:
        if self._channel.is_closing():
            return
        with suppress(BrokenPipeError):
            self._channel.write(text.encode("utf-8", "replace"))
        if self._channel.get_write_buffer_size() > UNREAD:
            _log.warning("a client at %s does not read; its session ends", self._visitor.address)
            self._channel.abort()
            self._thread.stop()

    def _ended(self, status: int) -> None:
        if self._is_ended:
            return
        self._is_ended = True
        self._end_timers()
        self._send("".join(f"{line}\r\n" for line in self._farewell))
        if not self._channel.is_closing():
            self._channel.exit(status)
        self._on_end()

    @property
    def size(self) -> Size:
        """The window, in the bounds that are drawn."""
        return self._size
