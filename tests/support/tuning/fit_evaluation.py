"""Fits the terms of the engine's evaluation to the results of games, by logistic regression.

    python -m tests.support.tuning.fit_evaluation FILE [ROUNDS]

FILE has a game a line: ``id result rated moves`` with the moves as points, on 19x19 points by the rules of
pente-casual. Prints the worth of each term in the unit of `pente_bots.engine.kernel.evaluation`; rounding the
worths, and judging them by a match, is left to people.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.row_classes import (
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    MAKES_TWO_THREES,
    OPEN_FOUR,
)
from pente_bots.engine.position_board import board_of
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS

SCALE = 180.0
FIRST, LAST = 5, 3
"""The stones at the beginning and the end of a game after which no position is taken."""
CAPTURES = (2, 4, 6, 8)
TERMS = (
    *(f"row class {number}" for number in range(1, OPEN_FOUR + 1)),
    *("two threes", "four and three", "open four", "threats", "exposed"),
    *(f"{count} captured" for count in CAPTURES),
    *("mover makes open four", "mover makes two threes", "mover takes", "other takes", "move"),
)


def terms_of(board: EngineBoard) -> list[float]:
    """The terms of a position, for the side to move; most are differences of the two sides."""
    mine, theirs = (_terms_of(board, side) for side in (board.side, 1 - board.side))
    me = board.side
    return [
        *(own - other for own, other in zip(mine, theirs, strict=True)),
        float(board.count(me, MAKES_OPEN_FOUR) + board.count(me, MAKES_FOUR_AND_THREE) > 0),
        float(board.count(me, MAKES_TWO_THREES) > 0),
        float(board.takes(me)),
        float(board.takes(1 - me)),
        1.0,
    ]


def _terms_of(board: EngineBoard, side: int) -> list[float]:
    rows = [0.0] * (OPEN_FOUR + 1)
    exposed = 0
    for point in range(board.size**2):
        cell = board.cell_of(point)
        code = board.code_at(cell, side)  # that of a cell with a stone has no row
        exposed += board.exposed_at(cell, side)
        for axis in range(4):
            rows[code >> 4 * axis & 15] += 1
    kinds = [
        float(board.count(side, kind)) for kind in (MAKES_TWO_THREES, MAKES_FOUR_AND_THREE, MAKES_OPEN_FOUR)
    ]
    runs = [float(board.threats(side)), float(exposed)]
    return [*rows[1:], *kinds, *runs, *(float(min(board.taken[side], 8) == count) for count in CAPTURES)]


def examples(path: Path) -> Iterator[tuple[list[float], float]]:
    """The terms of quiet positions, and whether the side to move won."""
    for line in path.read_text(encoding="ascii").splitlines():
        fields = line.split(None, 3)
        if line.startswith("#") or fields[1] not in {"1-0", "0-1"}:
            continue
        position, words = Position.initial(RULESETS["pente-casual"]), fields[3].split()
        for number, word in enumerate(words):
            position = position.play(parse_point(word, 19))[1]
            board = board_of(position) if FIRST <= number < len(words) - LAST else None
            if board is not None and not board.wins(0) and not board.wins(1):
                yield terms_of(board), float((fields[1] == "1-0") == (position.colour == 0))


def fitted(found: Sequence[tuple[list[float], float]], rounds: int) -> list[float]:
    """The weights of the terms, found by gradient descent with a little regularisation."""
    count = len(TERMS)
    spreads = [
        max(1e-9, math.sqrt(sum(terms[n] ** 2 for terms, _ in found) / len(found))) for n in range(count)
    ]
    scaled = [([terms[n] / spreads[n] for n in range(count)], won) for terms, won in found]
    weights, drift, sizes = [0.0] * count, [0.0] * count, [0.0] * count
    for _ in range(rounds):
        slopes = [0.002 * weight for weight in weights]
        for terms, won in scaled:
            worth = sum(weight * term for weight, term in zip(weights, terms, strict=True))
            error = (1 / (1 + math.exp(-max(-30.0, min(30.0, worth)))) - won) / len(scaled)
            slopes = [slope + error * term for slope, term in zip(slopes, terms, strict=True)]
        for n, slope in enumerate(slopes):
            drift[n] = 0.9 * drift[n] + 0.1 * slope
            sizes[n] = 0.99 * sizes[n] + 0.01 * slope**2
            weights[n] -= 0.03 * drift[n] / (math.sqrt(sizes[n]) + 1e-8)
    return [SCALE * weight / spread for weight, spread in zip(weights, spreads, strict=True)]


def main(words: Sequence[str]) -> None:
    found = list(examples(Path(words[0])))
    print(f"{len(found)} positions")
    for name, worth in zip(TERMS, fitted(found, int(words[1]) if len(words) > 1 else 200), strict=True):
        print(f"{worth:8.1f}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
