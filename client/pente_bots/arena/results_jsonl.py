"""The games and results of an arena as JSON objects, for programs. Infinite numbers are null."""

from math import isfinite
from typing import Any

from pente_bots.arena.elo import Z95, Estimate, difference, superiority
from pente_bots.arena.match_game import PlayedGame
from pente_bots.arena.move_times import MoveTimes
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.sprt import Sprt
from pente_bots.arena.standings import Standings
from pente_bots.search.limit import Limit
from pente_core.clock.time_control import format_time_control
from pente_core.rules.game import format_turn
from pente_core.rules.point import format_point

Line = dict[str, Any]


def game_line(played: PlayedGame) -> Line:
    """A game. ``players`` are in the order they started, ``seats`` in the order after all swaps."""
    plan = played.plan
    labels = dict(zip(plan.players, (one.label for one in plan.contestants), strict=True))
    size = plan.rules.size
    line: Line = {
        "t": "game",
        "game": plan.number,
        "players": [labels[number] for number in plan.players],
        "seats": [labels[number] for number in played.seats],
        "winner": None if played.winner is None else labels[played.winner],
        "termination": "most-plies" if played.is_cut else played.termination.value,
        "opening": [format_point(point, size) for point in plan.opening],
        "moves": [format_turn(turn, size) for turn in played.turns],
    }
    return line | {"failure": played.failure} if played.failure else line


def summary_line(schedule: Schedule, standings: Standings, sprt: Sprt | None = None) -> Line:
    """The results: the contestants by rank, and each match of two."""
    line: Line = {
        "t": "summary",
        "ruleset": schedule.rules.spec,
        "seed": schedule.seed,
        "limit": _limit(schedule.limit),
        "time": format_time_control(schedule.time),
        "games": standings.games,
        "of": schedule.total,
        "players": _players(standings, with_times=schedule.is_limited),
        "matches": [
            _match(standings, player, other)
            for player in range(len(standings.labels))
            for other in range(player + 1, len(standings.labels))
        ],
    }
    return line if sprt is None else line | {"sprt": _test(sprt, standings)}


def _players(standings: Standings, *, with_times: bool) -> list[Line]:
    """The contestants by rank. Without limits there are no times, so that equal arenas write equal lines."""
    strengths = standings.strengths()
    players = []
    for player in standings.ranking():
        line = {"player": standings.labels[player], **_counts(standings, player)}
        if standings.failures[player]:
            line["failures"] = standings.failures[player]
        if with_times and standings.times[player].moves:
            line["times"] = _times(standings.times[player])
        if strengths is not None:
            line |= {"elo": round(strengths.elos[player], 1)}
            line |= {"error": round(Z95 * strengths.error(player), 1)}
        players.append(line)
    return players


def _times(times: MoveTimes) -> Line:
    """The times of all moves of a contestant, in seconds."""
    speed = times.speed
    return {
        "moves": times.moves,
        "mean": round(times.mean, 4),
        "longest": round(times.longest, 4),
        "overruns": times.overruns,
        "nodes": times.nodes,
        "speed": None if speed is None else round(speed),
    }


def _limit(limit: Limit) -> Line:
    """What each move may take; ``time`` in milliseconds."""
    given = {"time": limit.time, "nodes": limit.nodes, "depth": limit.depth}
    return {name: value for name, value in given.items() if value is not None}


def _counts(standings: Standings, player: int) -> Line:
    score = standings.total(player)
    return {
        "points": score.points,
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
    }


def _match(standings: Standings, player: int, other: int) -> Line:
    score = standings.score(player, other)
    return {
        "players": [standings.labels[player], standings.labels[other]],
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "elo": _estimate(difference(score)),
        "superiority": round(superiority(score.wins, score.losses), 4),
    }


def _test(sprt: Sprt, standings: Standings) -> Line:
    score, (low, high) = standings.score(0, 1), sprt.bounds
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "ratio": round(sprt.ratio(score), 4),
        "bounds": [round(low, 4), round(high, 4)],
        "verdict": sprt.verdict(score).value,
    }


def _estimate(estimate: Estimate) -> Line:
    ends = {"value": estimate.value, "low": estimate.low, "high": estimate.high}
    return {name: round(elo, 1) if isfinite(elo) else None for name, elo in ends.items()}
