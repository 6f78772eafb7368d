"""Games of an arena that were made up."""

from collections.abc import Sequence

from pente_bots.arena.match_game import GamePlan, PlayedGame
from pente_bots.arena.standings import Standings
from pente_bots.roster.player_text import parse_player
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import RULESETS

RANDOM = parse_player("random")


def won(players: tuple[int, int], winner: int | None, pair: int = 0, number: int = 1) -> PlayedGame:
    """A game of two contestants, who kept their seats."""
    rules = RULESETS["pente"]
    plan = GamePlan(number, pair, players, (RANDOM, RANDOM), rules, (), "seed", 400)
    termination = Termination.AGREEMENT if winner is None else Termination.LINE
    return PlayedGame(plan, (), termination, winner, players)


def standings_of(labels: Sequence[str], *games: tuple[int, int, int | None]) -> Standings:
    """Contestants; each game has its players and the winner, and two games are a pair."""
    standings = Standings(list(labels))
    for number, (first, second, winner) in enumerate(games):
        standings.add(won((first, second), winner, number // 2, number + 1))
    return standings
