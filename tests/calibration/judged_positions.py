"""Positions of games whose result is known."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pente_bots.arena.processes import play_games
from pente_bots.arena.schedule import Schedule
from pente_bots.roster.player_text import parse_players
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from tests.support.games.real_games import load_real_games

_FIRST = 5
"""Positions with fewer stones are not used: there are few different ones."""


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position in which a stone was due, and what became of it."""

    position: Position
    share: float
    """What the side to move got: 1, 0.5 or 0."""


def positions_of_files(paths: Sequence[Path], each: int, chance: Random) -> Iterator[JudgedPosition]:
    """Some positions of each game of people."""
    for path in paths:
        for real in load_real_games(path):
            points = [parse_point(name, real.rules.size) for name in real.moves]
            yield from _some(Game.new(real.rules), points, real.winner, each, chance)


def positions_of_matches(
    players: Sequence[str], games: int, each: int, seed: int
) -> Iterator[JudgedPosition]:
    """Some positions of games of players against themselves, after random openings."""
    chance = Random(seed)
    for player in players:
        pair = parse_players([player, player])
        schedule = Schedule(contestants=pair, rules=RULESETS["pente"], games=games, seed=seed)
        for game in play_games(schedule.plans(), 1):
            points = [turn for turn in game.turns if isinstance(turn, int)]
            yield from _some(Game.new(RULESETS["pente"]), points, game.winning_seat, each, chance)


def _some(
    game: Game, points: Sequence[Point], winner: int | None, each: int, chance: Random
) -> Iterator[JudgedPosition]:
    chosen = set(chance.sample(range(_FIRST, len(points)), min(each, max(0, len(points) - _FIRST))))
    for number, point in enumerate(points):
        if number in chosen:
            mover = game.position.colour
            yield JudgedPosition(game.position, 0.5 if winner is None else float(winner == mover))
        game = game.play(point)[1]
        if game.is_over:
            return
