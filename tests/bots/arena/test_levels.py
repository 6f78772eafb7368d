"""Levels are ordered by strength: matches with fixed seeds, which end as they ended before."""

import pytest

from pente_bots.arena.elo import MatchScore, superiority
from pente_bots.arena.processes import play_games
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.standings import Standings
from pente_bots.roster.player_text import parse_players
from pente_core.rules.ruleset import RULESETS

pytestmark = pytest.mark.usefixtures("untraced")


def test_a_higher_level_is_ahead_after_a_short_match() -> None:
    score = _match(3, 1, games=8)
    assert score.points > score.games / 2


@pytest.mark.long
@pytest.mark.parametrize(("higher", "lower", "games"), [(2, 1, 60), (3, 2, 100), (4, 2, 60), (5, 4, 100)])
def test_a_higher_level_is_stronger(higher: int, lower: int, games: int) -> None:
    """The nearer two levels are, the more games it takes to tell; 3 and 4 take hundreds."""
    score = _match(higher, lower, games)
    assert superiority(score.wins, score.losses) > 0.8


def _match(higher: int, lower: int, games: int) -> MatchScore:
    """The games of the higher level, with colours exchanged on each opening."""
    contestants = parse_players([f"patterns:level={level}" for level in (higher, lower)])
    schedule = Schedule(contestants=contestants, rules=RULESETS["pente"], games=games, seed=2)
    standings = Standings([one.label for one in contestants])
    for game in play_games(schedule.plans(), 1):
        standings.add(game)
    return standings.score(0, 1)
