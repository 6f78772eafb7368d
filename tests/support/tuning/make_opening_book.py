"""Makes an opening book from the results of quick games of the engine against itself.

    python -m tests.support.tuning.make_opening_book RULESET GAMES FILE [SEED]

Each game begins with moves that did well in the games before, or that were tried little and look good to a
search (the formula PUCT); from the first position that is new, the engine plays both sides. What the first
stones are worth shows in results: a search values them by what it sees a few stones later, which says little.
The second stone is often any of those that a search finds, for people play them all. The images of a position
are one.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import exp, sqrt
from pathlib import Path
from random import Random
from typing import Final

from pente_bots.engine.deepening import Deepening
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.opening_book import BookEntry, BookMove, book_image
from pente_bots.players.player import legal_points, most_central
from pente_bots.search.limit import Limit
from pente_bots.search.request import SearchReport, SearchRequest
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.rules.symmetries import SYMMETRIES, position_image

GAME_NODES: Final = 6_000
"""Positions that the engine looks at for a move of a game, up to a quarter more or less."""
GAME_EFFORT: Final = 180
"""Positions that it looks at in a game, in thousands: 30 moves."""
LONGEST: Final = 200
"""Stones after which a game counts as a draw."""
BOOK_PLIES: Final = 14
LEAST_PLY: Final = 2
"""Stones on the board from which on there are entries. The second stone is left to the search: in a match the
one that was best against the tried third stones lost to another third stone three times out of four.
"""
LINE_NODES: Final = 150_000
"""Positions that a search looks at for the lines of a position, with up to 15 lines; so many more with each
eight more."""
LINES: Final = {1: 40, 2: 24}
"""The lines by the stones on the board, where images of each other are counted separately."""
USUAL_LINES: Final = 8
ANY_SECOND: Final = 0.6
"""The share of the games in which the second stone is any of the lines."""
CURIOSITY: Final = 0.8
EVEN: Final = 0.25
"""The share of the prior that all lines get; the rest goes by their values."""
SHARPNESS: Final = 0.12
"""The difference of the values that makes the prior of a line e times as large."""
ENOUGH: Final = 10
"""Games through a position that make it an entry of the book."""
TRIED: Final = 0.3
"""The games with a move of the book, as a share of those with the most played one."""
NEARLY: Final = 0.06
"""By how much the share of the points of a move in the book may be less than that of the best one."""
DOUBT: Final = 3
"""So many games with the usual result are added to those with a move."""


@dataclass
class OpeningNode:
    """A position in its book image, and how games from it on ended."""

    position: Position
    games: int = 0
    points: float = 0.0
    """Of the side to move: 1 for each win, 0.5 for each draw."""
    priors: dict[Point, float] = field(default_factory=dict)
    """The moves worth trying, with what a search thinks of them; empty: not searched yet."""
    children: dict[Point, int | None] = field(default_factory=dict)
    """The keys of the positions after these moves; None: the game is over."""


class OpeningTree:
    """The positions of the games so far, by their keys. Mutable."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self._nodes: Final[dict[int, OpeningNode]] = {}
        self._chance: Final = Random(seed)
        self._of_games: Final = HashTable(14)
        self._of_lines: Final = HashTable(18)
        game = Game.new(rules)
        _, game = game.play(most_central(legal_points(game.position), rules.size)[0])
        self._first: Final = self._known(game.position)

    def play_game(self) -> None:
        """Play a game, and note its result for each of its first positions."""
        path, winner = self._opening()
        last = self._nodes[path[-1]]
        if winner is None:
            winner = self._result(Game(last.position))
        for node in (self._nodes[key] for key in path):
            node.games += 1
            node.points += 0.5 if winner is None else float(winner == node.position.colour)

    def entries(self) -> Iterator[tuple[int, BookEntry]]:
        """The book."""
        for key, node in sorted(self._nodes.items()):
            if node.games < ENOUGH or node.position.ply < LEAST_PLY:
                continue
            if moves := self._best_moves(node):
                yield key, BookEntry(node.games * GAME_EFFORT, moves)

    def _opening(self) -> tuple[list[int], int | None]:
        """The keys of the first positions of a game, and who has won it; None: it goes on."""
        path = [self._first]
        while len(path) < BOOK_PLIES:
            node = self._nodes[path[-1]]
            if not node.priors:
                if node.games < 2 and len(path) > 1:
                    break
                self._find_lines(node)
            key = node.children[self._pick(node)]
            if key is None:
                return path, node.position.colour
            path.append(key)
        return path, None

    def _pick(self, node: OpeningNode) -> Point:
        if node.position.ply == 1 and self._chance.random() < ANY_SECOND:
            return self._chance.choice(list(node.children))
        return max(node.children, key=lambda point: self._promise(node, point))

    def _promise(self, node: OpeningNode, point: Point) -> float:
        key = node.children[point]
        if key is None:
            return 2.0
        child, usual = self._nodes[key], (node.points + 1) / (node.games + 2) - 0.05
        share = (child.games - child.points + usual) / (child.games + 1)
        return share + CURIOSITY * node.priors[point] * sqrt(node.games + 1) / (1 + child.games)

    def _known(self, position: Position) -> int:
        key, number = book_image(position)
        if key not in self._nodes:
            self._nodes[key] = OpeningNode(position_image(position, SYMMETRIES[number]))
        return key

    def _find_lines(self, node: OpeningNode) -> None:
        count = LINES.get(node.position.ply, USUAL_LINES)
        limit = Limit(nodes=LINE_NODES * max(1, count // 8))
        lines = _searched(SearchRequest(node.position, limit, count), self._of_lines).lines
        weights = dict[Point, float]()
        for line in lines:
            after = Game(node.position).play(line.points[0])[1]
            key = None if after.is_over else self._known(after.position)
            if key is None or key not in node.children.values():
                node.children[line.points[0]] = key
                weights[line.points[0]] = exp((line.score.value - lines[0].score.value) / SHARPNESS)
        even, total = EVEN / len(weights), sum(weights.values())
        node.priors = {point: even + (1 - EVEN) * weight / total for point, weight in weights.items()}

    def _result(self, game: Game) -> int | None:
        """The side that wins when the engine plays on; None: neither."""
        limit = Limit(nodes=int(GAME_NODES * self._chance.uniform(0.8, 1.25)))
        while not game.is_over and game.position.ply < LONGEST:
            best = _searched(SearchRequest(game.position, limit), self._of_games).best
            if best.score.win_in is not None:
                return game.position.colour if best.score.win_in > 0 else 1 - game.position.colour
            _, game = game.play(best.points[0])
        return game.outcome.winners[0] if game.outcome and game.outcome.winners else None

    def _best_moves(self, node: OpeningNode) -> tuple[BookMove, ...]:
        usual = node.points / node.games
        children = {point: self._nodes[key] for point, key in node.children.items() if key is not None}
        most = max((child.games for child in children.values()), default=0)
        moves = [
            BookMove(point, (child.games - child.points + DOUBT * usual) / (child.games + DOUBT))
            for point, child in children.items()
            if child.games >= max(4, TRIED * most)
        ]
        moves.sort(key=lambda move: (-move.chance, move.point))
        return tuple(move for move in moves if move.chance >= moves[0].chance - NEARLY)


def _searched(request: SearchRequest, table: HashTable) -> SearchReport:
    *_, last = Deepening(request, table).reports()
    return last


def main() -> None:
    """Play the games, and write the book after each hundredth one."""
    rules, games, path = RULESETS[sys.argv[1]], int(sys.argv[2]), Path(sys.argv[3])
    tree = OpeningTree(rules, int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    for number in range(1, games + 1):
        tree.play_game()
        if number % 100 == 0 or number == games:
            lines = [entry.text(key, rules.size) + "\n" for key, entry in tree.entries()]
            path.write_text("".join(lines), "ascii")
            print(f"{number} games, {len(lines)} positions", flush=True)


if __name__ == "__main__":
    main()
