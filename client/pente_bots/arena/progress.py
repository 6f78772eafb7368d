"""The progress of an arena, while it plays."""

from collections.abc import Callable
from shutil import get_terminal_size
from types import TracebackType
from typing import Final, Self, TextIO

from pente_bots.arena.standings import Standings

_WIDTH: Final = 24
_WIPE: Final = "\r\x1b[K"
"""Clears the line, and puts the cursor at its start."""
_RARELY: Final = 1.0
"""Seconds between two lines, where lines can't be cleared."""
_OFTEN: Final = 0.1
"""Seconds between two states of a bar."""


class MatchProgress:
    """A bar on a terminal, cleared at the end; lines elsewhere. Mutable; use it in a ``with``."""

    def __init__(self, out: TextIO, total: int, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds from any moment on."""
        self._out = out
        self._total = total
        self._clock = clock
        self._has_bar = out.isatty()
        self._shown = self._begun = clock()

    def show(self, standings: Standings) -> None:
        """Show the progress, unless it was shown just now."""
        now = self._clock()
        if now - self._shown < (_OFTEN if self._has_bar else _RARELY):
            return
        self._shown = now
        done, leaders = f"{standings.games}/{self._total} games", _leaders(standings)
        if self._has_bar:
            filled = _WIDTH * standings.games // max(1, self._total)
            left = _duration((now - self._begun) * (self._total / max(1, standings.games) - 1))
            bar = f"[{'#' * filled:.<{_WIDTH}}] {done}, {left} left, {leaders}"
            self._write(_WIPE + bar[: get_terminal_size().columns - 1])
        else:
            self._write(f"{done}, {leaders}\n")

    def note(self, text: str) -> None:
        """Write a line that stays."""
        self._write(f"{_WIPE if self._has_bar else ''}{text}\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._has_bar:
            self._write(_WIPE)

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


def _leaders(standings: Standings) -> str:
    """The first two, with their points."""
    first = standings.ranking()[:2]
    return ", ".join(f"{standings.labels[player]} {standings.total(player).points:g}" for player in first)


def _duration(seconds: float) -> str:
    """Minutes and seconds.

    >>> _duration(61.2)
    '1:01'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
