"""The log lines of a child process, in the server's log."""

import asyncio
import logging
from time import monotonic
from typing import Final

from pente_protocol.untrusted_text import clean
from pente_server.limits.token_bucket import TokenBucket

LINES: Final = (0.2, 20.0)
"""The lines that are logged, per second and at once. The others are counted."""
LONGEST_LINE: Final = 500

_log = logging.getLogger(__name__)
_LEVELS: Final = {"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"}


class LogRelay:
    """Logs what a child process writes, at the level that each line begins with. Mutable."""

    def __init__(self, name: str) -> None:
        """``name`` stands before each line."""
        self._name = name
        self._bucket = TokenBucket(*LINES, monotonic)
        self._level = logging.ERROR
        self._left_out = 0

    async def run(self, stderr: asyncio.StreamReader) -> None:
        """Log every line until the end of the stream."""
        while True:
            try:
                line = await stderr.readline()
            except ValueError:  # longer than the reader's buffer, which has dropped it
                continue
            if not line:
                return
            self.relay(line.decode(errors="replace"))

    def relay(self, line: str) -> None:
        """Log a line, unless there were too many. A line without a level continues the one before."""
        level, _, text = line.partition(" ")
        if level in _LEVELS:
            self._level = logging.getLevelNamesMapping()[level]
        else:
            text = line
        if self._bucket.try_take():
            self._left_out += 1
            return
        if self._left_out:
            _log.warning("%s: %d more lines were left out", self._name, self._left_out)
            self._left_out = 0
        _log.log(self._level, "%s: %s", self._name, clean(text, LONGEST_LINE))
