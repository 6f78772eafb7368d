"""Games of real players, for tests and benchmarks that want plausible moves."""

from dataclasses import dataclass
from pathlib import Path

from pente_core.rules.ruleset import RULESETS, Ruleset

REAL_GAMES = Path(__file__).parents[2] / "data" / "real_games.txt"
"""The ten games that the project keeps; `load_real_games` tells how the file is written."""


@dataclass(frozen=True, slots=True)
class RealGame:
    """A finished game between people."""

    id: str
    result: str
    """``1-0`` when the first seat won, ``0-1`` when the second did. None of these games is a draw."""
    ruleset: str
    """The name of the ruleset."""
    moves: tuple[str, ...]
    """The names of the points played, in order. Where they do not end the game, the loser resigned."""

    @property
    def rules(self) -> Ruleset:
        return RULESETS[self.ruleset]

    @property
    def winner(self) -> int:
        """The seat that won."""
        return 0 if self.result == "1-0" else 1


def load_real_games(path: Path = REAL_GAMES) -> list[RealGame]:
    """The games of a file: a line each, ``id result rated moves`` separated by tabs.

    Rated games (``Y``) are tournament Pente, the others (``N``) have no restriction. Lines that start with
    ``#`` are comments.
    """
    lines = path.read_text(encoding="ascii").splitlines()
    return [_read(line) for line in lines if not line.startswith("#")]


def _read(line: str) -> RealGame:
    id_, result, rated, moves = line.split("\t")
    return RealGame(id_, result, {"Y": "pente", "N": "pente-casual"}[rated], tuple(moves.split()))
