"""Advice about a position: the best points, each with a reason, the expected moves, and who stands better."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from pente_bots.patterns.lookahead import Branch, Lookahead
from pente_bots.players.patterns import LEVELS, score_of
from pente_bots.players.player import legal_points
from pente_bots.players.priorities import REASONS, PrioritiesPlayer, ThreatLevel, captures_text, threat_levels
from pente_core.rules.captures import captures_by
from pente_core.rules.point import Point
from pente_core.rules.position import Position

POINTS: Final = 3
"""The most points that are advised."""
_LEVEL: Final = 3
_URGENT: Final = (ThreatLevel.WIN, ThreatLevel.BLOCK_WIN)
_MEANINGS: Final = {
    ThreatLevel.WIN: "The game is over with it.",
    ThreatLevel.BLOCK_WIN: "Anywhere else, the opponent can win with the next stone.",
    ThreatLevel.OPEN_FOUR: "Both ends of it are free, and one stone can close only one of them.",
    ThreatLevel.BLOCK_OPEN_FOUR: (
        "Otherwise the opponent gets one with both ends free, and one stone can close only one of them."
    ),
    ThreatLevel.OPEN_THREE: "It threatens an open tessera, so the opponent has to answer.",
    ThreatLevel.BLOCK_OPEN_THREE: "Otherwise the opponent gets one, and you have to answer it.",
    ThreatLevel.OPEN_TWO: "It can grow into an open tria.",
}
_CAPTURES: Final = "Captured stones leave a gap, and count towards a win by captures."


@dataclass(frozen=True, slots=True)
class JudgedPoint:
    """A point for the next stone, and what it does at once, as in *stops an open tessera*; may be empty."""

    point: Point
    reason: str
    meaning: str
    """What that is good for, in sentences; may be empty."""


@dataclass(frozen=True, slots=True)
class PositionAdvice:
    """What a player sees in a position."""

    value: float
    """The value for the side to place the next stone, from -1 (it loses) to 1 (it wins)."""
    points: tuple[JudgedPoint, ...]
    """The best points, the best first."""
    line: tuple[Point, ...]
    """The moves that it expects, from the best point on."""


def advise(position: Position) -> PositionAdvice:
    """Advice for the side to place the next stone. Equal positions get equal advice, in any process.

    Raises ValueError where no stone is due. Takes up to a few tenths of a second.
    """
    legal_points(position)
    levels = [(level, set(points)) for level, points in threat_levels(position, captures=True)]
    urgent = next((points for level, points in levels if level in _URGENT and points), None)
    value, lines = _seen(position)
    if urgent is not None:
        lines = [line for line in lines if line[0] in urgent] or [(point,) for point in sorted(urgent)]
    points = tuple(_judged(position, line[0], levels) for line in lines[:POINTS])
    return PositionAdvice(value, points, lines[0])


def _seen(position: Position) -> tuple[float, list[tuple[Point, ...]]]:
    """The value of a position, and the expected moves from each of the best points, the best first."""
    if position.rules.sides == 2 and position.board.occupied:
        branches = Lookahead(position, LEVELS[_LEVEL], Random(position.key)).branches()
        return score_of(branches[0].worth).value, [tuple(_expected([branch])) for branch in branches]
    judged = PrioritiesPlayer(Random(position.key), captures=True).evaluate(position)
    chosen = PrioritiesPlayer(Random(position.key), captures=True).choose(position)
    best = dict.fromkeys([chosen, *(point for point, worth in judged.best_first if worth)])
    return judged.value, [(point,) for point in best]


def _expected(branches: Sequence[Branch]) -> Iterator[Point]:
    while branches:
        yield branches[0].point
        branches = branches[0].replies


def _judged(
    position: Position, point: Point, levels: Sequence[tuple[ThreatLevel, set[Point]]]
) -> JudgedPoint:
    """A point with what a stone on it does at once, and why that matters."""
    reasons = list(captures_text(position, point))
    meanings = [_CAPTURES] if reasons else []
    for level in [level for level, points in levels if point in points][:1]:
        reasons.append(REASONS[level])
        meanings.append(_MEANINGS[level])
    return JudgedPoint(point, " and ".join(reasons), " ".join(meanings))


@dataclass(frozen=True, slots=True)
class PositionDanger:
    """What the opponents threaten, as the side to place the next stone should know."""

    wins: tuple[Point, ...]
    """Where a stone stops a win with the next stone; empty: none is threatened."""
    fours: tuple[Point, ...]
    """Where a stone stops an open tessera, after which no single stone stops the win."""
    captures: tuple[tuple[Point, tuple[Point, ...]], ...]
    """Where the opponents can capture, and what."""


def danger(position: Position) -> PositionDanger:
    """What threatens the side to place the next stone. Raises ValueError where no stone is due."""
    legal_points(position)
    levels = {level: tuple(points) for level, points in threat_levels(position, captures=True)}
    return PositionDanger(
        levels[ThreatLevel.BLOCK_WIN],
        levels[ThreatLevel.BLOCK_OPEN_FOUR],
        tuple(_captures_of_opponents(position)),
    )


def _captures_of_opponents(position: Position) -> Iterator[tuple[Point, tuple[Point, ...]]]:
    """Where an opponent can capture stones of the side to place the next one, and which."""
    board, rules = position.board, position.rules
    mine = rules.team(position.colour)
    playing = {colour for colour in range(rules.sides) if not position.out >> colour & 1}
    for point in board.geometry.points(position.compiled.full & ~board.occupied):
        taken = {
            stone
            for colour in playing.difference(mine)
            for capture in captures_by(position.compiled, board, colour, point)
            if capture.colour in mine
            for stone in capture.points
        }
        if taken:
            yield point, tuple(sorted(taken))
