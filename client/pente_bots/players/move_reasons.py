"""What a stone does at once, in words."""

from collections.abc import Iterable
from typing import Final

from pente_bots.players.priorities import ThreatLevel, threat_levels
from pente_core.rules.point import Point
from pente_core.rules.position import Position

REASONS: Final = {
    ThreatLevel.WIN: "wins",
    ThreatLevel.BLOCK_WIN: "stops a win",
    ThreatLevel.OPEN_FOUR: "makes an open four",
    ThreatLevel.BLOCK_OPEN_FOUR: "stops an open four",
    ThreatLevel.OPEN_THREE: "makes an open three",
    ThreatLevel.BLOCK_OPEN_THREE: "stops an open three",
    ThreatLevel.OPEN_TWO: "makes an open two",
}


def reason_of(position: Position, point: Point) -> str:
    """What a stone on a legal point does at once, as in *captures a pair and stops an open four*; may be
    empty.
    """
    found = (level for level, points in threat_levels(position, captures=True) if point in points)
    return " and ".join((*captures_text(position, point), *_first(found)))


def captures_text(position: Position, point: Point) -> tuple[str, ...]:
    """That a stone on a legal point captures, if it does."""
    move, _ = position.play(point)
    taken = sum(len(capture.points) for capture in move.captured)
    if not taken:
        return ()
    return ("captures a pair" if taken == 2 else f"captures {taken} stones",)


def _first(levels: Iterable[ThreatLevel]) -> tuple[str, ...]:
    """The reason of the most urgent level."""
    return tuple(REASONS[level] for level in levels)[:1]
