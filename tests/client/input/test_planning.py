"""Conditional moves as they are typed."""

import pytest

from pente_client.input.inputs import ShowConditions
from pente_client.input.invalid_input import InvalidInput
from pente_client.input.parse import parse_input
from pente_client.input.planning import PlanOrder
from pente_core.room import PlannedLine, lines_of
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from tests.support.client.fake_client import ADA, BOB, done, room_of


def points(*names: str) -> PlannedLine:
    return tuple(parse_point(name, 19) for name in names)


def test_lines_are_typed_with_commas_between_them() -> None:
    assert parse_input("/if k10 L11,  M12 n13 O14 p15", 19) == PlanOrder(
        (points("K10", "L11"), points("M12", "N13", "O14", "P15"))
    )
    assert parse_input("/conditions", 19) == ShowConditions()
    assert parse_input("/conditions clear", 19) == cmd.SetConditions()


@pytest.mark.parametrize("line", ["/if", "/if K10 L11,", "/if K10, ,L11", "/if K10 Z99", "/if hello"])
def test_what_is_no_line_is_answered_with_an_example(line: str) -> None:
    with pytest.raises(InvalidInput, match="/if K10 L11"):
        parse_input(line, 19)


def planned(*orders: str) -> list[str]:
    """What Ada has planned after some orders, while Bob is to move."""
    room = room_of("freestyle", time="3d/move", turns="A1")
    for line in orders:
        order = parse_input(f"/if {line}", 19)
        assert isinstance(order, PlanOrder)
        room = done(room, order.to(room, ADA.id), ADA)
    assert not lines_of(room.conditions, BOB.id)
    names = {parse_point(f"{column}{row}", 19): f"{column}{row}" for column in "BCDEF" for row in (1, 2, 3)}
    return [" ".join(names[point] for point in line) for line in lines_of(room.conditions, ADA.id)]


def test_lines_are_added_to_those_that_are_planned_and_go_on_from_them() -> None:
    assert planned("B1 C1", "B2 C2") == ["B1 C1", "B2 C2"]
    assert planned("B1 C1", "B1 C1 D1 E1") == ["B1 C1 D1 E1"]
    assert planned("B1 C1 D1 E1", "B1 C1 D2 E2") == ["B1 C1 D1 E1", "B1 C1 D2 E2"]


def test_the_newest_answer_to_a_move_replaces_the_one_before() -> None:
    assert planned("B1 C1", "B2 C2", "B1 C3") == ["B2 C2", "B1 C3"]
    assert planned("B1 C1 D1 E1", "B1 C1 D1 E2") == ["B1 C1 D1 E2"]
