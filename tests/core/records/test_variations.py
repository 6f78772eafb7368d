"""Variations and comments in records: from the log of a room, in SGF and in pente.org's text."""

import pytest

from pente_core.records import (
    Comment,
    Record,
    RecordVariation,
    format_pgn,
    format_sgf,
    read_pgn,
    read_sgf,
    record_of,
    record_of_log,
)
from pente_core.records.model.record import in_text_order
from pente_core.records.sgf.scanner import MOST_OTHERS
from pente_core.room import commands as cmd
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from tests.support.games.record_strategies import plain_record
from tests.support.games.room_scenario import ANN, BOB, EVE, Scene

PENTE = RULESETS["pente"]


def points(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def looked_at() -> Scene:
    """A game of four stones with everything that can be added to it."""
    scene = Scene.begun()
    scene.play("K10", "L10", "N10", "L11")
    scene.do(cmd.Resign(), ANN)
    scene.do(cmd.AddVariation(2, points("A1", "B1")), EVE)  # nodes 5, 6
    scene.do(cmd.AddVariation(3, points("C1")), BOB)  # node 7
    scene.do(cmd.AddVariation(5, points("D1")), BOB)  # node 8
    scene.do(cmd.AddVariation(4, points("E1")), ANN)  # node 9, after the end
    scene.do(cmd.AddComment(3, "Not good."), EVE)
    scene.do(cmd.AddComment(8, "Better \\ ] than (;that)"), ANN)
    scene.do(cmd.MarkPoints(0, points("K10")), EVE)
    scene.do(cmd.AddVariation(2, points("F1")), BOB)
    scene.do(cmd.RemoveAnnotation(scene.room.version), BOB)
    return scene


EXPECTED = (
    RecordVariation(4, points("E1")),
    RecordVariation(3, points("C1")),
    RecordVariation(2, points("A1", "B1")),
    RecordVariation(7, points("D1"), (Comment(1, "ann: Better \\ ] than (;that)"),)),
)


def test_the_record_of_a_room_has_what_was_added_to_its_game() -> None:
    scene = looked_at()
    for record in (record_of_log(scene.log), record_of(scene.room)):
        assert record.variations == EXPECTED
        assert record.comments == (Comment(0, "eve marks K10"), Comment(3, "eve: Not good."))
        assert len(record.turns) == 4


def test_sgf_has_variations_as_branches() -> None:
    record = record_of_log(looked_at().log)
    text = format_sgf(record)
    moves = text.replace("\n", "").partition("C[eve marks K10]MA[jj]")[2]
    assert moves == (
        ";W[jj];B[kj]"
        "(;W[mj]C[eve\\: Not good.](;B[ki](;)(;W[es]))(;B[cs]))"
        "(;W[as](;B[bs])(;B[ds]C[ann\\: Better \\\\ \\] than (;that)])))"
    )
    assert next(read_sgf(text.splitlines(keepends=True))) == record


def test_pente_org_gets_variations_as_comments() -> None:
    record = record_of_log(looked_at().log)
    text = format_pgn(record).replace("\n", " ")
    assert "{Variation: A1 B1} {Variation: A1 D1 [ann: Better" in text
    assert next(read_pgn(format_pgn(record).splitlines(keepends=True))).turns == record.turns


def read(text: str) -> Record:
    return next(read_sgf([f"(;FF[4]SZ[19]RU[pente]{text})\n"]))


def test_a_variation_that_can_not_be_read_is_left_out_with_what_follows() -> None:
    assert read(";W[jj](;B[aa])(;W[bb](;B[cc])(;W[dd]))(;B[zz])(;B[ee];W[ff])").variations == (
        RecordVariation(1, points("E15", "F14")),
    )
    for odd in ("CHOICE[swap]", "AB[cc]", "AE[jj]", "B[aa]W[bb]", "B[aa][bb]", "OUT[time:1]"):
        assert not read(f";W[jj](;B[aa])(;{odd};B[cc];W[dd])").variations
    assert read(";W[jj](;B[aa])(;C[what if];B[cc])").variations == (RecordVariation(1, points("C17")),)


def test_variations_beyond_all_bounds_are_left_out_and_the_game_is_read() -> None:
    many = "".join("(;B[ab])" for _ in range(MOST_OTHERS + 10))
    record = read(f";W[jj](;B[aa]){many}")
    assert len(record.turns) == 2
    assert len(record.variations) == MOST_OTHERS
    deep = read(";W[jj](;B[aa])" + "(;B[ab]" * 5000 + ")" * 5000)
    assert len(deep.turns) == 2
    properties = "".join(f"X{number}[a]" for number in range(5000))
    assert read(f";W[jj](;B[aa])(;B[ab]{properties})").variations


@pytest.mark.parametrize("node", [-1, 3])
def test_a_variation_goes_on_from_somewhere(node: int) -> None:
    with pytest.raises(ValueError, match="must go on"):
        in_text_order(2, [RecordVariation(node, points("A1"))])


@pytest.mark.parametrize(
    "variation",
    [
        RecordVariation(0, (Point(361),)),
        RecordVariation(0, points("A1"), (Comment(2, "hm"),)),
        RecordVariation(0, points("A1"), (Comment(0, "hm"),)),
        RecordVariation(0, points("A1"), (Comment(1, "a\nb"),)),
    ],
)
def test_what_the_formats_can_not_express_is_no_record(variation: RecordVariation) -> None:
    with pytest.raises(ValueError, match=r"variation|comment"):
        plain_record(PENTE, variations=(variation,))


def test_marks_are_crosses_and_circles_in_other_programs() -> None:
    scene = looked_at()
    scene.do(cmd.MarkPoints(8, points("A1", "B2")), EVE)
    scene.do(cmd.MarkPoints(8, points("B2", "C3")), ANN)
    record = record_of_log(scene.log)
    assert "MA[as][br]CR[cq]" in format_sgf(record)
    assert next(read_sgf(format_sgf(record).splitlines(keepends=True))) == record


def test_marks_of_other_programs_are_read() -> None:
    text = "(;GM[4]FF[4]SZ[19];B[jj]MA[as][br]CR[cq][zz];W[kk]C[Look]CR[as])"
    record = next(read_sgf([text]))
    assert record.comments == (Comment(1, "marks A1 B2 C3"), Comment(2, "Look"), Comment(2, "marks A1"))
    assert next(read_sgf(format_sgf(record).splitlines(keepends=True))) == record
