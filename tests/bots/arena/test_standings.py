"""Points, tables and JSON."""

import re
from dataclasses import replace

from pente_bots.arena.move_times import MoveTimes
from pente_bots.arena.results_jsonl import summary_line
from pente_bots.arena.results_table import format_crosstable, format_ranking, format_results, format_times
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.sprt import Sprt
from pente_bots.roster.player_text import parse_players
from pente_bots.search.limit import Limit
from pente_core.clock.instant import Millis
from pente_core.rules.ruleset import RULESETS
from tests.bots.arena.made_up_games import standings_of, won

THREE = standings_of("abc", (0, 1, 1), (1, 0, 1), (0, 2, None), (2, 0, 0), (1, 2, 1), (2, 1, None))


def test_points_of_pairs() -> None:
    assert THREE.score(0, 1).groups == ((0.0, 0.0),)
    assert THREE.score(1, 0).groups == ((1.0, 1.0),)
    assert THREE.score(2, 0).groups == ((0.5, 0.0),)
    assert (THREE.total(1).points, THREE.total(1).games) == (3.5, 4)
    assert THREE.ranking() == [1, 0, 2]
    assert THREE.games == 6


def test_the_ranking_with_strengths() -> None:
    header, *rows = format_ranking(THREE)
    columns = ["player", "points", "games", "wins", "draws", "losses", "Elo", "±95%", "above", "next"]
    assert header.split() == columns
    assert rows[0].split()[:7] == ["1", "b", "3.5", "4", "3", "1", "0"]
    assert rows[2].split()[:7] == ["3", "c", "1", "4", "0", "2", "2"]
    assert [row.split()[1] for row in rows] == ["b", "a", "c"]
    assert rows[0].split()[7].startswith("+")


def test_the_crosstable_in_the_order_of_the_ranking() -> None:
    assert [line.split() for line in format_crosstable(THREE)] == [
        ["wins-draws-losses", "1", "2", "3"],
        ["1", "b", ".", "2-0-0", "1-1-0"],
        ["2", "a", "0-0-2", ".", "1-1-0"],
        ["3", "c", "0-1-1", "0-1-1", "."],
    ]


def test_who_has_not_met_has_no_strength() -> None:
    apart = standings_of("abcd", (0, 1, 0), (2, 3, 2))
    assert apart.strengths() is None
    assert "Elo" not in "\n".join(format_results(apart))


def test_two_are_compared() -> None:
    text = "\n".join(format_results(standings_of("ab", *[(0, 1, 0), (1, 0, 0)] * 40), Sprt(0, 200)))
    assert re.search(r"a against b: Elo \+∞, with 95% from \+\d+ to \+∞", text)
    assert "likelihood of superiority: >99.9%" in text
    assert "elo1=200, after 80 games: a is stronger than b: elo1 is accepted (log-likelihood ratio +" in text


def test_nothing_was_played() -> None:
    text = "\n".join(format_results(standings_of("ab"), Sprt()))
    assert "Elo +0, with 95% from -∞ to +∞" in text
    assert "nothing is proved yet" in text


def test_times_are_those_of_all_games_and_overruns_are_counted() -> None:
    standings, limit = standings_of("ab"), Limit(Millis(1000))
    fair = MoveTimes.of(1.05, 400_000, limit) + MoveTimes.of(1.2, 0, limit)
    late = MoveTimes.of(1.61, 0, limit) + MoveTimes.of(0.0004, 0, limit)
    for _ in range(2):
        standings.add(replace(won((0, 1), 0), times=(fair, late)))
    shown = list(format_times(standings))
    assert [line.split() for line in shown] == [
        ["time", "a", "move", "mean", "longest", "overruns", "nodes", "a", "second"],
        ["1", "a", "1.12", "s", "1.20", "s", "0", "380,952"],
        ["2", "b", "805", "ms", "1.61", "s", "2"],
    ]
    plan = Schedule(
        contestants=parse_players(["random"] * 2), rules=RULESETS["pente"], games=2, seed=9, limit=limit
    )
    line = summary_line(plan, standings)
    assert line["limit"] == {"time": 1000}
    assert [one["times"]["overruns"] for one in line["players"]] == [0, 2]
    assert [one["times"]["speed"] for one in line["players"]] == [380_952, None]


def test_the_summary() -> None:
    plan = Schedule(contestants=parse_players(["random"] * 3), rules=RULESETS["pente"], games=2, seed=9)
    line = summary_line(plan, THREE)
    assert (line["t"], line["ruleset"], line["seed"], line["games"], line["of"]) == (
        "summary",
        "pente",
        9,
        6,
        6,
    )
    assert [player["player"] for player in line["players"]] == ["b", "a", "c"]
    assert line["matches"][0]["elo"]["value"] is None  # two losses of two
    assert line["matches"][2] == {
        "players": ["b", "c"],
        "wins": 1,
        "draws": 1,
        "losses": 0,
        "elo": line["matches"][2]["elo"],
        "superiority": 0.8413,
    }
