"""How fast a move is judged, next to what python-chess needs for one of chess."""

import random
from collections.abc import Iterator
from statistics import median
from typing import Final

import chess

from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from tests.bench.figure import Aim, Figure, ratio_of_at_least
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import paired_ratio
from tests.support.games.real_games import RealGame, load_real_games

AIM: Final[Aim] = ratio_of_at_least(2.5)


@benchmark
def core_moves(run: Run) -> Iterator[Figure]:
    """Moves judged a second: a name read, the move played, and the verdict; ten real games."""
    games = load_real_games()
    lengths = [len(game.moves) for game in games]
    playouts = chess_playouts(lengths)
    rounds = 5 if run.quick else 20
    rates = run.rates(
        {
            "pente": lambda: sum(judge_pente(games) for _ in range(rounds)),
            "chess": lambda: sum(judge_chess(playouts) for _ in range(rounds)),
        }
    )
    pente, reference = rates["pente"], rates["chess"]
    ratio, note = paired_ratio(pente, reference), "parse_point, Game.play, verdict"
    yield Figure("pente", median(pente), "moves/cpu-s", ratio, "python-chess", note, aim=AIM)
    note = "chess.Board.push_uci, as many moves, no verdict"
    yield Figure("python-chess", median(reference), "moves/cpu-s", note=note)


def judge_pente(games: list[RealGame]) -> int:
    """Replay games from their text; how many moves there were."""
    count = 0
    for real in games:
        game = Game.new(real.rules)
        size = game.rules.size
        for name in real.moves:
            _, game = game.play(parse_point(name, size))
        count += len(real.moves)
    return count


def judge_chess(playouts: list[list[str]]) -> int:
    """Replay games of chess from their text; how many moves there were."""
    count = 0
    for moves in playouts:
        board = chess.Board()
        for uci in moves:
            board.push_uci(uci)
        count += len(moves)
    return count


def chess_playouts(lengths: list[int]) -> list[list[str]]:
    """Random games of chess of these lengths, the same every time."""
    chance = random.Random(1)
    return [_playout(length, chance) for length in lengths]


def _playout(length: int, chance: random.Random) -> list[str]:
    board = chess.Board()
    while len(board.move_stack) < length:
        moves = list(board.legal_moves)
        if not moves:
            board.reset()
            continue
        board.push(chance.choice(moves))
    return [move.uci() for move in board.move_stack]
