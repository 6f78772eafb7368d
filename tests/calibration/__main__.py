"""`python -m tests.calibration`: prints the constants of the players' values, and how well they fit.

The last column is the average surprise in bits; saying 50 % of every position has 1.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from pente_bots.patterns.pattern_scores import WIN, WON
from pente_bots.players.alphabeta import AlphabetaPlayer
from pente_bots.players.patterns import PatternsPlayer
from pente_bots.players.priorities import ThreatLevel, threat_levels
from pente_bots.players.weights import WeightsPlayer
from pente_core.rules.position import Position
from tests.calibration.judged_positions import JudgedPosition, positions_of_files, positions_of_matches
from tests.calibration.logistic import Sample, fitted, loss
from tests.support.games.real_games import REAL_GAMES

_PRIOR = 4
"""Each level of threats begins with so many games that ended evenly."""


def main() -> None:
    options = _options()
    chance = Random(options.seed)
    judged = [
        *positions_of_files(options.file or [REAL_GAMES], options.each, chance),
        *positions_of_matches(options.player, options.games, options.each, options.seed),
    ]
    print(f"{len(judged)} positions; the side to move gets {_average(judged):.3f}")
    for name, balance in _BALANCES.items():
        _print_fit(name, judged, balance)
    _print_levels(judged)
    _print_wins(judged)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--file", type=Path, action="append", help="games of people, as in tests/data")
    parser.add_argument("--player", action="append", default=[], help="plays against itself; repeatable")
    parser.add_argument("--games", type=int, default=20, help="games of each player (20)")
    parser.add_argument("--each", type=int, default=4, help="positions of each game (4)")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _average(judged: Sequence[JudgedPosition]) -> float:
    return sum(each.share for each in judged) / len(judged)


def _of_weights(position: Position) -> float:
    return WeightsPlayer(Random(1)).balance(position)


def _of_alphabeta(position: Position) -> float:
    return AlphabetaPlayer(Random(1)).balance(position)


def _of_patterns(position: Position) -> float:
    return PatternsPlayer(Random(1), level=3).balance(position)


_BALANCES: dict[str, Callable[[Position], float]] = {
    "weights": _of_weights,
    "alphabeta": _of_alphabeta,
    "patterns": _of_patterns,
}


def _print_fit(name: str, judged: Sequence[JudgedPosition], balance: Callable[[Position], float]) -> None:
    samples: list[Sample] = [(balance(each.position), each.share) for each in judged]
    open_samples = [(x, y) for x, y in samples if abs(x) < 0.95]  # the others have a value of their own
    fit = fitted(open_samples)
    print(f"{name:<10} LogisticFit({fit.even:.2f}, {fit.slope:.2f})   {loss(fit, open_samples):.3f}")


def _print_levels(judged: Sequence[JudgedPosition]) -> None:
    shares: dict[ThreatLevel | None, list[float]] = defaultdict(list)
    for each in judged:
        levels = threat_levels(each.position, captures=True)
        shares[next((level for level, points in levels if points), None)].append(each.share)
    for level in (*ThreatLevel, None):
        total = sum(shares[level]) + _PRIOR / 2
        count = len(shares[level]) + _PRIOR
        print(f"priorities {level or 'nothing':<20} {2 * total / count - 1:+.2f}   of {len(shares[level])}")


def _print_wins(judged: Sequence[JudgedPosition]) -> None:
    """How sure it is what the lookahead takes for won or lost, but for a win with the next stone."""
    won, lost = list[float](), list[float]()
    for each in judged:
        worth = PatternsPlayer(Random(1), level=3)._glanced(each.position)[0].worth
        if WON < worth < WIN:
            won.append(each.share)
        if worth < -WON:
            lost.append(each.share)
    for name, shares in (("won", won), ("lost", lost)):
        print(f"patterns   {name} later: {sum(shares) / max(1, len(shares)):.3f} of {len(shares)}")


main()
