"""The opening book of the player `engine`: what it knows, and where the player may use it."""

import json
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from pente_bots.engine.opening_book import BookMove, book_image, book_moves, read_book, shipped_book
from pente_bots.players.catalogue import make_player
from pente_bots.players.decision import best_lines, best_point
from pente_bots.search.limit import Limit, PlayerClock
from pente_bots.search.request import SearchRequest
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import Fischer
from pente_core.rules.point import format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.rules.symmetries import SYMMETRIES, image, position_image
from tests.support.waiting import LONG_PATIENCE

QUICK = Limit(Millis(20))


def position_of(moves: str, rules: str = "pente") -> Position:
    position = Position.initial(RULESETS[rules])
    for word in moves.split():
        position = position.play(parse_point(word, 19))[1]
    return position


def engine(**options: str) -> Any:
    return make_player("engine", options, Random(1))


def book_of(moves: str, entry: str) -> Any:
    """A book of one entry, with moves as they are on the board of the position."""
    position = position_of(moves)
    key, number = book_image(position)
    effort, *words = entry.split()
    turned = []
    for word in words:
        name, _, chance = word.partition(":")
        point = image(parse_point(name, 19), 19, SYMMETRIES[number])
        turned.append(f"{format_point(point, 19)}:{chance}")
    return read_book([f"{key:016x} {effort} {' '.join(turned)}"], 19)


def test_all_images_of_a_position_have_the_images_of_its_moves() -> None:
    position = position_of("K10 L12")
    book = book_of("K10 L12", "500 N8:560 K14:540")
    assert book_moves(book, position, 100) == [
        BookMove(parse_point("N8", 19), 0.56),
        BookMove(parse_point("K14", 19), 0.54),
    ]
    for symmetry in SYMMETRIES:
        points = [move.point for move in book_moves(book, position_image(position, symmetry), 100)]
        assert points == [image(parse_point(name, 19), 19, symmetry) for name in ("N8", "K14")]


def test_a_move_that_the_rules_forbid_is_no_book_move() -> None:
    book = book_of("K10 L12", "500 L10:600 N8:560")
    assert [move.point for move in book_moves(book, position_of("K10 L12"), 100)] == [parse_point("N8", 19)]
    assert len(book_moves(book, position_of("K10 L12", "pente-casual"), 100)) == 2


def test_an_entry_counts_only_against_less_effort() -> None:
    book, position = book_of("K10 L12", "500 N8:560"), position_of("K10 L12")
    assert book_moves(book, position, 499)
    assert not book_moves(book, position, 500)
    assert not book_moves(book, position_of("K10 L13"), 0)


@pytest.mark.parametrize("line", ["", "x 1 K10:500", "00 K10:500 1", "00 1 Z99:500", "00 1 K10", "00 1 K10:"])
def test_a_damaged_book_is_refused(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- of several kinds
        read_book([line], 19)


def test_the_book_that_ships_knows_answers_to_every_near_second_stone() -> None:
    rules = RULESETS["pente"]
    book = shipped_book("pente", rules.size)
    for second in ("L10", "L11", "M10", "M11", "M12", "N10"):
        position = position_of(f"K10 {second}")
        moves = book_moves(book, position, 0)
        assert moves
        assert all(move.point in position.legal_points and 0 < move.chance < 1 for move in moves)
        chances = [move.chance for move in moves]
        assert chances == sorted(chances, reverse=True)


def test_in_a_game_the_engine_plays_by_its_book_without_a_search() -> None:
    position = position_of("K10 L11")
    known = {move.point for move in book_moves(shipped_book("pente", 19), position, 0)}
    report = best_lines(engine(), SearchRequest(position, QUICK))
    assert report.best.points[0] in known
    assert report.nodes == 0
    assert best_point(engine(), SearchRequest(position, QUICK)) in known
    assert engine().choose(position, QUICK) in known
    clock = PlayerClock(Fischer(Millis(10_000)), Millis(10_000))
    assert best_lines(engine(), SearchRequest(position, Limit(Millis(5_000), clock))).nodes == 0


@pytest.mark.parametrize(
    ("limit", "lines", "options"),
    [
        (Limit(nodes=500), 1, {}),
        (Limit(Millis(20), nodes=500), 1, {}),
        (Limit(Millis(20), depth=2), 1, {}),
        (QUICK, 1, {"nodes": "500"}),
        (QUICK, 1, {"depth": "2"}),
        (QUICK, 1, {"book": "off"}),
        (QUICK, 3, {}),
        (Limit(), 1, {}),
    ],
)
def test_it_searches_where_more_than_the_time_is_limited(
    limit: Limit, lines: int, options: dict[str, str]
) -> None:
    report = best_lines(engine(**options), SearchRequest(position_of("K10 L11"), limit, lines))
    assert report.nodes > 0


def test_an_analysis_is_searched() -> None:
    assert engine().search(SearchRequest(position_of("K10 L11"), QUICK)).nodes > 0


def test_other_rules_have_no_book_of_these() -> None:
    position = Position.initial(ruleset_from({"base": "pente", "goal": 8}))
    for word in ("K10", "L11"):
        position = position.play(parse_point(word, 19))[1]
    assert best_lines(engine(), SearchRequest(position, QUICK)).nodes > 0


def test_levels_have_no_book() -> None:
    position = position_of("K10 L11")
    for level in ("9", "12"):
        player = make_player("level", {"level": level}, Random(2))
        report = best_lines(player, SearchRequest(position, Limit(Millis(300))))
        assert report.nodes > 0


def test_in_an_arena_it_plays_by_its_book() -> None:
    words = ("arena", "engine", "engine:book=off", "--games", "2", "--openings", "0", "--max-plies", "4")
    command = (sys.executable, "-m", "pente_client", *words, "--move-time", "20ms", "--seed", "3", "--json")
    done = subprocess.run(command, check=True, capture_output=True, timeout=LONG_PATIENCE)
    games = [json.loads(line) for line in done.stdout.splitlines()][:2]
    [game] = [game for game in games if game["seats"][0] == "engine"]
    position = position_of(" ".join(game["moves"][:2]))
    known = {move.point for move in book_moves(shipped_book("pente", 19), position, 0)}
    assert parse_point(game["moves"][2], 19) in known
