"""How far a review is, while it is made."""

from collections.abc import Callable
from shutil import get_terminal_size
from typing import Final, TextIO

_WIDTH: Final = 24
_WIPE: Final = "\r\x1b[K"
_OFTEN: Final = 0.1
"""Seconds between two states of the bar."""


class ReviewBar:
    """A bar on a terminal, and nothing elsewhere. Mutable."""

    def __init__(self, out: TextIO, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds from any moment on."""
        self._out, self._clock = out, clock
        self._is_shown = out.isatty()
        self._begun = self._shown = clock()
        self._label = ""

    def begin(self, label: str) -> None:
        """Begin with another game."""
        self._label, self._begun, self._shown = label, self._clock(), 0.0
        self.show(0, 1)

    def show(self, done: int, total: int) -> None:
        """Show how many stones are done, unless it was shown just now."""
        now = self._clock()
        if not self._is_shown or now - self._shown < _OFTEN:
            return
        self._shown = now
        filled = _WIDTH * done // max(1, total)
        left = f", {_duration((now - self._begun) * (total / done - 1))} left" if done else ""
        text = f"[{'#' * filled:.<{_WIDTH}}] {self._label}: {done}/{total} stones{left}"
        self._write(_WIPE + text[: get_terminal_size().columns - 1])

    def clear(self) -> None:
        """Leave an empty line for other output."""
        if self._is_shown:
            self._write(_WIPE)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _duration(seconds: float) -> str:
    """Minutes and seconds.

    >>> _duration(61.2)
    '1:01'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
