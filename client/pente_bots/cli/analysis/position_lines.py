"""The best lines of a position, while they are searched and at last."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from pente_bots.review.expected import expectation_of
from pente_bots.search.request import SearchLine, SearchReport
from pente_core.notation import format_position
from pente_core.records.model.review_notes import percent
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_protocol.sentences import tell

_UP: Final = "\x1b[{}F\x1b[J"
"""Goes so many lines up, and clears what is below."""


@dataclass(frozen=True, slots=True)
class TimedReport:
    """What a search knows, and how long it took."""

    report: SearchReport
    seconds: float

    @property
    def speed(self) -> int:
        """Positions a second; 0 where they are not counted."""
        return round(self.report.nodes / self.seconds) if self.seconds > 0 else 0


def report_lines(position: Position, timed: TimedReport, columns: int) -> Iterator[str]:
    """What a search knows, for people, in lines of at most so many columns."""
    report, rules = timed.report, position.rules
    about = [tell("cli-analyse.to-move", colours=rules.colours[position.colour])]
    about += [f"depth {report.depth}"] if report.depth else []
    about += [f"{report.nodes:,} nodes, {timed.speed:,}/s".replace(",", " ")] if report.nodes else []
    yield f"{', '.join(about)}, {timed.seconds:.1f} s"[:columns]
    for number, line in enumerate(report.lines, 1):
        yield _fitting(f"{number:2}. {percent(expectation_of(line.score)):>12}  ", line, rules.size, columns)


def _fitting(start: str, line: SearchLine, size: int, columns: int) -> str:
    """A line with as many of its stones as fit."""
    for count in range(len(line.points), 0, -1):
        text = start + names_of(line.points[:count], size)
        text += " …" if count < len(line.points) else ""
        if len(text) <= columns:
            return text
    return start.rstrip()[:columns]


def names_of(points: Sequence[Point], size: int) -> str:
    """Points with spaces between."""
    return " ".join(format_point(point, size) for point in points)


def report_json(position: Position, timed: TimedReport) -> str:
    """What a search knows, as one line of JSON."""
    size, report = position.rules.size, timed.report
    lines = [
        {
            "chance": round(line.score.chance, 4),
            "win_in": line.score.win_in,
            "points": [format_point(point, size) for point in line.points],
        }
        for line in report.lines
    ]
    fields = {
        "position": format_position(position),
        "side": position.rules.colours[position.colour],
        "depth": report.depth,
        "nodes": report.nodes,
        "nodes_per_second": timed.speed,
        "seconds": round(timed.seconds, 3),
        "lines": lines,
    }
    return json.dumps(fields, separators=(",", ":"))


class RewrittenLines:
    """Lines on a terminal that others take the place of. Mutable: knows how many there are."""

    def __init__(self, out: TextIO = sys.stdout) -> None:
        self._out = out
        self._count = 0

    def show(self, lines: Sequence[str]) -> None:
        """Put these lines in the place of those before."""
        above = _UP.format(self._count) if self._count else ""
        self._out.write(above + "".join(f"{line}\n" for line in lines))
        self._out.flush()
        self._count = len(lines)
