"""The player that answers the most urgent threat."""

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cached_property, reduce
from operator import and_, or_
from random import Random
from typing import Final

from pente_bots.players.player import Evaluation, Player, legal_points, most_central
from pente_bots.players.threat_shapes import Threat, open_rows_to_fill, rows_to_fill
from pente_bots.players.weights import WeightsPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.rules.game import Game
from pente_core.rules.geometry import Bits
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import PointSet, Position
from pente_core.rules.queries import captures_by_point
from pente_core.value import replace

Threats = list[Threat]


class ThreatLevel(StrEnum):
    """What a stone would achieve, the most urgent first. A four is one stone short of a line, and so on."""

    WIN = "win"
    BLOCK_WIN = "stop a win"
    OPEN_FOUR = "make an open tessera"
    BLOCK_OPEN_FOUR = "stop an open tessera"
    OPEN_THREE = "make an open tria"
    BLOCK_OPEN_THREE = "stop an open tria"
    OPEN_TWO = "make an open two"


REASONS: Final = {
    ThreatLevel.WIN: "wins",
    ThreatLevel.BLOCK_WIN: "stops a win",
    ThreatLevel.OPEN_FOUR: "makes an open tessera",
    ThreatLevel.BLOCK_OPEN_FOUR: "stops an open tessera",
    ThreatLevel.OPEN_THREE: "makes an open tria",
    ThreatLevel.BLOCK_OPEN_THREE: "stops an open tria",
    ThreatLevel.OPEN_TWO: "makes an open two",
}
_VALUES: Final = {
    ThreatLevel.WIN: 1.0,
    ThreatLevel.BLOCK_WIN: -0.57,
    ThreatLevel.OPEN_FOUR: 0.82,
    ThreatLevel.BLOCK_OPEN_FOUR: -0.35,
    ThreatLevel.OPEN_THREE: 0.42,
    ThreatLevel.BLOCK_OPEN_THREE: -0.07,
    ThreatLevel.OPEN_TWO: 0.35,
}
"""The value of a position, for the side to move, by its most urgent level: what became of such positions (see
`pente_bots.players.calibration`)."""


class PrioritiesPlayer(Player):
    """Plays a random point of the most urgent level that has any; without one, any legal point. Starts in the
    centre.

    It sees the whole board, but looks only one stone ahead. With ``captures``, reaching the goal by a capture
    is a win too, and capturing a stone of a threat stops it.
    """

    def __init__(self, chance: Random, *, captures: bool = False) -> None:
        super().__init__(chance)
        self.captures: Final = captures

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:  # noqa: ARG002 -- it is quick
        points = legal_points(position)
        if not position.board.occupied:
            return self.chance.choice(most_central(points, position.rules.size))
        found = next(
            (points for _, points in threat_levels(position, captures=self.captures) if points), points
        )
        return self.chance.choice(list(found))

    def evaluate(self, position: Position) -> Evaluation:
        """The value of the most urgent level that has points, from `_VALUES`. A stone is worth more the more
        urgent the first level with its point is: 7 if it wins, 1 if it makes an open two, else 0.
        """
        worths = dict.fromkeys(legal_points(position), 0)
        value = 0.0
        for worth, (level, points) in zip(
            range(len(ThreatLevel), 0, -1), threat_levels(position, captures=self.captures), strict=True
        ):
            if points and not any(worths.values()):
                value = _VALUES[level]
            worths |= {point: worth for point in points if not worths[point]}
        return Evaluation(value, worths, 1 if value == _VALUES[ThreatLevel.WIN] else None)

    def opening_value(self, position: Position) -> float:
        """By the rows that are still possible: in an opening hardly anything is urgent."""
        return WeightsPlayer(self.chance).evaluate(position).value

    def explain(self, position: Position) -> str:
        """One line per level with its points, the most urgent first; then what would be played."""
        if not position.legal_points:
            return "No stone can be placed now."
        colour = position.rules.colours[position.colour]
        lines = [f"{colour} to place a stone; {position.board.occupied.bit_count()} on the board"]
        best = ""
        for level, points in threat_levels(position, captures=self.captures):
            names = " ".join(format_point(point, points.size) for point in points)
            lines.append(f"{level + ':':<21} {names or '-'}")
            best = best or (names and f"{level}: {names}")
        if not position.board.occupied:
            best = "the centre"
        return "\n".join([*lines, f"would play {best or 'anywhere'}"])


