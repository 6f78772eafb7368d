"""Fits the terms of the engine's evaluation to what positions were worth, by logistic regression.

    python -m tests.support.tuning.fit_evaluation FILE [ROUNDS]

FILE has positions that `self_play` wrote, or real games: a game a line, ``id result rated moves`` with the
moves as points, on 19x19 points by the rules of pente-casual. The last fifth of the positions is kept for
measuring. Prints the surprise there, in bits for each position, by the engine as it is and as fitted, and
the worth of each term in the unit of `pente_bots.engine.kernel.evaluation`; rounding the worths, and judging
them by a match, is left to people.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pente_bots.engine.forced_win import forced_win
from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.evaluation import PositionJudge
from pente_bots.engine.kernel.row_classes import (
    FIVE,
    MAKES_FOUR,
    MAKES_FOUR_AND_THREE,
    MAKES_OPEN_FOUR,
    MAKES_TWO_THREES,
    OPEN_FOUR,
)
from pente_bots.engine.position_board import board_of
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from tests.support.tuning.descent import fitted_weights
from tests.support.tuning.positions_file import read_positions

SCALE = 180.0
RESULT_SHARE = 0.4
"""How much the result of a game counts for what its positions are worth; the rest is what the search says."""
FORCED_NODES = 24
"""A win by force that so many nodes find is none of the evaluation's business."""
FIRST, LAST = 5, 3
"""The stones at the beginning and the end of a real game after which no position is taken."""
TENTHS = 10
KINDS = ("three", "open three", "two threes", "four", "four and three", "open four")
TERMS = (
    *(f"row class {number}" for number in range(1, OPEN_FOUR + 1)),
    *KINDS,
    *("threats", "exposed"),
    *(f"{tenth} tenths captured" for tenth in range(1, TENTHS)),
    *("mover makes fours", "mover makes a better four", "mover makes two threes"),
    *("mover takes", "other takes", "move"),
)


@dataclass(frozen=True, slots=True)
class Example:
    """A position as the fit sees it."""

    terms: tuple[float, ...]
    """For the side to move; most are differences of the two sides."""
    target: float
    """What it was worth to the side to move, from 0 to 1."""
    worth: int
    """What the engine says."""


def _example(position: Position, target: float) -> Example | None:
    """None: the evaluation has no say, since a stone wins at once, or fours and captures do."""
    board = board_of(position)
    if board.wins(0) or board.wins(1) or forced_win(position, FORCED_NODES) is not None:
        return None
    return Example(tuple(terms_of(board)), target, PositionJudge(board).worth())


def terms_of(board: EngineBoard) -> list[float]:
    """The terms of a position, for the side to move."""
    mine, theirs = (_terms_of(board, side) for side in (board.side, 1 - board.side))
    me = board.side
    makes_better_four = board.count(me, MAKES_OPEN_FOUR) + board.count(me, MAKES_FOUR_AND_THREE) > 0
    may_make_threes = not makes_better_four and not board.count(1 - me, MAKES_OPEN_FOUR)
    return [
        *(own - other for own, other in zip(mine, theirs, strict=True)),
        float(board.count(me, MAKES_FOUR)),
        float(makes_better_four),
        float(may_make_threes and board.count(me, MAKES_TWO_THREES) > 0),
        float(board.takes(me)),
        float(board.takes(1 - me)),
        1.0,
    ]


def _terms_of(board: EngineBoard, side: int) -> list[float]:
    rows, kinds = [0.0] * (FIVE + 1), [0.0] * (len(KINDS) + 1)
    exposed = 0
    for point in range(board.size**2):
        cell = board.cell_of(point)
        code = board.code_at(cell, side)  # that of a cell with a stone has no row
        exposed += board.exposed_at(cell, side)
        kinds[board.kind_at(cell, side)] += 1
        for axis in range(4):
            rows[code >> 4 * axis & 15] += 1
    captured = _captured(board.taken[side] * TENTHS / board.goals[side])
    return [*rows[1:FIVE], *kinds[1:], float(board.threats(side)), float(exposed), *captured]


def _captured(tenths: float) -> list[float]:
    """By tenth of the goal, how near the captures are: 1 at it, 0 a tenth away."""
    return [max(0.0, 1 - abs(tenths - tenth)) for tenth in range(1, TENTHS)]


def examples(path: Path) -> Iterator[Example]:
    """The quiet positions of a file."""
    with path.open(encoding="ascii") as lines:
        is_self_play = next(lines, "").partition(" ")[0] in RULESETS
    for position, target in _judged_positions(path) if is_self_play else _positions_of_games(path):
        found = _example(position, target)
        if found is not None:
            yield found


def _judged_positions(path: Path) -> Iterator[tuple[Position, float]]:
    for judged in read_positions(path):
        result = judged.chance if judged.result is None else judged.result
        yield judged.position, RESULT_SHARE * result + (1 - RESULT_SHARE) * judged.chance


def _positions_of_games(path: Path) -> Iterator[tuple[Position, float]]:
    for line in path.read_text(encoding="ascii").splitlines():
        fields = line.split(None, 3)
        if line.startswith("#") or fields[1] not in {"1-0", "0-1"}:
            continue
        position, words = Position.initial(RULESETS["pente-casual"]), fields[3].split()
        for number, word in enumerate(words[: -LAST or None]):
            position = position.play(parse_point(word, 19))[1]
            if number >= FIRST:
                yield position, float((fields[1] == "1-0") == (position.colour == 0))


def fitted(found: Sequence[Example], rounds: int) -> list[float]:
    """The worths of the terms with which the positions surprise least."""
    count = len(TERMS)
    spreads = [
        max(1e-9, math.sqrt(sum(example.terms[n] ** 2 for example in found) / len(found)))
        for n in range(count)
    ]
    scaled = [[(n, term / spreads[n]) for n, term in enumerate(example.terms) if term] for example in found]

    def slopes_at(weights: Sequence[float]) -> list[float]:
        slopes = [0.0] * count
        for terms, example in zip(scaled, found, strict=True):
            error = (_chance(sum(weights[n] * term for n, term in terms)) - example.target) / len(found)
            for n, term in terms:
                slopes[n] += error * term
        return slopes

    weights = fitted_weights(count, rounds, slopes_at)
    return [SCALE * weight / spread for weight, spread in zip(weights, spreads, strict=True)]


def worth_of(example: Example, worths: Sequence[float]) -> float:
    """What a position is worth with these worths of the terms."""
    return sum(worth * term for worth, term in zip(worths, example.terms, strict=True))


def surprise(found: Sequence[Example], worths: Sequence[float] | None = None) -> float:
    """What the positions say that these worths do not, in bits for each; None: the engine's worth."""
    bits = 0.0
    for example in found:
        chance = _chance((worth_of(example, worths) if worths else example.worth) / SCALE)
        bits -= example.target * math.log2(chance) + (1 - example.target) * math.log2(1 - chance)
    return bits / len(found)


def _chance(worth: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, worth))))


def main(words: Sequence[str]) -> None:
    found = list(examples(Path(words[0])))
    known, measured = found[: len(found) * 4 // 5], found[len(found) * 4 // 5 :]
    worths = fitted(known, int(words[1]) if len(words) > 1 else 200)
    print(f"{len(known)} positions to fit, {len(measured)} to measure")
    print(f"as it is: {surprise(measured):.4f} bits; fitted: {surprise(measured, worths):.4f} bits")
    for name, worth in zip(TERMS, worths, strict=True):
        print(f"{worth:8.1f}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
