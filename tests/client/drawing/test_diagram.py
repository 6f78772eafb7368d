"""Moments of games, as SVG and as text: valid XML with everything on it, whatever players are called."""

from xml.etree import ElementTree as ET

import pytest

from pente_client.drawing.diagram import Diagram, diagram_of, diagram_svg, diagram_text
from pente_client.drawing.text_board import ASCII
from pente_core.drawing import NoSuchTurn
from pente_core.records import Contestant, End, Record, Unplayable
from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from

SVG = "{http://www.w3.org/2000/svg}"
CASUAL = RULESETS["pente-casual"]
CAPTURE = ("A1", "B1", "T19", "C1", "D1")


def record(
    rules: Ruleset, *turns: Turn | str, names: tuple[str, ...] = ("ann", "bob"), end: End | None = None
) -> Record:
    return Record(
        ruleset=rules,
        players=tuple(Contestant(name) for name in (*names, "?", "?")[: rules.sides]),
        turns=tuple(
            parse_point(turn, rules.size) if isinstance(turn, str) and not isinstance(turn, Choice) else turn
            for turn in turns
        ),
        end=end,
    )


def drawn(picture: Diagram) -> ET.Element:
    return ET.fromstring(diagram_svg(picture))


def stones(root: ET.Element, colour: str) -> list[str]:
    group = next(each for each in root.iter(f"{SVG}g") if each.get("class") == colour)
    return [title.text or "" for title in group.iter(f"{SVG}title")]


def of_class(root: ET.Element, name: str) -> list[ET.Element]:
    return [each for each in root.iter() if each.get("class") == name]


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def test_stones_lie_where_they_were_placed() -> None:
    root = drawn(diagram_of(record(CASUAL, "K10", "A1", "T19")))
    assert stones(root, "white") == ["K10", "T19"]
    assert stones(root, "black") == ["A1"]
    (last,) = of_class(root, "last")
    (stone,) = [
        each
        for each in root.iter(f"{SVG}circle")
        if (each.get("cx"), each.get("cy")) == ("576", "36") and each.get("class") is None
    ]
    assert (last.get("cx"), last.get("cy")) == (stone.get("cx"), stone.get("cy"))


def test_a_capture_leaves_crosses_and_is_told() -> None:
    root = drawn(diagram_of(record(CASUAL, *CAPTURE)))
    assert len(of_class(root, "gone")) == 2
    assert stones(root, "black") == []
    assert "5. ann D1, captures a pair, B1 C1, 1 of 5." in texts(root)
    assert "Captured: white 1 pair, black 0 pairs" in texts(root)


def test_a_winning_row_is_struck_through() -> None:
    moves = ("A1", "A3", "B1", "B3", "C1", "C3", "D1", "D3", "E1")
    root = drawn(diagram_of(record(CASUAL, *moves, end=End((0,)))))
    (row,) = of_class(root, "row")
    assert row.get("d") == "M36 576L156 576"
    assert "ann won: five in a row (A1 B1 C1 D1 E1)." in texts(root)
    assert not of_class(drawn(diagram_of(record(CASUAL, *moves), 8)), "row")


@pytest.mark.parametrize("name", ['<script>alert("1")</script>', "a & b", "]]>", "'\"", "日本 ☃", "&amp;"])
def test_names_are_escaped(name: str) -> None:
    root = drawn(diagram_of(record(CASUAL, "K10", names=(name, "bob"))))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == f"{name} - bob (pente-casual)"
    assert f"1. {name} K10." in texts(root)
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg",
        "g",
        "title",
        "rect",
        "text",
        "path",
        "circle",
    }


@pytest.mark.parametrize("size", [3, 4, 12, 13, 19, 25])
def test_coordinates_stand_on_all_four_sides(size: int) -> None:
    rules = ruleset_from({"base": "freestyle", "size": size, "line": 3})
    said = texts(drawn(diagram_of(record(rules))))
    assert said.count("A") == said.count(str(size)) == said.count("C") == 2


def test_four_sides_have_four_colours() -> None:
    root = drawn(diagram_of(record(ruleset_from({"sides": 4}), "K10", "A1", "B1", "C1")))
    assert [stones(root, colour) for colour in ("white", "black", "red", "blue")] == [
        ["K10"],
        ["A1"],
        ["B1"],
        ["C1"],
    ]


def test_a_moment_is_counted_in_stones() -> None:
    whole = record(RULESETS["swap2-pente"], "A1", "B1", "C1", Choice.PASS, "D1", "E1", Choice.SWAP, "F1")
    assert diagram_of(whole, 0).board.last is None
    assert diagram_of(whole, 3).captions[0] == "ann passes and will place two more stones."
    assert diagram_of(whole, 3).board.last == Point(2)
    assert diagram_of(whole, 5).captions[0] == "bob swaps: the players change colours."
    assert diagram_of(whole).board.position.ply == 6
    with pytest.raises(NoSuchTurn, match="only 6 stones"):
        diagram_of(whole, 7)


def test_before_an_illegal_turn_there_are_moments() -> None:
    broken = record(CASUAL, "A1", "A1", "B1", end=End((0,), Termination.TIME))
    assert diagram_of(broken, 1).board.position.ply == 1
    for at in (2, None):
        with pytest.raises(Unplayable):
            diagram_of(broken, at)


def test_the_text_says_the_same_as_the_picture() -> None:
    lines = diagram_text(diagram_of(record(CASUAL, "K10")), ASCII).split("\n")
    assert lines[0] == "ann - bob (pente-casual)"
    assert "(X)" in lines[11]
    assert lines[-3:] == [
        "1. ann K10.",
        "Captured: white 0 pairs, black 0 pairs",
        "The game was not finished.",
    ]


def test_somebody_who_is_out_is_told() -> None:
    out = Retirement(1, Termination.TIME)
    picture = diagram_of(record(ruleset_from({"sides": 3}), "K10", out, names=("ann", "bob", "cat")))
    assert picture.captions[0] == "bob ran out of time."
    assert picture.board.last == Point(180)
