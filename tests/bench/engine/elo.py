"""How much stronger more nodes make the engine: an Elo table of the arena."""

import os
from collections.abc import Iterator
from math import sqrt
from typing import Final

from pente_bots.arena.bradley_terry import Strengths
from pente_bots.arena.elo import Z95
from pente_bots.arena.processes import play_games
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.standings import Standings
from pente_bots.roster.player_text import parse_players
from pente_core.rules.ruleset import RULESETS
from tests.bench.engine.kernel_build import NOT_COMPILED, affordable
from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run

NODES: Final = (300, 1000, 3000, 10_000)
REFERENCE: Final = "patterns-3"
_SEED: Final = 17


@benchmark
def engine_elo(run: Run) -> Iterator[Figure]:
    """Elo above a player with fixed rules, by games of all against all, with 95 % intervals."""
    limits = affordable(NODES)
    if limits != list(NODES):
        run.progress(f"{NOT_COMPILED}: no contestant with more than {limits[-1]:,} nodes a move")
    names = [REFERENCE, *(f"engine:nodes={nodes}" for nodes in limits)]
    yield from table(run, schedule(names, 4 if run.quick else 40))


def schedule(names: list[str], games: int) -> Schedule:
    """All against all, with so many games between each two. No contestant is limited by time, so that the
    table is the same on every machine."""
    return Schedule(contestants=parse_players(names), rules=RULESETS["pente"], games=games, seed=_SEED)


def table(run: Run, games: Schedule) -> Iterator[Figure]:
    """The contestants, the strongest first, above the first one of the schedule."""
    standings = Standings([one.label for one in games.contestants])
    for played in play_games(games.plans(), 1 if run.quick else os.cpu_count() or 1):
        standings.add(played)
        if standings.games % 10 == 0:
            run.progress(f"{standings.games}/{games.total} games")
    strengths = standings.strengths()
    assert strengths is not None, "all have played all"
    yield from (_figure(standings, strengths, player) for player in standings.ranking())


def _figure(standings: Standings, strengths: Strengths, player: int) -> Figure:
    score = standings.total(player)
    above, half = strengths.elos[player] - strengths.elos[0], Z95 * _error(strengths, player)
    between = f"95 %: {above - half:+.0f} to {above + half:+.0f}" if player else "what the others are above"
    return Figure(
        standings.labels[player],
        above,
        "Elo",
        note=f"{between}; won-drawn-lost {score.wins}-{score.draws}-{score.losses}",
        parts={"low, Elo": above - half, "high, Elo": above + half, "games": score.games},
    )


def _error(strengths: Strengths, player: int) -> float:
    """The standard error of the difference to the first contestant."""
    c = strengths.covariance
    return sqrt(max(0.0, c[player][player] + c[0][0] - 2 * c[player][0]))
