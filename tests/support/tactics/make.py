"""Makes the file of the tactical suite anew: ``python -m tests.support.tactics.make``, some minutes.

It takes every forced win of the ten real games that the project keeps, and a choice of those of games between
our own players, in several rulesets. Equal programs write equal files.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from pente_bots.arena.match_game import play
from pente_bots.arena.schedule import Schedule
from pente_bots.puzzles.main_line import main_line
from pente_bots.puzzles.prover import GivenUp, Prover
from pente_bots.roster.player_text import parse_players
from pente_core.rules.game import Game, Turn
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.support.games.real_games import load_real_games
from tests.support.tactics.forced_wins import FORCED_WINS, REAL, ForcedWin, format_forced_win

MOST_STONES: Final = 15
"""The longest wins that are looked for."""
SLOWER: Final = 4
"""First stones that win so many stones later than the quickest are listed, too."""
_NODES: Final = 3_000
_MANY_NODES: Final = 1_000_000
_OWN_GAMES: Final = (
    ("pente", ("patterns:level=2", "patterns:level=1"), 20),
    ("keryo-pente", ("patterns:level=2", "patterns:level=1"), 16),
    ("pente", ("patterns:level=1", "priorities"), 20),
    ("gomoku", ("patterns:level=1", "priorities"), 20),
)
"""Rulesets, who plays, and how many games each two."""
_QUOTA: Final = {"pente": 5, "keryo-pente": 4, "gomoku": 2}
"""How many positions of own games are taken of each ruleset and length."""


def forced_wins(source: str, start: Game, turns: Iterable[Turn], *, every: bool) -> Iterator[ForcedWin]:
    """The forced wins of a game, in its order: of each attack only the first position, unless ``every``."""
    game, attacker = start, None
    for turn in turns:
        if not game.position.choices:
            found = forced_win(game.position, f"{source} after {game.stones}")
            if found is not None and found.win_in > 1 and (every or attacker != game.position.colour):
                yield found
            if found is not None or attacker == game.position.colour:
                attacker = None if found is None else game.position.colour
        game = game.with_turn(turn)


def forced_win(position: Position, source: str) -> ForcedWin | None:
    """The forced win of a position; None if there is none within the bounds of this script."""
    prover = Prover(_NODES)
    try:
        win_in = prover.win_in(position, MOST_STONES)
        if win_in is None:
            return None
        line = main_line(prover, position, win_in)
        wins = prover.wins(position, win_in + SLOWER) if win_in > 1 else {}
    except GivenUp:
        return None
    return ForcedWin(position, win_in, wins, line, any(_captures(position, line)), source)


def _captures(position: Position, line: Iterable[Turn]) -> Iterator[bool]:
    for point in line:
        assert isinstance(point, int)
        move, position = position.play(point)
        yield bool(move.captured)


def _of_real_games() -> Iterator[ForcedWin]:
    for game in load_real_games():
        turns = [parse_point(name, game.rules.size) for name in game.moves]
        yield from forced_wins(f"{REAL}{game.id}", Game.new(game.rules), turns, every=True)


def _of_own_games() -> Iterator[ForcedWin]:
    taken, seen = Counter[tuple[str, int]](), set[int]()
    for ruleset, players, games in _OWN_GAMES:
        schedule = Schedule(
            contestants=parse_players(players), rules=ruleset_from(ruleset), games=games, seed=17
        )
        for plan in schedule.plans():
            names = " against ".join(one.label for one in plan.contestants)
            source = f"{names}, seed {plan.seed}"
            for found in forced_wins(source, Game.new(schedule.rules), play(plan).turns, every=False):
                if taken[ruleset, found.win_in] < _QUOTA[ruleset] and found.position.key not in seen:
                    taken[ruleset, found.win_in] += 1
                    seen.add(found.position.key)
                    yield found


def main() -> None:
    """Write the file, each position proven once more with every legal defence."""
    lines: list[str] = []
    for found in (*_of_real_games(), *_of_own_games()):
        assert Prover(_MANY_NODES, try_all=True).win_in(found.position, MOST_STONES) == found.win_in
        lines.append(f"{format_forced_win(found)}\n")
        sys.stderr.write(f"{found.win_in} {found.source}\n")
    FORCED_WINS.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
