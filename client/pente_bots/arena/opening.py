"""Openings: random first stones, so that deterministic players do not repeat one game.

Both games of a pair start with the same opening, so that it favours neither player. It ends where a choice of
a swap opening is due, which the players make themselves.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from pente_core.rules.game import Game
from pente_core.rules.geometry import Bits
from pente_core.rules.point import Point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.symmetries import canonical

Opening = tuple[Point, ...]
"""The first stones, in order."""

_TRIES: Final = 50
"""How often an unsuitable opening is drawn again."""


def draw_openings(rules: Ruleset, plies: int, seed: int) -> Iterator[Opening]:
    """An endless sequence of openings, all different (reflections too) as long as that is possible.

    In none of them is the game over, or can the next stone end it; on a board too small for that, they have
    fewer stones. The seed determines the sequence.
    """
    chance = Random(f"openings:{seed}")
    seen: set[int] = set()
    while True:
        yield _draw_new(rules, plies, chance, seen)


def _draw_new(rules: Ruleset, plies: int, chance: Random, seen: set[int]) -> Opening:
    """An opening with a new position; any opening if none is found."""
    opening: Opening = ()
    for _ in range(_TRIES):
        game = _draw_undecided(rules, plies, chance)
        opening = tuple(turn for turn in game.turns if isinstance(turn, int))
        key = canonical(game.position)[0].key
        if key not in seen:
            seen.add(key)
            break
    return opening


def _draw_undecided(rules: Ruleset, plies: int, chance: Random) -> Game:
    for length in range(plies, 0, -1):
        for _ in range(_TRIES):
            game = _draw(rules, length, chance)
            if not (game.is_over or _can_end(game)):
                return game
    return Game.new(rules)


def _draw(rules: Ruleset, plies: int, chance: Random) -> Game:
    """Stones near the centre, each close to the others if that is legal."""
    game = Game.new(rules)
    while len(game.turns) < plies and not (game.is_over or game.position.choices):
        _, game = game.play(chance.choice(_nearest(game)))
    return game


def _nearest(game: Game) -> list[Point]:
    """The legal points within two of a stone or the centre, or else the nearest ones."""
    position, table = game.position, game.position.board.geometry
    legal = position.legal_points.bits
    around = list(table.points(position.board.occupied)) or [Point(len(table.bit) // 2)]
    zones = (_zone(game, around, distance) & legal for distance in range(2, game.rules.size))
    return list(table.points(next(filter(None, zones), legal)))


def _zone(game: Game, around: list[Point], distance: int) -> Bits:
    zone = 0
    for point in around:
        zone |= game.position.board.geometry.square(point, distance)
    return zone


def _can_end(game: Game) -> bool:
    """Whether the next stone can end the game."""
    return any(after.is_over for after in _children(game))


def _children(game: Game) -> Iterator[Game]:
    for point in game.position.legal_points:
        yield game.play(point)[1]
