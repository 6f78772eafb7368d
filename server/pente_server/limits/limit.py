"""A limit as one row: what it counts, for whom, how much is usual, and how clients are told of it."""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pente_core.identity import PlayerKind
from pente_protocol.choices.server_limit import Per, ServerLimit, TimeUnit

SECOND: Final = 1
MINUTE: Final = 60
HOUR: Final = 3600
BURST_SECONDS: Final = 3
"""Seconds of a rate that a burst allows at least, if it is not given itself."""
ROW: Final = "limit"
"""Where the metadata of a field has its row."""
_UNITS: Final = {SECOND: TimeUnit.SECOND, MINUTE: TimeUnit.MINUTE, HOUR: TimeUnit.HOUR}
_MANY: Final = 1_000_000


class RateLimit(NamedTuple):
    """How fast something may go on: in seconds on average, and at once after a time of nothing."""

    per_second: float
    burst: float

    def times(self, factor: float) -> "RateLimit":
        """The rate and the burst, that many times."""
        return RateLimit(self.per_second * factor, self.burst * factor)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitRow:
    """What is true of a limit, beside its value. Its name is that of its field in `Allowance`.

    What it counts is said by that name, in the catalogue of sentences.
    """

    per: Per
    usual: float
    """The default, in its unit."""
    most: float = _MANY
    """The largest number that its option takes."""
    unit: int = 0
    """For a rate, the seconds of its unit; 0: it is a number."""
    burst: float = 0
    """For a rate, the usual burst."""
    is_usual: bool = False
    """Whether many hosts change it, so that the short help has its option."""
    is_whole: bool = False
    """For a number, whether it has no fraction."""
    times_for_bots: bool = False
    """Whether a bot may have `bot_factor` times as much."""
    told: str = ""
    """The name under which clients are told of it, if that is not its own."""
    told_of: PlayerKind | None = None
    """Whose limit every client is told; None: that of its own kind."""
    only: PlayerKind | None = None
    """The kind of players for whom alone it is; None: for all."""
    untold: str = ""
    """Why clients are not told of it; empty: they are."""

    def number_name(self, name: str) -> str:
        """The name of the number of a limit: that of a rate says its unit."""
        return f"{name}_per_{_UNITS[self.unit]}" if self.unit else name

    def rate(self, number: float | None, burst: float | None) -> RateLimit:
        """The rate that is given, in its unit. Without a burst: the usual one, and at least three seconds."""
        if burst is None:
            burst = self.burst if number is None else max(self.burst, BURST_SECONDS * number / self.unit)
        return RateLimit((self.usual if number is None else number) / self.unit, burst)

    def announced(self, name: str, value: Any) -> ServerLimit:
        """A value of the limit ``name`` as clients are told of it, in whole numbers."""
        if not isinstance(value, RateLimit):
            return ServerLimit(self.told or name, value, self.per)
        number, burst = round(value.per_second * self.unit), round(value.burst)
        return ServerLimit(self.told or name, number, self.per, _UNITS[self.unit], burst)


def times(value: Any, factor: float) -> Any:
    """The value of a limit, that many times."""
    return value.times(factor) if isinstance(value, RateLimit) else round(value * factor)


def rate(usual: float, unit: int, per: Per, *, burst: float = 0, **facts: Any) -> Any:
    """A field for a rate. Without a burst this is half of the number, of a second three times the number."""
    burst = burst or (BURST_SECONDS * usual if unit == SECOND else usual / 2)
    row = LimitRow(per=per, usual=usual, unit=unit, burst=burst, **facts)
    return field(default=RateLimit(usual / unit, burst), metadata={ROW: row})


def number(usual: float, per: Per, **facts: Any) -> Any:
    """A field for a number."""
    return field(default=usual, metadata={ROW: LimitRow(per=per, usual=usual, **facts)})


def count(usual: int, per: Per, **facts: Any) -> Any:
    """A field for a whole number."""
    return number(usual, per, is_whole=True, **facts)
