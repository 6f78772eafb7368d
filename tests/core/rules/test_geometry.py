"""The bits against points in rows and columns."""

import pickle
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.geometry import (
    Bits,
    Flanks,
    Geometry,
    geometry,
    has_run,
    run_shifts,
    run_through,
    starts_of_runs,
)
from pente_core.rules.point import Point

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1))
SIZES = (3, 4, 5, 8, 19, 25)


def points_of(table: Geometry, bits: Bits) -> set[tuple[int, int]]:
    return {(point % table.size, point // table.size) for point in table.points(bits)}


def on_board(table: Geometry, places: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {(x, y) for x, y in places if 0 <= x < table.size and 0 <= y < table.size}


def bits_of(table: Geometry, places: list[tuple[int, int]]) -> Bits:
    return sum(table.bit[y * table.size + x] for x, y in places)


@pytest.mark.parametrize("size", range(3, 26))
def test_a_bit_stands_for_one_point(size: int) -> None:
    table = geometry(size)
    assert len(set(table.bit)) == table.full.bit_count() == size * size
    assert list(table.points(table.full)) == list(range(size * size))
    assert [table.point[bit] for bit in table.bit] == list(range(size * size))
    assert all(bit.bit_count() == 1 for bit in table.bit)


@pytest.mark.parametrize("size", SIZES)
def test_a_step_leads_to_the_neighbour_or_off_the_board(size: int) -> None:
    table = geometry(size)
    for x, y in product(range(size), repeat=2):
        for step, (dx, dy) in zip(table.steps, DIRECTIONS[:4], strict=True):
            beyond = table.bit[y * size + x] << step & table.full
            assert points_of(table, beyond) == on_board(table, {(x + dx, y + dy)})


@pytest.mark.parametrize("size", range(3, 26))
def test_odd_boards_have_a_centre(size: int) -> None:
    middle = size // 2
    assert geometry(size).centre == (middle * size + middle if size % 2 else None)


@pytest.mark.parametrize("size", SIZES)
def test_neighbourhoods_stop_at_the_edge(size: int) -> None:
    table = geometry(size)
    for x, y in product(range(size), repeat=2):
        point = Point(y * size + x)
        square = {(x + dx, y + dy) for dx, dy in product(range(-2, 3), repeat=2)}
        cross = {(x + n, y) for n in range(-4, 5)} | {(x, y + n) for n in range(-4, 5)}
        axes = [{(x + n * dx, y + n * dy) for n in range(-2, 3)} for dx, dy in DIRECTIONS[:4]]
        assert points_of(table, table.square(point, 2)) == on_board(table, square)
        assert points_of(table, table.cross(point, 4)) == on_board(table, cross)
        assert [step for step, _ in table.axes[point]] == list(table.steps)
        assert [points_of(table, bits) for _, bits in table.axes[point]] == [on_board(table, a) for a in axes]
        assert points_of(table, table.near[point]) == on_board(table, set().union(*axes))


@pytest.mark.parametrize(("size", "lengths"), [(3, (1,)), (5, (2,)), (7, (1, 3)), (19, (2, 3)), (4, (2, 4))])
def test_flanks_lie_behind_runs_that_fit_on_the_board(size: int, lengths: tuple[int, ...]) -> None:
    table = geometry(size)
    flanks = Flanks(table, lengths)
    for x, y in product(range(size), repeat=2):
        expected = {}
        for (dx, dy), length in product(DIRECTIONS, lengths):
            flank = (x + (length + 1) * dx, y + (length + 1) * dy)
            run = [(x + n * dx, y + n * dy) for n in range(1, length + 1)]
            if on_board(table, {flank}):
                expected[bits_of(table, [flank])] = bits_of(table, run)
        assert flanks[Point(y * size + x)] == (sum(expected), expected)


@given(st.data(), st.sampled_from(SIZES))
def test_runs_are_what_a_walk_finds(data: st.DataObject, size: int) -> None:
    table = geometry(size)
    bits = st.integers(0, 2 ** (size * table.stride)).map(lambda number: number & table.full)
    stones = data.draw(bits) | data.draw(bits)
    point = Point(data.draw(st.integers(0, size * size - 1)))
    for step, direction in zip(table.steps, DIRECTIONS, strict=False):
        run = walk(table, stones, point, direction)
        found, beyond = run_through(stones, table.bit[point], step)
        assert points_of(table, found) == set(run)
        first, last = run[0], run[-1]
        ends = {(first[0] - direction[0], first[1] - direction[1])}
        ends |= {(last[0] + direction[0], last[1] + direction[1])}
        assert points_of(table, beyond & table.full) == on_board(table, ends)


def walk(table: Geometry, stones: Bits, point: Point, direction: tuple[int, int]) -> list[tuple[int, int]]:
    """The run through a point, whether or not it has a stone, in order."""
    have = points_of(table, stones)
    (dx, dy), (x, y) = direction, (point % table.size, point // table.size)
    run = [(x, y)]
    while (run[0][0] - dx, run[0][1] - dy) in have:
        run.insert(0, (run[0][0] - dx, run[0][1] - dy))
    while (run[-1][0] + dx, run[-1][1] + dy) in have:
        run.append((run[-1][0] + dx, run[-1][1] + dy))
    return run


@given(st.integers(0, 2**72 - 1), st.integers(1, 7))
def test_stretches_begin_where_enough_stones_follow(number: int, length: int) -> None:
    table = geometry(8)
    stones = number & table.full
    have = points_of(table, stones)
    for step, (dx, dy) in zip(table.steps, DIRECTIONS, strict=False):
        expected = {(x, y) for x, y in have if all((x + n * dx, y + n * dy) in have for n in range(length))}
        assert points_of(table, starts_of_runs(stones, step, length)) == expected


def test_tables_are_shared_also_by_copies_from_elsewhere() -> None:
    assert geometry(19) is geometry(19)
    assert pickle.loads(pickle.dumps(geometry(19))) is geometry(19)


@pytest.mark.parametrize("size", SIZES)
def test_few_points_and_many_are_found_alike(size: int) -> None:
    table, chance = geometry(size), Random(size)
    for count in range(min(40, size * size) + 1):
        chosen = sorted(chance.sample(range(size * size), count))
        assert list(table.points(sum(table.bit[point] for point in chosen))) == chosen


@pytest.mark.parametrize("size", SIZES)
def test_a_run_anywhere_is_noticed(size: int) -> None:
    table, chance = geometry(size), Random(size)
    for _ in range(60):
        stones = sum(bit for bit in table.bit if chance.random() < 0.6)
        for length in range(3, size + 1):
            there = any(starts_of_runs(stones, step, length) for step in table.steps)
            assert has_run(stones, run_shifts(table.steps, length)) == there
