"""Games that last: what tables play while they are measured."""

import random
from functools import cache
from itertools import count

from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from tests.support.games.random_games import random_turn

RULESET = "pente"
SCRIPTS = 10
"""How many different games there are."""


@cache
def script(number: int, length: int) -> tuple[Point, ...]:
    """A random game of Pente that has not ended after ``length`` moves, the same every time."""
    chance = random.Random(number)
    game = Game.new(RULESETS[RULESET])
    while len(game.turns) < length:
        turn = random_turn(game, chance)
        assert isinstance(turn, int)
        _, after = game.play(turn)
        if not after.is_over:
            game = after
    return tuple(turn for turn in game.turns if isinstance(turn, int))


@cache
def won_script(number: int, length: int) -> tuple[Point, ...]:
    """A random game of Pente that the last of ``length`` moves wins, the same every time."""
    for seed in count(number, SCRIPTS):
        moves = script(seed, length - 1)
        game = Game.new(RULESETS[RULESET])
        for move in moves:
            _, game = game.play(move)
        position = game.position
        for last in position.board.geometry.points(position.legal_points.bits):
            if game.play(last)[1].is_over:
                return (*moves, last)
    raise AssertionError("seeds never end")
