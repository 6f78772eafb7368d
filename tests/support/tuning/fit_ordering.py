"""Fits the order of moves to the stones that searches found best.

    python -m tests.support.tuning.fit_ordering FILE [POSITIONS] [ROUNDS]

FILE has positions that `self_play` wrote, of which POSITIONS are taken, spread over it. The last fifth of
these is kept for measuring. Prints how high the best stones rank there, by the engine as it is and as fitted,
and the worth of each term in the unit of the orders in `pente_bots.engine.kernel.point_values` and
`pente_bots.engine.kernel.move_picker`. Rounding the worths, and judging them by a match, is left to people.
"""

import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.point_values import kind_of
from pente_bots.engine.kernel.row_classes import (
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    MAKES_TWO_THREES,
    OPEN_FOUR,
)
from pente_bots.engine.position_board import board_of, picker_of
from tests.support.tuning.descent import fitted_weights
from tests.support.tuning.positions_file import JudgedPosition, read_positions

UNIT = 50.0
"""The worth that makes a stone e times as likely to be the best."""
KINDS = (MAKES_TWO_THREES, MAKES_FOUR_AND_THREE, MAKES_OPEN_FOUR)
TERMS = (
    *(f"row class {number}" for number in range(1, OPEN_FOUR + 1)),
    *("two threes", "four and three", "open four"),
    *("takes", "saves", "threatens", "shelters", "exposes"),
)
Terms = tuple[tuple[int, int], ...]
"""Numbers of terms, each with how often it counts."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of a position."""

    candidates: tuple[Terms, ...]
    ranks: tuple[float, ...]
    """What the engine gives them."""
    best: int
    """The number of the one that the search found best."""


def choices(found: Iterable[JudgedPosition]) -> list[Choice]:
    """What there was to choose from, except where the best stone was no candidate."""
    return [choice for judged in found if (choice := _choice(judged)) is not None]


def _choice(judged: JudgedPosition) -> Choice | None:
    board = board_of(judged.position)
    picker = picker_of(board, judged.position)
    cells, best = picker.listed(picker.list_all()), board.cell_of(judged.best)
    if best not in cells:
        return None
    candidates = tuple(terms_of(board, cell) for cell in cells)
    return Choice(candidates, tuple(float(picker.rank(cell)) for cell in cells), cells.index(best))


def terms_of(board: EngineBoard, cell: int) -> Terms:
    """The terms of a stone on an empty cell, for the side to move. Rows that it makes count twice, and those
    that it prevents once.
    """
    me, other = board.side, 1 - board.side
    counts = [0] * len(TERMS)
    for side, weight in ((me, 2), (other, 1)):
        for number in _terms_of_code(board.code_at(cell, side)):
            counts[number] += weight
    captures = (
        board.gain_at(cell, me),
        board.gain_at(cell, other),
        board.threats_at(cell, me),
        board.threats_at(cell, other),
        board.exposed_at(cell, me),
    )
    counts[-len(captures) :] = captures
    return tuple((number, count) for number, count in enumerate(counts) if count)


@cache
def _terms_of_code(code: int) -> tuple[int, ...]:
    """The terms for what a stone makes, some of them several times."""
    classes = tuple(code >> 4 * axis & 15 for axis in range(4))
    kind = kind_of(classes)
    rows = [number - 1 for number in classes if 1 <= number <= OPEN_FOUR]
    return (*rows, *([OPEN_FOUR + KINDS.index(kind)] if kind in KINDS else []))


def fitted(found: Sequence[Choice], rounds: int) -> list[float]:
    """The worths with which the best stones are the likeliest, each likely by its share of all candidates."""
    sizes = [0.01] * len(TERMS)
    for choice in found:
        for terms in choice.candidates:
            for number, count in terms:
                sizes[number] += count**2 / len(choice.candidates) / len(found)
    scales = [1 / math.sqrt(size) for size in sizes]

    def slopes_at(weights: Sequence[float]) -> list[float]:
        slopes = [0.0] * len(TERMS)
        scaled = [weight * scale for weight, scale in zip(weights, scales, strict=True)]
        for choice in found:
            for terms, error in zip(choice.candidates, _errors(choice, scaled), strict=True):
                for number, count in terms:
                    slopes[number] += error * count * scales[number] / len(found)
        return slopes

    weights = fitted_weights(len(TERMS), rounds, slopes_at)
    return [UNIT * weight * scale for weight, scale in zip(weights, scales, strict=True)]


def _errors(choice: Choice, weights: Sequence[float]) -> list[float]:
    """By candidate, how much likelier than right it is taken for."""
    worths = [worth_of(terms, weights) for terms in choice.candidates]
    most = max(worths)
    shares = [math.exp(worth - most) for worth in worths]
    total = sum(shares)
    return [share / total - (number == choice.best) for number, share in enumerate(shares)]


def worth_of(terms: Terms, weights: Sequence[float]) -> float:
    """The sum of the terms with these weights."""
    return sum(weights[number] * count for number, count in terms)


def places(found: Iterable[Choice], weights: Sequence[float] | None = None) -> list[int]:
    """By choice, the place of the best stone by these weights, from 1 on; None: by the engine's ranks."""
    return [
        _place(
            [worth_of(terms, weights) for terms in choice.candidates] if weights else choice.ranks,
            choice.best,
        )
        for choice in found
    ]


def _place(worths: Sequence[float], best: int) -> int:
    """Among equals, those listed before count as better."""
    better = sum(worth > worths[best] for worth in worths)
    return 1 + better + sum(worth == worths[best] for worth in worths[:best])


def summary(found: Sequence[int]) -> str:
    """What places say of an order."""
    first, among_three = (sum(place <= most for place in found) / len(found) for most in (1, 3))
    reciprocal = sum(1 / place for place in found) / len(found)
    return (
        f"first {first:.1%}, among three {among_three:.1%}, mean reciprocal place {reciprocal:.3f}, "
        f"mean place {sum(found) / len(found):.2f}"
    )


def main(words: Sequence[str]) -> None:
    path, most = Path(words[0]), int(words[1]) if len(words) > 1 else 3_000
    step = max(1, sum(1 for _ in path.open(encoding="ascii")) // most)
    found = choices(islice(read_positions(path), 0, None, step))
    known, measured = found[: len(found) * 4 // 5], found[len(found) * 4 // 5 :]
    weights = fitted(known, int(words[2]) if len(words) > 2 else 150)
    print(f"{len(known)} positions to fit, {len(measured)} to measure")
    print(f"as it is: {summary(places(measured))}")
    print(f"fitted:   {summary(places(measured, weights))}")
    for name, worth in zip(TERMS, weights, strict=True):
        print(f"{worth:8.1f}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
