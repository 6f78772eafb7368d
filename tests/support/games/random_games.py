"""Random games: crowded, so that there are captures, lines and full boards."""

from random import Random

from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.geometry import Bits
from pente_core.rules.move import Choice
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import BadSetup, Setup


def random_turns(
    rules: Ruleset, chance: Random, limit: int = 80, setup: Setup | None = None
) -> tuple[Turn, ...]:
    """The turns of a random game, played to its end or to ``limit`` turns."""
    game = Game.new(rules, setup)
    while not game.is_over and len(game.turns) < limit:
        game = after(game, random_turn(game, chance))
    return game.turns


def random_setup(rules: Ruleset, chance: Random, limit: int = 80) -> Setup | None:
    """The position after at most so many turns of a random game; None where no game can begin from it."""
    try:
        return Setup.of(replayed(rules, random_turns(rules, chance, limit)).position)
    except BadSetup:
        return None


def random_turn(game: Game, chance: Random) -> Turn:
    """A turn that the rules allow, next to other stones where there is room; the game is not over."""
    position = game.position
    if position.choices:
        return chance.choice(position.choices)
    legal = position.legal_points.bits
    near = legal & _near(position.board.occupied, game.rules.size) or legal
    return chance.choice(list(position.board.geometry.points(near)))


def after(game: Game, turn: Turn) -> Game:
    """The game after a turn of any kind."""
    match turn:
        case Choice():
            return game.choose(turn)
        case Retirement(seat, why):
            return game.retire(seat, why)
        case _:
            return game.play(turn)[1]


def replayed(rules: Ruleset, turns: tuple[Turn, ...]) -> Game:
    """The game that these turns make."""
    game = Game.new(rules)
    for turn in turns:
        game = after(game, turn)
    return game


def _near(stones: Bits, size: int) -> Bits:
    """The points within two of a stone, and some off the board."""
    stride = size + 1
    for step in (1, stride):
        stones |= stones << step | stones >> step | stones << 2 * step | stones >> 2 * step
    return stones