def threat_levels(position: Position, *, captures: bool) -> Iterator[tuple[ThreatLevel, PointSet]]:
    """The levels in order with their legal points, each computed on demand.

    A level that stops threats has the points that stop all of them; if there are none, those that stop some
    of them.
    """
    scan = _BoardScan(position, captures=captures)
    line = position.rules.line
    levels: list[tuple[ThreatLevel, Callable[[], Bits]]] = [
        (ThreatLevel.WIN, scan.wins),
        (ThreatLevel.BLOCK_WIN, scan.stops_of_wins),
        (ThreatLevel.OPEN_FOUR, lambda: scan.open_rows(line - 1)),
        (ThreatLevel.BLOCK_OPEN_FOUR, lambda: scan.stops_of_open_rows(line - 1)),
        (ThreatLevel.OPEN_THREE, lambda: scan.open_rows(line - 2)),
        (ThreatLevel.BLOCK_OPEN_THREE, lambda: scan.stops_of_open_rows(line - 2)),
        (ThreatLevel.OPEN_TWO, lambda: scan.open_rows(line - 3)),
    ]
    for level, find in levels:
        yield level, PointSet(position.rules.size, find() & scan.legal)


def reason_of(position: Position, point: Point) -> str:
    """What a stone on a legal point does at once, as in *captures a pair and stops an open tessera*; may be
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


class _BoardScan:
    """The threats on a board, as the side to move sees them. Its sets may contain illegal points."""

    def __init__(self, position: Position, *, captures: bool) -> None:
        rules, board = position.rules, position.board
        self.position: Final = position
        self.captures: Final = captures and bool(rules.captures)
        self.table: Final = board.geometry
        self.empty: Final = position.compiled.full & ~board.occupied
        self.legal: Final = position.legal_points.bits
        mine = rules.team(position.colour)
        self.others: Final = [
            seat for seat in range(rules.sides) if seat not in mine and not position.out >> seat & 1
        ]

    def wins(self) -> Bits:
        return _union(threat.point for threat in self._wins_of(self.position, self.legal))

    def stops_of_wins(self) -> Bits:
        threats: Threats = []
        for other in self.others:
            turned = replace(self.position, colour=other, stones_left=1)
            threats += self._wins_of(turned, self.empty)
        return self._stops([dataclasses.replace(threat, ends=0) for threat in threats])

    def open_rows(self, length: int) -> Bits:
        """Where a stone makes an open row of ``length``; nowhere for a single stone, which is not a row."""
        return _union(threat.point for threat in self._open_rows_of(self.position.colour, length))

    def stops_of_open_rows(self, length: int) -> Bits:
        return self._stops([threat for other in self.others for threat in self._open_rows_of(other, length)])

    def _open_rows_of(self, colour: int, length: int) -> Threats:
        own = self.position.board.stones[colour]
        return list(open_rows_to_fill(self.table, own, self.empty, length)) if length > 1 else []

    def _wins_of(self, position: Position, where: Bits) -> Threats:
        """The wins of the colour to move on the points of ``where``, each judged by the rules."""
        own = position.board.stones[position.colour]
        found = [
            threat
            for threat in rows_to_fill(self.table, own, self.empty, position.rules.line)
            if threat.point & where and _wins(position, self._point(threat.point), Termination.LINE)
        ]
        if self.captures:
            found += [Threat(self.table.bit[point], 0) for point in self._takers(position)]
        return found

    def _takers(self, position: Position) -> Iterator[Point]:
        """Where a stone of the colour to move wins by its captures."""
        most = 8 * max(position.rules.captures)
        mover = position.colour
        if position.taken_by_team(mover) + most < position.rules.goal_of(mover):
            return
        for point in captures_by_point(position):
            if _wins(position, point, Termination.CAPTURES):
                yield point

    def _stops(self, threats: Threats) -> Bits:
        if not threats:
            return 0
        stops = [threat.stops | self._taking(threat.stones) for threat in threats]
        return reduce(and_, stops) & self.legal or reduce(or_, stops)

    def _taking(self, stones: Bits) -> Bits:
        """Where a stone of the side to move captures one of ``stones``."""
        if not self.captures or not stones:
            return 0
        return _union(self.table.bit[point] for point, taken in self._captures.items() if taken & stones)

    @cached_property
    def _captures(self) -> dict[Point, Bits]:
        return captures_by_point(self.position)

    def _point(self, bit: Bits) -> Point:
        return next(self.table.points(bit))


def _wins(position: Position, point: Point, how: Termination) -> bool:
    """Whether a stone on the empty ``point`` wins in this way for the colour to move."""
    if position.why_illegal(point) is not None:
        return False
    _, game = Game(position).play(point)
    outcome = game.outcome
    return outcome is not None and outcome.termination is how and position.colour in outcome.winners


def _union(sets: Iterable[Bits]) -> Bits:
    return reduce(or_, sets, 0)
