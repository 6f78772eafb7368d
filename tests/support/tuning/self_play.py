"""Positions of the engine's games against itself, each with what a search says of it.

    python -m tests.support.tuning.self_play FILE GAMES NODES [SEED]

Adds positions to FILE, one a line: ``rules result chance best moves`` with the stones as points, the last one
being the last before the position.

* ``result`` is that of the game for the side to move: 1, 0.5 or 0, or ``-`` for a position beside the game,
  after one of the promising stones that was not played. A search meets many such positions, and games few.
* ``chance`` and ``best`` are the score of a search of NODES nodes for the side to move, and its stone.

Games begin with drawn stones, mostly by the rules of pente, and sometimes of keryo-pente. The positions of
these openings, and those in which a stone wins at once, are left out. The same arguments give the same lines.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pente_bots.arena.opening import draw_openings
from pente_bots.engine.deepening import Deepening
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.position_board import board_of, picker_of, root_cells
from pente_bots.search.limit import Limit
from pente_bots.search.request import SearchLine, SearchRequest
from pente_core.rules.game import Game
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS

RULES = ("pente", "pente", "pente", "pente", "pente", "keryo-pente")
OPENING_PLIES = (4, 5, 6, 7, 8)
MOST_PLIES = 140
BESIDE = 0.4
"""How often a position beside the game is looked at."""
PROMISING = 12
"""So many stones may lead there."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A position with the line that a search found best in it."""

    game: Game
    line: SearchLine
    is_played: bool
    """Whether it is a position of the game, and not beside it."""


class SelfPlay:
    """Games of the engine against itself, with equally many nodes for each stone."""

    def __init__(self, nodes: int, seed: int) -> None:
        self._nodes = nodes
        self._chance = Random(f"self-play:{seed}")
        self._table = HashTable(max(10, (2 * nodes).bit_length()))
        self._openings = {
            (rules, plies): draw_openings(RULESETS[rules], plies, seed + plies)
            for rules in set(RULES)
            for plies in OPENING_PLIES
        }

    def lines(self) -> Iterator[str]:
        """The positions of a new game, and of some beside it."""
        rules = self._chance.choice(RULES)
        game = Game.new(RULESETS[rules])
        for point in next(self._openings[rules, self._chance.choice(OPENING_PLIES)]):
            game = game.play(point)[1]
        found: list[Judged] = []
        while not game.is_over and game.position.ply < MOST_PLIES:
            judged = Judged(game, self._best(game.position), is_played=True)
            found.append(judged)
            found.extend(self._beside(game))
            game = game.play(judged.line.points[0])[1]
        winners = game.outcome.winners if game.outcome else ()
        return (_line(rules, judged, winners) for judged in found if not _is_decided(judged.game.position))

    def _best(self, position: Position) -> SearchLine:
        request = SearchRequest(position, Limit(nodes=self._nodes))
        return list(Deepening(request, self._table).reports())[-1].best

    def _beside(self, game: Game) -> Iterator[Judged]:
        if self._chance.random() < BESIDE:
            board = board_of(game.position)
            cells = root_cells(board, picker_of(board, game.position), game.position)
            after = game.play(Point(board.point_of(self._chance.choice(cells[:PROMISING]))))[1]
            if not (after.is_over or _is_decided(after.position)):
                yield Judged(after, self._best(after.position), is_played=False)


def _is_decided(position: Position) -> bool:
    """Whether a stone can end the game at once, or has to prevent that."""
    board = board_of(position)
    return board.wins(0) + board.wins(1) > 0


def _line(rules: str, judged: Judged, winners: tuple[int, ...]) -> str:
    position = judged.game.position
    result = "-"
    if judged.is_played:
        result = str(int(position.colour in winners)) if winners else "0.5"
    size = position.rules.size
    stones = [turn for turn in judged.game.turns if isinstance(turn, int)]
    words = [format_point(point, size) for point in (judged.line.points[0], *stones)]
    return f"{rules} {result} {judged.line.score.chance:.4f} {' '.join(words)}"


def main(words: Sequence[str]) -> None:
    file, games, nodes = Path(words[0]), int(words[1]), int(words[2])
    play = SelfPlay(nodes, int(words[3]) if len(words) > 3 else 1)
    with file.open("a", encoding="ascii") as lines:
        for _ in range(games):
            lines.writelines(line + "\n" for line in play.lines())
            lines.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
