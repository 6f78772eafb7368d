import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.board import Board
from pente_core.rules.geometry import geometry
from pente_core.rules.move import Capture
from pente_core.rules.point import Point
from tests.core.pictures import at

SIZE = 5

stones = st.dictionaries(st.integers(0, SIZE * SIZE - 1).map(Point), st.integers(0, 3))


def board_of(stones: dict[Point, int]) -> Board:
    board = Board.empty(SIZE, 4)
    for point, colour in stones.items():
        board = board.toggled(colour, (point,))
    return board


@given(stones)
def test_a_board_is_a_mailbox(mailbox: dict[Point, int]) -> None:
    board = board_of(mailbox)
    assert [board.colour_at(Point(n)) for n in range(SIZE * SIZE)] == [
        mailbox.get(Point(n)) for n in range(SIZE * SIZE)
    ]
    assert list(board.geometry.points(board.occupied)) == sorted(mailbox)
    for colour, bits in enumerate(board.stones):
        assert set(board.geometry.points(bits)) == {point for point in mailbox if mailbox[point] == colour}


@given(stones)
def test_a_board_survives_pickling_and_the_reading_of_its_repr(mailbox: dict[Point, int]) -> None:
    board = board_of(mailbox)
    names = {"Board": Board, "geometry": geometry}
    for again in (pickle.loads(pickle.dumps(board)), eval(repr(board), names)):
        assert (again, hash(again), repr(again)) == (board, hash(board), repr(board))
        assert again.geometry is board.geometry


@given(stones, st.integers(0, 3), st.sets(st.integers(0, SIZE * SIZE - 1).map(Point)))
def test_toggling_twice_changes_nothing(mailbox: dict[Point, int], colour: int, points: set[Point]) -> None:
    board = board_of({point: owner for point, owner in mailbox.items() if owner == colour})
    toggled = board.toggled(colour, points)
    assert toggled.toggled(colour, points) == board
    assert toggled.stones[colour] ^ board.stones[colour] == sum(board.geometry.bit[point] for point in points)


@given(stones, st.integers(0, 3), st.data())
def test_after_a_move_the_stone_is_there_and_others_are_gone(
    mailbox: dict[Point, int], colour: int, data: st.DataObject
) -> None:
    free = [Point(n) for n in range(SIZE * SIZE) if n not in mailbox]
    if not free:
        return
    point = data.draw(st.sampled_from(free))
    gone = data.draw(st.sets(st.sampled_from(sorted(mailbox)))) if mailbox else set()
    own = tuple(one for one in gone if mailbox[one] == colour)
    captured = tuple(
        Capture(other, tuple(one for one in gone if mailbox[one] == other))
        for other in range(4)
        if other != colour
    )
    left = {one: owner for one, owner in mailbox.items() if one not in gone}
    assert board_of(mailbox).after(colour, point, captured, own) == board_of(left | {point: colour})


def test_a_board_is_drawn_from_the_top() -> None:
    board = Board.empty(3, 4)
    for colour, name in enumerate(("A1", "B2", "C3", "A3")):
        board = board.toggled(colour, (at(name, 3),))
    assert str(board) == "@ . #\n. O .\nX . ."


def test_boards_do_not_change() -> None:
    board = Board.empty(3, 2).toggled(0, (Point(4),))
    with pytest.raises(AttributeError, match="immutable"):
        board.key = 0  # type: ignore[misc]
