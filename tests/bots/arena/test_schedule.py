"""Which games are played."""

from collections import Counter

import pytest

from pente_bots.arena.schedule import Schedule
from pente_bots.roster.player_text import parse_players
from pente_core.rules.ruleset import RULESETS


def schedule(players: int, games: int, openings: int | None = None, seed: int = 1) -> Schedule:
    contestants = parse_players(["random"] * players)
    rules = RULESETS["pente"]
    return Schedule(contestants=contestants, rules=rules, games=games, seed=seed, openings=openings)


def test_everybody_meets_everybody_with_both_colours_on_each_opening() -> None:
    plans = list(schedule(3, 4).plans())
    assert [plan.number for plan in plans] == list(range(1, 13))
    assert set(Counter((plan.players, plan.opening) for plan in plans).values()) == {1}
    for first, second in zip(plans[::2], plans[1::2], strict=True):
        assert first.players == second.players[::-1]
        assert first.contestants == second.contestants[::-1]
        assert (first.opening, first.pair) == (second.opening, second.pair)
        assert first.seed != second.seed


@pytest.mark.parametrize(("players", "games", "total"), [(2, 1, 1), (2, 5, 5), (4, 3, 18)])
def test_as_many_games_as_asked_for(players: int, games: int, total: int) -> None:
    matches = schedule(players, games)
    plans = list(matches.plans())
    assert len(plans) == matches.total == total
    assert set(Counter(frozenset(plan.players) for plan in plans).values()) == {games}


def test_few_openings_are_used_again() -> None:
    plans = list(schedule(2, 8, openings=2).plans())
    assert len({plan.opening for plan in plans}) == 2
    assert plans[0].opening == plans[4].opening
    assert {plan.opening for plan in schedule(2, 8, openings=0).plans()} == {()}


def test_the_seed_decides() -> None:
    assert list(schedule(2, 4).plans()) == list(schedule(2, 4).plans())
    assert list(schedule(2, 4).plans()) != list(schedule(2, 4, seed=2).plans())
