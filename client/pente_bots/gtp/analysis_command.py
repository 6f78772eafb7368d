"""The command of docs/gtp.md that searches without playing."""

from typing import Final

from pente_bots.gtp.gtp_arguments import numbers_of
from pente_bots.gtp.gtp_engine import GtpEngine
from pente_bots.gtp.gtp_lines import GtpError
from pente_bots.search.request import SearchLine, SearchReport
from pente_core.rules.point import format_point

_MOST_LINES: Final = 20


def analyze(engine: GtpEngine, rest: str) -> str:
    """The best lines, as many as asked for, each with its score; the game stays as it is."""
    (count,) = numbers_of(rest.split()[:1] or ["1"], _MOST_LINES)
    if engine.has_ended or engine.game.position.choices:
        raise GtpError("cannot analyze: no stone is due")
    report = engine.searched(max(1, count))
    return "\n".join(_text(line, report, engine.game.rules.size) for line in report.lines)


def _text(line: SearchLine, report: SearchReport, size: int) -> str:
    score, points = line.score, [format_point(point, size) for point in line.points]
    words = [f"move {points[0]} chance {score.chance:.4f}"]
    words += [] if score.win_in is None else [f"win_in {score.win_in}"]
    words += [
        f"{name} {count}" for name, count in (("depth", report.depth), ("nodes", report.nodes)) if count
    ]
    return " ".join([*words, "line", *points])
