"""Commands from standard input, as they are."""

import os
import select
from typing import Final, Protocol

from pente_bots.shell.line_reader import LineReader

_CHUNK: Final = 65536


class CommandSource(Protocol):
    """Where commands come from."""

    def line(self) -> str | None:
        """The next line; None at the end. Raises LineTooLong, and KeyboardInterrupt for Ctrl-C."""

    def is_interrupted(self) -> bool:
        """Whether another line, or the end, has come meanwhile. Does not wait."""


class StdinSource:
    """Reads a pipe, a file or a terminal that edits its lines itself. Mutable: it reads ahead."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: Final = descriptor
        self.reader: Final = LineReader(self._read)

    def line(self) -> str | None:
        return self.reader.line()

    def is_interrupted(self) -> bool:
        while not self.reader.is_ready and self._can_read():
            self.reader.feed()
        return self.reader.is_ready

    def _read(self) -> bytes:
        try:
            return os.read(self._descriptor, _CHUNK)
        except OSError:  # a terminal that was closed
            return b""

    def _can_read(self) -> bool:
        try:
            return bool(select.select([self._descriptor], [], [], 0)[0])
        except (OSError, ValueError):  # a system on which only sockets can be asked; Ctrl-C is left
            return False
