"""Openings in which one player places the stones and the other chooses."""

from random import Random

import pytest

from pente_bots.players.catalogue import make_player
from pente_bots.players.decision import best_point
from pente_bots.players.player import Player
from pente_bots.players.random_player import RandomPlayer
from pente_bots.players.swap_openings import EVEN, balanced_point, better_choice, stones_until_choice
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchRequest
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS

SWAP2 = Position.initial(RULESETS["swap2-pente"])
D_PENTE = Position.initial(RULESETS["d-pente"])
with_opinion = pytest.mark.parametrize("name", ["weights", "priorities", "alphabeta", "patterns"])


def after(position: Position, *points: int) -> Position:
    for point in points:
        _, position = position.play(Point(point))
    return position


def placed(player: Player, position: Position) -> Position:
    """The position after the stones that the player places for both sides."""
    while stones_until_choice(position):
        _, position = position.play(best_point(player, SearchRequest(position)))
    return position


@pytest.mark.parametrize(
    ("position", "count"),
    [
        (SWAP2, 3),
        (after(SWAP2, 180, 181), 1),
        (after(SWAP2, 180, 181, 200), 0),
        (after(SWAP2, 180, 181, 200).choose(Choice.PASS), 2),
        (after(SWAP2, 180, 181, 200).choose(Choice.STAY), 0),
        (D_PENTE, 4),
        (Position.initial(RULESETS["pente"]), 0),
    ],
)
def test_the_stones_before_a_choice_are_counted(position: Position, count: int) -> None:
    assert stones_until_choice(position) == count


@with_opinion
@pytest.mark.parametrize("start", [SWAP2, D_PENTE])
def test_the_stones_of_an_opening_are_balanced_and_vary(name: str, start: Position) -> None:
    boards, values = set(), []
    for seed in range(4):
        player = make_player(name, {}, Random(seed))
        ready = placed(player, start)
        assert ready.choices
        boards.add(ready.board)
        values.append(abs(player.opening_value(ready.choose(Choice.STAY))))
    assert len(boards) > 1
    assert sorted(values)[1] <= 3 * EVEN


def test_equal_seeds_place_equal_stones() -> None:
    boards = {placed(make_player("patterns", {}, Random(5)), SWAP2).board for _ in range(2)}
    assert len(boards) == 1


def test_the_last_stone_is_one_of_those_that_leave_it_even() -> None:
    start, even = after(SWAP2, 180, 181), 200

    def judge(position: Position) -> float:
        last = position.board.geometry.points(position.board.stones[0])
        return 0.05 if even in set(last) else 0.9

    points = {balanced_point(start, judge, Random(seed)) for seed in range(60)}
    assert even in points
    assert min(points, key=lambda point: abs(point - even)) == even


@pytest.mark.parametrize(("value", "choice"), [(0.05, Choice.PASS), (0.5, Choice.STAY), (-0.5, Choice.SWAP)])
def test_the_better_side_is_taken_and_an_even_game_is_passed_on(value: float, choice: Choice) -> None:
    assert better_choice(after(SWAP2, 180, 181, 200), lambda _: value) is choice


def test_without_a_pass_one_of_the_sides_is_taken() -> None:
    ready = after(D_PENTE, 180, 181, 200, 201)
    # white, of the one who placed the stones, has the next one
    assert better_choice(ready, lambda _: 0.05) is Choice.SWAP
    assert better_choice(ready, lambda _: -0.05) is Choice.STAY


@with_opinion
def test_after_a_pass_two_stones_are_placed(name: str) -> None:
    player = make_player(name, {}, Random(3))
    ready = placed(player, after(SWAP2, 180, 181, 200).choose(Choice.PASS))
    assert ready.ply == 5
    assert player.choose_swap(ready) in (Choice.SWAP, Choice.STAY)


def test_who_only_chooses_chooses_the_opening_too_and_never_passes() -> None:
    class Lowest(Player):
        def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
            return min(position.legal_points)

    player = Lowest(Random(1))
    ready = placed(player, SWAP2)
    assert ready.board.occupied == 0b111
    assert player.choose_swap(ready) in (Choice.SWAP, Choice.STAY)
    assert RandomPlayer(Random(1)).choose_swap(ready) in ready.choices


def test_the_engine_places_stones_near_each_other_too() -> None:
    player = make_player("engine", {}, Random(2))
    for start in (SWAP2, after(SWAP2, 180), after(SWAP2, 180, 181, 200).choose(Choice.PASS)):
        point = best_point(player, SearchRequest(start))
        assert point in start.legal_points
        assert max(abs(point // 19 - 9), abs(point % 19 - 9)) <= 4
