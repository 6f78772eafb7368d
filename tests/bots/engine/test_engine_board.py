"""The board of the engine against the rules of the core."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from pente_bots.engine.kernel.engine_board import EngineBoard
from pente_bots.engine.kernel.move_picker import MovePicker
from pente_bots.engine.position_board import board_of, is_supported, picker_of
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.queries import captures_by_point, points_that_win
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.rules.verdict import verdict
from tests.core.cross_checks.perft import Entry, load
from tests.support.games.real_games import REAL_GAMES, RealGame, load_real_games

pytestmark = pytest.mark.usefixtures("untraced")

ALL_GAMES: Final = Path(__file__).parents[3] / "../shared/conformance/real_games.txt"
SPECS: tuple[Any, ...] = (
    "pente",
    "pente-casual",
    "g-pente",
    "gomoku",
    "freestyle",
    {"base": "keryo-pente", "size": 13},
    {"base": "pente", "size": 25},
    {"base": "pente-casual", "size": 7, "goal": 30},
    {"base": "pente-casual", "size": 8, "goal": 4},
    {"base": "pente-casual", "size": 9, "goals": [6, 20]},
    {"base": "pente-casual", "size": 6, "captures": [3], "goal": 9},
    {"base": "pente-casual", "size": 9, "exact_line": True},
    {"base": "pente-casual", "size": 9, "captures": [2, 3], "goal": 40, "exact_line": True},
    {"base": "gomoku", "size": 11},
    {"base": "freestyle", "size": 5},
)


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_every_stone_of_random_games_is_as_by_the_rules(spec: Any) -> None:
    rules, chance = ruleset_from(spec), Random(str(spec))
    assert is_supported(rules)
    for _ in range(3 if rules.size > 12 else 8):
        position = Position.initial(rules)
        board = board_of(position)
        before = [state_of(board)]
        while position.legal_points and len(before) < 90:
            point = near_others(position, chance)
            move, after, made = position.judge(point)
            assert board.wins_at(board.cell_of(point), board.side) == (
                verdict(move, after, made) is not None
                and (bool(made) or has_reached_goal(after, move.colour))
            )
            if verdict(move, after, made) is not None:
                break
            board.place(board.cell_of(point))
            position = after
            before.append(state_of(board))
            assert_equal(board, position)
        for state in reversed(before):
            assert state_of(board) == state
            if board.plies:
                board.undo()


@pytest.mark.parametrize("entry", [entry for entry in load() if is_supported(entry.game.rules)], ids=str)
def test_it_counts_all_games_of_a_few_turns_as_the_core_does(entry: Entry) -> None:
    position = entry.game.position
    board = board_of(position)
    picker = picker_of(board, position)
    start = state_of(board)
    for depth, count in enumerate(entry.counts):
        assert counted(board, picker, position, depth) == (count.games, count.credited)
        assert state_of(board) == start


def counted(board: EngineBoard, picker: MovePicker, position: Position, depth: int) -> tuple[int, int]:
    """The games after so many more stones, and the stones captured in all of them. None of them is over."""
    if not depth:
        return 1, sum(board.taken)
    games = credited = 0
    for point in open_points(board, picker, position):
        cell = board.cell_of(point)
        assert not board.wins_at(cell, board.side)
        board.place(cell)
        more = counted(board, picker, position, depth - 1)
        board.undo()
        games, credited = games + more[0], credited + more[1]
    return games, credited


def open_points(board: EngineBoard, picker: MovePicker, start: Position) -> list[int]:
    """Where a stone may be placed, as the board and the list of candidates have it after the first stone."""
    if not board.plies:
        return list(start.legal_points)
    is_restricted = board.plies == picker.plies_until_closed
    cells = map(board.cell_of, range(board.size**2))
    return [
        board.point_of(cell)
        for cell in cells
        if not board.cells[cell] and not (is_restricted and picker.closed[cell])
    ]


def real_games() -> Iterator[Any]:
    """The games that the project keeps, and where there are more, every twentieth of those."""
    for file, step in ((REAL_GAMES, 1), (ALL_GAMES, 20)):
        if file.exists():
            yield from load_real_games(file)[::step]


@pytest.mark.parametrize("real", list(real_games()), ids=lambda real: real.id)
def test_every_stone_of_real_games_is_as_by_the_rules(real: RealGame) -> None:
    position = start = Position.initial(real.rules)
    board = board_of(position)
    picker = picker_of(board, position)
    before = [state_of(board)]
    for word in real.moves:
        point = parse_point(word, real.rules.size)
        assert_equal(board, position)
        assert open_points(board, picker, start) == list(position.legal_points)
        position = position.play(point)[1]
        board.place(board.cell_of(point))
        before.append(state_of(board))
    for state in reversed(before):
        assert state_of(board) == state
        if board.plies:
            board.undo()


def assert_equal(board: EngineBoard, position: Position) -> None:
    """The board has the stones, captures, wins and gains of a position, and the state of a new board."""
    size, table = position.rules.size, position.board.geometry
    for side, own in enumerate(position.board.stones):
        cells = {point for point in range(size**2) if board.cells[board.cell_of(point)] == side + 1}
        assert cells == set(table.points(own))
        assert board.taken[side] == position.taken[side]
    for asked in (position, position.passed()):
        side, empty = asked.colour, list(table.points(position.compiled.full & ~position.board.occupied))
        if asked.ply > asked.compiled.second_ply:
            wins = set(table.points(points_that_win(asked)))
            assert {point for point in empty if board.wins_at(board.cell_of(point), side)} == wins
            assert (board.wins(side) > 0) == bool(wins)
            gains = {point: taken.bit_count() for point, taken in captures_by_point(asked).items()}
            found = {point: board.gain_at(board.cell_of(point), side) for point in empty}
            assert {point: gain for point, gain in found.items() if gain} == gains
    if position.ply % 5 == 0:
        assert state_of(board) == state_of(board_of(position))


def state_of(board: EngineBoard) -> tuple[object, ...]:
    """All that is known."""
    return (
        board.key,
        board.side,
        list(board.taken),
        [*map(list, (board.points, board.stones, board.shapes, board.captures))],
        list(board.line_keys),
        (board.balance, list(board.kind_counts), board.taking, list(board.gain_counts)),
    )


def has_reached_goal(position: Position, side: int) -> bool:
    return bool(position.rules.captures) and position.taken[side] >= position.rules.goal_of(side)


def near_others(position: Position, chance: Random) -> Point:
    """A legal point, more often than not among the stones."""
    points = list(position.legal_points)
    size = position.rules.size
    middle = [point for point in points if all(abs(2 * n - size) < 9 for n in divmod(point, size))]
    return chance.choice(middle if middle and chance.random() < 0.9 else points)


def test_the_key_does_not_depend_on_the_order_of_the_stones() -> None:
    position = Position.initial(RULESETS["pente-casual"])
    keys = set()
    for points in ((180, 42, 200, 44), (200, 44, 180, 42), (180, 44, 200, 42)):
        board = board_of(position)
        for point in points:
            board.place(board.cell_of(point))
        keys.add(board.key)
    assert len(keys) == 1


@pytest.mark.parametrize("name", ["poof-pente", "o-pente", "boat-pente", "connect6"])
def test_what_the_board_does_not_know_is_declined(name: str) -> None:
    assert not is_supported(RULESETS[name])
