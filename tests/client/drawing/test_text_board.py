import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_client.drawing.text_board import ASCII, UNICODE, board_lines
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import ruleset_from


def game(*names: str, ruleset: object = "pente-casual") -> Game:
    playing = Game.new(ruleset_from(ruleset))
    for name in names:
        _, playing = playing.play(parse_point(name, playing.rules.size))
    return playing


def test_a_small_board_with_signs() -> None:
    played = game("A1", "C3", "B2", ruleset={"base": "freestyle", "size": 4, "line": 4})
    last = parse_point("B2", 4)
    assert board_lines(played.position, UNICODE, last=[last]) == [
        "   A B C D",
        " 4 ┌─┬─┬─┐ 4",
        " 3 ├─┼─●─┤ 3",
        " 2 ├(○)┼─┤ 2",
        " 1 ○─┴─┴─┘ 1",
        "   A B C D",
    ]


def test_a_winning_row_stands_between_stars() -> None:
    played = game("A1", "A3", "B1", "B3", "C1", ruleset={"base": "freestyle", "size": 3, "line": 3})
    assert played.outcome is not None
    (line,) = played.outcome.lines
    assert board_lines(played.position, ASCII, won=line)[3] == " 1*X*X*X*1"
    assert board_lines(played.position, ASCII, won=line, last=[line[2]])[3] == " 1*X*X(X)1"


def test_four_colours_have_four_shapes() -> None:
    rules = {"base": "pente", "size": 5, "sides": 4, "opening": "free", "second_move": "free"}
    played = game("A1", "B1", "C1", "D1", ruleset=rules)
    assert board_lines(played.position, UNICODE)[5] == " 1 ○─●─▲─■─┘ 1"
    assert board_lines(played.position, ASCII)[5] == " 1 X O # @ . 1"


@pytest.mark.parametrize("charset", [UNICODE, ASCII])
@given(size=st.integers(3, 25), data=st.data())
def test_every_line_has_its_width_and_every_stone_its_place(
    charset: object, size: int, data: st.DataObject
) -> None:
    rules = {"base": "freestyle", "size": size, "line": 3}
    position = Game.new(ruleset_from(rules)).position
    points = data.draw(st.lists(st.integers(0, size**2 - 1), unique=True, max_size=8))
    for point in points:
        _, position = position.play(Point(point))
    chosen = ASCII if charset is ASCII else UNICODE
    lines = board_lines(position, chosen)
    assert len(lines) == size + 2
    assert {len(line.rstrip("0123456789").rstrip()) for line in lines[1:-1]} == {2 * size + 2}
    stones = {chosen.stone(position.rules, colour) for colour in (0, 1)}
    assert sum(sign in stones for line in lines[1:-1] for sign in line) == len(points)
    for point in points:
        row, column = divmod(point, size)
        assert lines[size - row][3 + 2 * column] in stones
