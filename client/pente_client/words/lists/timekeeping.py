"""The times of a game in words: each turn, what was not charged, and why a flag fell."""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final

from pente_client.words.phrases import clock_text, name_of, names_of, time_text
from pente_core.clock.instant import Instant, Millis
from pente_core.records.timekeeping import AbsentSpan, FlagFall, TimedTurn, Timekeeping, Uncharged
from pente_core.room import events as ev
from pente_core.rules.point import format_point

HEADINGS: Final = ("#", "player", "turn", "at the server", "took", "not charged", "clock after")


def timekeeping_lines(times: Timekeeping, size: int, zone: tzinfo | None = None) -> Iterator[str]:
    """The times of a game on a board of ``size``; times of day in ``zone``, None: local time."""
    yield f"{names_of(times.players)}, {time_text(times.control)}."
    if times.begun is None:
        yield "The game did not begin."
        return
    when = f"{_day(times.begun, zone)}, in {_zone_name(times.begun, zone)}"
    yield f"Times are by the server's clock, on {when}."
    yield from _table([HEADINGS, *(_row(turn, size, zone) for turn in times.turns)])
    yield from _outages(times, zone)
    yield from _absences(times.absences, zone)
    for flag in times.flags:
        yield from flag_lines(flag, zone)


def flag_lines(flag: FlagFall, zone: tzinfo | None = None) -> Iterator[str]:
    """Why a flag fell."""
    name = name_of(flag.player)
    yield (
        f"Why the flag fell: {name}'s turn began at {_clock(flag.begun, zone)}"
        f" with {clock_text(flag.had)} on the clock{_besides(flag.uncharged)}."
    )
    fell = _clock(flag.fell, zone)
    yield f"The clock reached zero at {fell}, and no move of {name} had reached the server."
    if flag.absent_since is not None:
        yield f"{name} was not connected from {_clock(flag.absent_since, zone)} on."


def _besides(uncharged: Uncharged) -> str:
    parts = _parts(uncharged)
    return f"; not charged: {', '.join(parts)}" if parts else ""


def _row(turn: TimedTurn, size: int, zone: tzinfo | None) -> tuple[str, ...]:
    event = turn.event
    shown = format_point(event.point, size) if isinstance(event, ev.Moved) else event.choice.value
    left = "-" if turn.remaining is None else clock_text(turn.remaining)
    return (
        str(turn.number),
        name_of(turn.player),
        shown,
        _clock(turn.received, zone),
        _seconds(turn.taken),
        " ".join(_parts(turn.uncharged)) or "-",
        left,
    )


def _parts(uncharged: Uncharged) -> list[str]:
    named = (
        ("lag", uncharged.lag),
        ("outage", uncharged.outage),
        ("pause", uncharged.pause),
        ("wait", uncharged.wait),
        ("given", uncharged.given),
    )
    return [f"{what} {_seconds(span)}" for what, span in named if span]


def _outages(times: Timekeeping, zone: tzinfo | None) -> Iterator[str]:
    if not times.outages:
        yield "The server was not away during the game."
    for each in times.outages:
        span = f"from {_clock(each.start, zone)} to {_clock(each.end, zone)}"
        yield f"The server was away {span}; no clock ran."


def _absences(absences: Sequence[AbsentSpan], zone: tzinfo | None) -> Iterator[str]:
    if not absences:
        yield "All players were connected, but for moments."
    for each in absences:
        end = "the end" if each.end is None else _clock(each.end, zone)
        yield f"{name_of(each.player)} was not connected from {_clock(each.start, zone)} to {end}."


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _seconds(span: Millis) -> str:
    return f"{span / 1000:.1f} s" if span >= 1000 else f"{span} ms"


def _local(at: Instant, zone: tzinfo | None) -> datetime:
    return datetime.fromtimestamp(at / 1000, zone).astimezone(zone)


def _clock(at: Instant, zone: tzinfo | None) -> str:
    return _local(at, zone).strftime("%H:%M:%S.") + f"{at % 1000:03}"


def _day(at: Instant, zone: tzinfo | None) -> str:
    return _local(at, zone).strftime("%Y-%m-%d")


def _zone_name(at: Instant, zone: tzinfo | None) -> str:
    return f"your local time ({_local(at, zone).strftime('%Z')})"
