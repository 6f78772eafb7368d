"""The progress of an arena, while it plays."""

from collections.abc import Callable
from shutil import get_terminal_size
from types import TracebackType
from typing import Final, Self, TextIO

from pente_bots.arena.sprt import Sprt
from pente_bots.arena.standings import Standings

_WIDTH: Final = 24
_WIPE: Final = "\r\x1b[K"
"""Clears the line, and puts the cursor at its start."""
_RARELY: Final = 1.0
"""Seconds between two lines, where lines can't be cleared."""
_OFTEN: Final = 0.1
"""Seconds between two states of a bar."""
_STILL: Final = 60.0
"""Seconds until a line is repeated, so that long games are seen to go on."""


class MatchProgress:
    """A bar on a terminal, cleared at the end; lines elsewhere. Mutable; use it in a ``with``."""

    def __init__(self, out: TextIO, total: int, clock: Callable[[], float]) -> None:
        """``clock`` gives seconds from any moment on."""
        self._out = out
        self._total = total
        self._clock = clock
        self._has_bar = out.isatty()
        self._shown = self._begun = clock()
        self._games = 0
        """How many games were over when it was last shown."""

    def show(self, standings: Standings, sprt: Sprt | None = None) -> None:
        """Show the progress, unless it was shown just now. Call it also while games go on."""
        now = self._clock()
        pause = _OFTEN if self._has_bar else _RARELY if standings.games > self._games else _STILL
        if now - self._shown < pause:
            return
        self._shown, self._games = now, standings.games
        words = [f"{standings.games}/{self._total} games", _leaders(standings)]
        if sprt is not None:
            words.append(f"test {sprt.ratio(standings.score(0, 1)):+.2f} of {sprt.bounds[1]:+.2f}")
        if self._has_bar:
            filled = _WIDTH * standings.games // max(1, self._total)
            words.insert(1, self._time(now - self._begun, standings.games))
            bar = f"[{'#' * filled:.<{_WIDTH}}] {', '.join(words)}"
            self._write(_WIPE + bar[: get_terminal_size().columns - 1])
        else:
            self._write(f"{', '.join(words)}\n")

    def _time(self, gone: float, games: int) -> str:
        """How long it will take; before the first game has ended, how long it has taken."""
        if not games:
            return f"{_duration(gone)} so far"
        return f"{_duration(gone * (self._total / games - 1))} left"

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
