"""Counting all games of a few turns: the first test of rules, as chess programs have it.

The table is in ``tests/data/perft.json``. After a change of the rules, and only then,
``python -m tests.core.cross_checks.perft`` writes it again.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pente_core.rules.game import Game, Turn, parse_turn
from pente_core.rules.ruleset import ruleset_from
from tests.support.games.random_games import after, replayed

TABLE: Final = Path(__file__).parents[2] / "data" / "perft.json"


@dataclass(frozen=True, slots=True)
class Count:
    """The games after some more turns."""

    games: int
    over: int
    """How many of them are over; they are not counted any further."""
    credited: int
    """The stones credited to anybody, in all of them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is counted: all games that go on from some turns."""

    ruleset: Any
    turns: tuple[str, ...]
    counts: tuple[Count, ...]
    """After no more turn, after one, and so on."""

    @property
    def game(self) -> Game:
        rules = ruleset_from(self.ruleset)
        return replayed(rules, tuple(parse_turn(turn, rules.size) for turn in self.turns))


def turns_of(game: Game) -> tuple[Turn, ...]:
    """Everything that the seat to act may do."""
    if game.is_over:
        return ()
    return game.position.choices or tuple(game.position.legal_points)


def perft(game: Game, depth: int) -> Iterator[Count]:
    """Count the games after 0 to ``depth`` more turns."""
    games = [game]
    for left in range(depth, -1, -1):
        over = sum(game.is_over for game in games)
        yield Count(len(games), over, sum(sum(game.position.taken) for game in games))
        if left:
            games = [after(game, turn) for game in games for turn in turns_of(game)]


def load() -> list[Entry]:
    """The table."""
    return [
        Entry(entry["ruleset"], tuple(entry["turns"].split()), tuple(Count(*row) for row in entry["counts"]))
        for entry in json.loads(TABLE.read_text(encoding="ascii"))
    ]


def rewrite() -> None:
    """Count everything in the table anew, to the same depths."""
    lines = []
    for entry in load():
        counted = perft(entry.game, len(entry.counts) - 1)
        counts = [[count.games, count.over, count.credited] for count in counted]
        row = {"ruleset": entry.ruleset, "turns": " ".join(entry.turns), "counts": counts}
        lines.append(json.dumps(row))
    TABLE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="ascii")


if __name__ == "__main__":
    rewrite()
