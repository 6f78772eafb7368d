"""The two-ply search, and the replies of the original."""

from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_bots.patterns.windows import window_cost
from pente_bots.players.alphabeta import AlphabetaPlayer, Search, values_of
from pente_bots.search import search_end
from pente_bots.search.limit import Limit
from pente_core.clock.instant import Millis
from pente_core.rules.point import Point, point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.bot_positions import random_position
from tests.support.reference_answers import reference_answers

FREE = RULESETS["freestyle"]
SMALL = ruleset_from({"base": "freestyle", "size": 5, "line": 3})


def test_replies_and_costs_are_those_of_the_original() -> None:
    for case in reference_answers("window_alpha_beta"):
        position = _position(case["moves"])
        assert Search(position, values_of(5)).costs == [case["white_cost"], case["black_cost"]]
        x, y = case["reply"]
        assert AlphabetaPlayer(Random(1)).choose(position) == _point(x, y), case


@given(seed=st.integers(0, 2**32), most=st.integers(0, 60))
@settings(max_examples=12)
def test_costs_and_gains_are_kept_up_to_date(seed: int, most: int) -> None:
    position = random_position(FREE, Random(seed), most)
    search = Search(position, values_of(5))
    before = [list(gains) for gains in search.gains]
    assert search.costs == [window_cost(position, colour) for colour in (0, 1)]
    for point in list(position.legal_points)[::40]:
        _, after = position.play(point)
        costs = [window_cost(after, colour) for colour in (0, 1)]
        mover = position.colour
        worth = costs[mover] - costs[1 - mover]
        assert search.worth_of(point, 1) == worth
        assert search.gains[mover][point] == worth - (search.costs[mover] - search.costs[1 - mover])
    assert [list(gains) for gains in search.gains] == before


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_finds_what_a_search_of_everything_finds(depth: int) -> None:
    for seed in range(12 // depth):
        position = random_position(SMALL, Random(seed), 8)
        search = Search(position, values_of(3))
        order = list(search.in_order())
        worths = [_worth(position, point, depth, position.colour) for point in order]
        assert AlphabetaPlayer(Random(1), depth=depth).choose(position) == order[worths.index(max(worths))]


def test_points_beside_stones_come_first_column_by_column() -> None:
    position = _position([["W", 0, 0], ["B", 18, 18]])
    order = list(Search(position, values_of(5)).in_order())
    near = [(0, 1), (1, 0), (1, 1), (17, 17), (17, 18), (18, 17)]
    assert order[:6] == [_point(x, y) for x, y in near]
    assert order[6:8] == [_point(0, 2), _point(0, 3)]
    assert len(set(order)) == 359


def test_a_limit_that_is_over_still_gives_a_move() -> None:
    position = random_position(FREE, Random(1), 30)
    assert AlphabetaPlayer(Random(1), depth=4).choose(position, Limit(Millis(0))) in position.legal_points


def test_a_deep_search_that_does_not_end_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """White completes a row at the right edge, which a search that is broken off has not come to."""
    position = _position([move for n in range(4) for move in (["W", 18, n], ["B", 2 * n, 18])])
    ticks = count(0, 0.001)  # a millisecond for each of 353 points
    monkeypatch.setattr(search_end, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    assert AlphabetaPlayer(Random(1), depth=4).choose(position, Limit(Millis(360))) == _point(18, 4)


def test_it_plays_one_stone_a_turn_between_two() -> None:
    player = AlphabetaPlayer(Random(1))
    assert not player.supports(RULESETS["connect6"])
    assert player.explain(Position.initial(RULESETS["connect6"])) == ""
    with pytest.raises(ValueError, match="one stone a turn"):
        player.choose(Position.initial(RULESETS["connect6"]))


def test_the_costs_are_explained() -> None:
    position = _position([["W", 2, 1], ["B", 4, 1], ["W", 1, 0], ["B", 4, 3], ["W", 6, 0], ["B", 6, 3]])
    assert AlphabetaPlayer(Random(1)).explain(position).splitlines()[0].startswith("white: ")


def _worth(position: Position, point: Point, depth: int, me: int) -> int:
    """What a move is worth by definition: every move of every ply, costs counted anew."""
    _, after = position.play(point)
    costs = [window_cost(after, colour) for colour in (0, 1)]
    if depth == 1 or max(costs) >= values_of(3)[-1] or not after.legal_points:
        return costs[me] - costs[1 - me]
    worths = [_worth(after, reply, depth - 1, me) for reply in after.legal_points]
    return max(worths) if after.colour == me else min(worths)


def _position(moves: list[list[Any]], rules: Ruleset = FREE) -> Position:
    position = Position.initial(rules)
    for number, (side, x, y) in enumerate(moves):
        assert side == "WB"[number % 2]
        _, position = position.play(_point(x, y))
    return position


def _point(x: int, y: int) -> Point:
    """A cell as the original counts: from 0, from the top left."""
    return point_at(x, 18 - y, 19)
