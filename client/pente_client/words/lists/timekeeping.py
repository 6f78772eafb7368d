"""The times of a game in words: each turn, what was not charged, and why a flag fell."""

from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final

from pente_client.words.phrases import clock_text, name_of, names_of, time_text
from pente_core.clock.instant import Instant, Millis
from pente_core.records.timekeeping import AbsentSpan, FlagFall, TimedTurn, Timekeeping, Uncharged
from pente_core.room import events as ev
from pente_core.rules.point import format_point
from pente_protocol.sentences import tell

HEADINGS: Final = (
    "#",
    *map(tell, ("why.player", "why.turn", "why.at-server", "why.took", "why.not-charged", "why.clock-after")),
)


def timekeeping_lines(times: Timekeeping, size: int, zone: tzinfo | None = None) -> Iterator[str]:
    """The times of a game on a board of ``size``; times of day in ``zone``, None: local time."""
    yield f"{names_of(times.players)}, {time_text(times.control)}."
    if times.begun is None:
        yield tell("why.not-begun")
        return
    zone_name = _local(times.begun, zone).strftime("%Z")
    yield tell("why.times", day=_day(times.begun, zone), zone=zone_name)
    yield from _table([HEADINGS, *(_row(turn, size, zone) for turn in times.turns)])
    yield from _outages(times, zone)
    yield from _absences(times.absences, zone)
    for flag in times.flags:
        yield from flag_lines(flag, zone)


def flag_lines(flag: FlagFall, zone: tzinfo | None = None) -> Iterator[str]:
    """Why a flag fell."""
    name = name_of(flag.player)
    begun, had, parts = _clock(flag.begun, zone), clock_text(flag.had), _parts(flag.uncharged)
    if parts:
        yield tell("why.flag-uncharged", name=name, begun=begun, had=had, parts=", ".join(parts))
    else:
        yield tell("why.flag", name=name, begun=begun, had=had)
    yield tell("why.fell", name=name, fell=_clock(flag.fell, zone))
    if flag.absent_since is not None:
        yield tell("why.absent-from", name=name, start=_clock(flag.absent_since, zone))


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
        ("why.lag", uncharged.lag),
        ("why.outage", uncharged.outage),
        ("why.pause", uncharged.pause),
        ("why.wait", uncharged.wait),
        ("why.given", uncharged.given),
    )
    return [f"{tell(key)} {_seconds(span)}" for key, span in named if span]


def _outages(times: Timekeeping, zone: tzinfo | None) -> Iterator[str]:
    if not times.outages:
        yield tell("why.no-outage")
    for each in times.outages:
        yield tell("why.was-away", start=_clock(each.start, zone), end=_clock(each.end, zone))


def _absences(absences: Sequence[AbsentSpan], zone: tzinfo | None) -> Iterator[str]:
    if not absences:
        yield tell("why.all-connected")
    for each in absences:
        end = tell("why.the-end") if each.end is None else _clock(each.end, zone)
        yield tell("why.absent", name=name_of(each.player), start=_clock(each.start, zone), end=end)


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
