"""Random games of many rulesets, step by step next to the reference."""

from random import Random
from typing import Any

import pytest

from pente_core.rules.game import Game, Retirement, Turn
from pente_core.rules.geometry import Bits, Geometry
from pente_core.rules.move import Choice, Move
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from tests.core.cross_checks.reference import At, Reference
from tests.support.games.random_games import random_turn
from tests.support.games.ruleset_samples import SPECS, name_of


def at(point: Point, size: int) -> At:
    row, column = divmod(point, size)
    return column, row


def places(points: Any, size: int) -> set[At]:
    return {at(point, size) for point in points}


def stones(bits: Bits, table: Geometry) -> set[At]:
    return places(table.points(bits), table.size)


def assert_same(game: Game, reference: Reference) -> None:
    """The two are in the same state, whatever led to it."""
    position, size = game.position, game.rules.size
    for colour, bits in enumerate(position.board.stones):
        owned = {one for one, owner in reference.stones.items() if owner == colour}
        assert stones(bits, position.board.geometry) == owned
    assert list(position.taken) == reference.taken
    assert (position.ply, position.out) == (len(reference.placed), sum(1 << seat for seat in reference.out))
    if reference.over is None:
        assert game.outcome is None
        assert (position.colour, position.stones_left) == (reference.colour, reference.left)
        assert (position.to_act, set(position.choices)) == (reference.to_act, reference.choices)
        assert places(position.legal_points, size) == reference.legal
    else:
        assert game.outcome is not None
        assert (game.outcome.termination, game.outcome.winners) == (reference.over, reference.winners)
        assert {frozenset(places(line, size)) for line in game.outcome.lines} == reference.lines


def assert_same_move(move: Move, reference: Reference) -> None:
    """What the last stone did."""
    size = reference.rules.size
    taken = {
        (colour, place) for colour, points in map(parts, move.captured) for place in places(points, size)
    }
    assert {place for _, place in taken} == reference.captured
    assert places(move.poofed, size) == reference.poofed
    assert list(move.calls) == reference.calls
    assert move.colour == reference.placed[-1]


def parts(capture: Any) -> tuple[int, tuple[Point, ...]]:
    return capture.colour, capture.points


def step(game: Game, reference: Reference, turn: Turn) -> Game:
    """One turn in both, compared."""
    match turn:
        case Choice():
            reference.choose(turn)
            game = game.choose(turn)
        case Retirement(seat, why):
            reference.retire(seat, why)
            game = game.retire(seat, why)
        case _:
            reference.play(at(turn, game.rules.size))
            move, game = game.play(turn)
            assert_same_move(move, reference)
    assert_same(game, reference)
    return game


def play_out(spec: Any, chance: Random, *, limit: int, retiring: float = 0.0) -> Game:
    """A random game of both; each turn a seat may retire with the given probability."""
    game, reference = Game.new(ruleset_from(spec)), Reference(ruleset_from(spec))
    assert_same(game, reference)
    while not game.is_over and len(game.turns) < limit:
        turn = random_turn(game, chance)
        if chance.random() < retiring:
            seats = [seat for seat in range(game.rules.sides) if not game.position.out >> seat & 1]
            turn = Retirement(
                chance.choice(seats), chance.choice((Termination.RESIGNATION, Termination.TIME))
            )
        game = step(game, reference, turn)
    return game


@pytest.mark.parametrize("spec", SPECS, ids=name_of)
def test_random_games_go_as_in_the_reference(spec: Any) -> None:
    chance = Random(name_of(spec))
    for _ in range(2 if ruleset_from(spec).size > 12 else 12):
        play_out(spec, chance, limit=60)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if ruleset_from(spec).sides > 2], ids=name_of)
def test_seats_leave_a_game_as_in_the_reference(spec: Any) -> None:
    chance = Random(name_of(spec))
    for _ in range(30):
        play_out(spec, chance, limit=60, retiring=0.1)
