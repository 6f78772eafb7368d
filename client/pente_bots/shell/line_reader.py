"""Lines of bounded length, out of whatever bytes come."""

from collections import deque
from collections.abc import Callable
from typing import Final

LONGEST_LINE: Final = 8192
"""The most bytes of a line."""


class LineTooLong(Exception):
    """A line had more bytes than is allowed; it was skipped."""


class LineReader:
    """Splits bytes into lines. Mutable. It keeps no more of a line than is allowed, however long that is."""

    def __init__(self, read: Callable[[], bytes], longest: int = LONGEST_LINE) -> None:
        """``read`` waits for bytes, any number of them; none at the end."""
        self._read: Final = read
        self._longest: Final = longest
        self._lines: deque[bytes | None] = deque()
        """What was read ahead; None stands for a line that was too long."""
        self._begun = b""
        """The beginning of a line of which the end has not come."""
        self._is_skipping = False
        self._has_ended = False

    @property
    def is_ready(self) -> bool:
        """Whether `line` answers without reading."""
        return bool(self._lines) or self._has_ended

    def feed(self) -> None:
        """Read once."""
        more = self._read()
        self._has_ended = not more
        if self._has_ended and (self._begun or self._is_skipping):
            more = b"\n"
        *whole, self._begun = (self._begun + more).split(b"\n")
        for line in whole:
            self._lines.append(None if self._is_skipping or len(line) > self._longest else line)
            self._is_skipping = False
        if len(self._begun) > self._longest:
            self._begun, self._is_skipping = b"", True

    def line(self) -> str | None:
        """The next line without its end, or None when there are no more. What is not UTF-8 is replaced.

        Raises LineTooLong instead of such a line.
        """
        while not self.is_ready:
            self.feed()
        if not self._lines:
            return None
        line = self._lines.popleft()
        if line is None:
            raise LineTooLong(f"a line has at most {self._longest} bytes")
        return line.decode("utf-8", "replace").removesuffix("\r")
