"""SGF: what it looks like, what is accepted, and where it says that something is wrong."""

import tracemalloc
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.clock.clock import ByoYomi, Fischer, TimeControl
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records import (
    BadRecord,
    Comment,
    Contestant,
    Day,
    DayTime,
    End,
    Record,
    check,
    format_sgf,
    read_sgf,
    scan_sgf,
    write_sgf,
)
from pente_core.records.sgf.scanner import MOST_PARTS
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.rules.setup import Setup
from pente_core.value import replace
from tests.support.games.record_strategies import made_records, plain_record

PENTE = RULESETS["pente"]


def read(text: str) -> list[Record]:
    return list(read_sgf(text.splitlines(keepends=True)))


def one(text: str) -> Record:
    (record,) = read(text)
    return record


def points(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


def error(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as raised:
        read(text)
    return raised.value


@settings(max_examples=50)
@given(st.lists(made_records(has_variations=True), max_size=3))
def test_writing_then_reading_is_the_identity(records: list[Record]) -> None:
    text = "".join(write_sgf(records))
    assert read(text) == records
    assert read(text.replace("\n", "\r\n")) == records
    assert "".join(write_sgf(read(text))) == text


def test_a_game_is_written_with_standard_properties_and_a_few_of_our_own() -> None:
    record = Record(
        ruleset=RULESETS["d-pente"],
        players=(Contestant("an]n", 1500, PlayerKind.PERSON), Contestant("b\\ob", None, PlayerKind.BOT)),
        turns=(*points("K10", "L10", "A1", "T19"), Choice.SWAP, *points("B2")),
        end=End((1,), Termination.TIME),
        rated=True,
        control=Fischer(Millis(300_000), Millis(3000)),
        day=Day(2016, 4, 8),
        time=DayTime(1, 22, 33),
        clocks=tuple(map(Millis, (299_500, 298_000, 297_000, 296_000, 300_000, 290_000))),
        comments=(Comment(0, "hello"), Comment(2, "one"), Comment(2, "two: three")),
        tags=(("Site", "here"), ("Odd: name", "x:y")),
    )
    assert format_sgf(record) == (
        "(;FF[4]GM[4]CA[UTF-8]SZ[19]RU[d-pente]\n"
        "PW[an\\]n]WR[1500]KINDW[Human]\n"
        "PB[b\\\\ob]KINDB[Computer]\n"
        "DT[2016-04-08]TIME[01\\:22\\:33]\n"
        "TM[300]OT[3 Fischer]CLOCK[300+3]RATED[Y]\n"
        "RE[B+T]END[time]\n"
        "PC[here]TAG[Odd\\: name:x\\:y]\n"
        "C[hello]\n"
        ";W[jj]WL[299.5];B[kj]WL[298]C[one\ntwo\\: three];W[as]WL[297];B[sa]WL[296]\n"
        ";CHOICE[swap]BL[300];W[br]WL[290]\n"
        ")\n"
    )
    assert one(format_sgf(record)) == record


def test_a_third_and_fourth_side_have_properties_of_our_own() -> None:
    record = Record(
        ruleset=ruleset_from({"sides": 4}),
        players=(Contestant(), Contestant(), Contestant("cat", 1), Contestant("dan", 2, PlayerKind.BOT)),
        turns=(*points("A1", "B1", "C1"), Retirement(3, Termination.RESIGNATION), *points("D1", "E1", "F1")),
        end=End((2,), Termination.LINE),
        clocks=(None, None, Millis(5), Millis(6), None, None, None),
    )
    text = format_sgf(record)
    assert "PRED[cat]REDR[1]\nPBLUE[dan]BLUER[2]KINDBLUE[Computer]\n" in text
    assert ";RED[cs]REDL[0.005];OUT[resignation\\:3]BLUEL[0.006];W[ds];B[es]\n;RED[fs]\n" in text
    assert "RE[RED+]END[line]" in text
    assert one(text) == record


def test_two_teams_are_told_by_their_first_colour() -> None:
    record = plain_record(ruleset_from({"sides": 4, "teams": True}), end=End((1, 3)))
    assert "RE[B+]" in format_sgf(record)
    assert one(format_sgf(record)) == record


def test_only_the_main_line_is_read() -> None:
    record = one("(;FF[4]GM[4]SZ[15];B[hh](;W[gg]C[main];B[aa](;W[bb])(;W[cc]C[no)(]))(;W[ff];B[gg]))")
    assert record.turns == tuple(parse_point(name, 15) for name in ("H8", "G9", "A15", "B14"))
    assert record.comments == (Comment(2, "main"),)


def test_several_games_follow_each_other() -> None:
    games = read("(;GM[4];B[aa])\n\n (;GM[4];B[bb])(;GM[4];B[cc])")
    assert [game.turns for game in games] == [points("A19"), points("B18"), points("C17")]


def test_escapes_and_line_ends_in_text_are_undone() -> None:
    record = one("(;GM[4]PB[a\\\nb \\] c\\\\\nd]C[one\\\n!\n\ntwo\\:\tthree])")
    assert record.players[0].name == "?"
    assert record.players[1].name == "ab ] c\\ d"
    assert record.comments == (Comment(0, "one!"), Comment(0, "two: three"))


def test_a_game_of_others_is_taken_for_gomoku_as_its_first_stone_says() -> None:
    record = one(
        "(;FF[3]GM[4]SZ[15]PlayerBlack[lee]PW[kim]RU[RIF]RE[B+Resign]DT[2001-02-03,04]KM[0]"
        ";B[hh]BL[59.5];W[hi]WL[-1];B[aa]OB[3])"
    )
    assert record.ruleset == ruleset_from({"base": "gomoku", "size": 15, "opening": "free", "first": "black"})
    assert [player.name for player in record.players] == ["lee", "kim"]
    assert record.end == End((0,), Termination.RESIGNATION)
    assert record.day == Day(2001, 2, 3)
    assert record.clocks == (Millis(59_500), None, None)
    assert record.tags == (("Rules", "RIF"),)
    assert one(format_sgf(record)) == record


def test_a_ruleset_may_be_named_as_pente_org_does() -> None:
    record = one("(;RU[Keryo-Pente]SZ[13]GM[1];W[aa];B[bb])")
    assert record.ruleset == ruleset_from({"base": "keryo-pente", "size": 13})
    assert one("(;RU[Pente]RATED[N])").ruleset == RULESETS["pente-casual"]


@pytest.mark.parametrize(
    ("result", "end"),
    [
        ("0", End()),
        ("draw", End()),
        ("Void", End((), Termination.ABORTED)),
        ("?", None),
        ("W+T", End((0,), Termination.TIME)),
        ("B+5.5", End((1,))),
        ("b+resign", End((1,), Termination.RESIGNATION)),
    ],
)
def test_results_of_others_are_understood(result: str, end: End | None) -> None:
    assert one(f"(;RU[pente]RE[{result}])").end == end


def test_less_than_a_day_is_no_date() -> None:
    assert one("(;RU[pente]DT[1996-05])").day is None


@pytest.mark.parametrize(
    ("properties", "control"),
    [
        ("TM[300]", Fischer(Millis(300_000))),
        ("TM[300]OT[2 fischer]", Fischer(Millis(300_000), Millis(2000))),
        ("TM[300]OT[5x30 byo-yomi]", ByoYomi(Millis(300_000), 5, Millis(30_000))),
        ("TM[300]OT[0x30 byo-yomi]", None),
        ("TM[300]OT[25/300 canadian]", None),
        ("TM[none]", None),
        ("TM[0]", None),
    ],
)
def test_time_controls_of_others_are_understood(properties: str, control: TimeControl | None) -> None:
    assert one(f"(;RU[pente]{properties})").control == control


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("hello\n(;GM[4])", 1, 1, "expected a ( and a game, not 'h'"),
        ("(;GM[4]\n;B[aa]", 1, 1, "expected a ) that ends the game"),
        ("(;GM[4];B[aa", 1, 11, "expected a ] that ends the value"),
        ("(;GM[4]\n!)", 2, 1, "expected a node, a property or ), not '!'"),
        ("(;[x])", 1, 3, "expected the name of a property"),
        ("(GM[4])", 1, 2, "expected a ; before the first property"),
        ("()", 1, 1, "expected a game with nodes"),
        ("(;GM[1];B[aa])", 1, 6, "expected 4, for Gomoku"),
        ("(;GM[4]SZ[19:13])", 1, 11, "a square board"),
        ("(;GM[4]SZ[26])", 1, 11, "size must be from 3 to 25"),
        ("(;RU[pente]SZ[5])", 1, 15, "5x5"),
        ('(;RU[{"size"\\: 13}]SZ[19])', 1, 23, "expected 13, the board size of the ruleset"),
        ('(;RU[{"size"\\: 12, "opening"\\: "centre"}])', 1, 6, "has no centre"),
        ("(;GM[4]SZ[15];B[pa])", 1, 17, "expected a point from aa to oo, not 'pa'"),
        ("(;GM[4];B[])", 1, 11, "expected a point"),
        ("(;GM[4];B[aa];B[bb])", 1, 17, "expected a stone of W, whose turn it is, not of B"),
        ("(;GM[4];B[aa]W[bb])", 1, 11, "expected one turn in a node"),
        ("(;GM[4];AB[aa][bb])", 1, 12, "expected setup stones in the first node only"),
        ("(;GM[4]AB[aa]AE[aa])", 1, 17, "and none that are cleared"),
        ("(;GM[4]AB[aa:zz])", 1, 11, "expected a point from aa to ss, not 'zz'"),
        ("(;GM[4]AB[aa]AW[aa])", 1, 17, "expected a position that a game can begin from: each point"),
        ("(;GM[4]AB[aa:ae])", 1, 11, "the game is over in this position"),
        ("(;GM[4]AB[aa]PL[G])", 1, 17, "expected the side to move, one of W, B, not 'G'"),
        ("(;GM[4]AB[aa]SETUP[no])", 1, 20, "expected captured stones, stones left"),
        ("(;GM[4]AB[aa]SETUP[0,0 1 maybe])", 1, 20, "expected captured stones, stones left"),
        ("(;GM[4]AB[aa]SETUP[4,0 1 -])", 1, 11, "nothing is captured in gomoku"),
        ("(;GM[4]AB[aa]ARED[bb])", 1, 19, "expected setup stones of the sides W, B only"),
        ("(;GM[4]RE[X+])", 1, 11, "expected a result, like W+, B+R or Draw, not 'X+'"),
        ("(;GM[4]END[line])", 1, 12, "expected a property RE that says who won"),
        ("(;GM[4]END[bored])", 1, 12, "expected one of line, "),
        ("(;GM[4]TAG[x])", 1, 12, "expected a name and a value"),
        ("(;GM[4]TAG[Result:x])", 1, 1, "is reserved for a field"),
        ("(;GM[4]TIME[99])", 1, 13, "expected a time of day"),
        ("(;GM[4]CLOCK[99 s])", 1, 14, "expected seconds"),
        ("(;GM[4];CHOICE[maybe])", 1, 16, "expected swap, stay or pass, not 'maybe'"),
        ("(;GM[4];OUT[swap])", 1, 13, "expected a seat that drops out"),
        ("(;GM[4];OUT[time:3])", 1, 13, "expected a seat that drops out"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, line: int, column: int, expected: str) -> None:
    found = error(text)
    assert (found.line, found.column) == (line, column)
    assert expected in found.expected


def test_after_an_error_it_goes_on_with_the_next_game() -> None:
    texts = [
        "(;GM[4];B[aa])",
        "(;GM[4];B[zz];W[aa](;B[bb]))",
        "(;GM[4];B[aa]",
        "(;GM[4]C[oh",
        "(;GM[4]!;B[bb])",
        "junk",
        "(;GM[4];B[cc])",
        "(;GM[4]",
    ]
    entries = list(scan_sgf("\n".join(texts).splitlines()))
    assert [isinstance(entry.content, Record) for entry in entries] == [True, *[False] * 5, True, False]
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_setup_stones_of_another_program() -> None:
    record = one("(;GM[4]SZ[15]AB[ga:gc][hh]AW[ii]PL[b];B[jj];W[kk])")
    assert record.setup is not None
    assert [len(stones) for stones in record.setup.stones] == [1, 4]
    assert (record.ruleset.colours[record.setup.colour], record.setup.taken) == ("black", ())
    assert check(record) == []
    assert one("(;GM[4]AB[aa][bb];W[cc])").setup == Setup(((), points("B18", "A19")))
    assert one("(;GM[4]AW[aa];B[cc])").setup == Setup((points("A19"), ()), colour=1)


def test_a_setup_is_written_for_other_programs_and_in_full() -> None:
    setup = Setup((points("K10", "L11"), points("A1")), (0, 2), colour=1)
    text = format_sgf(plain_record(PENTE, setup=setup, turns=points("B2")))
    assert "AW[jj][ki]AB[as]PL[B]SETUP[0,2 1 -]" in text
    assert ";B[br]" in text
    assert one(text).setup == setup


def test_an_entry_tells_the_line_of_each_turn() -> None:
    (entry,) = scan_sgf(["(;GM[4]", ";B[aa];C[x]", "", ";W[bb])"])
    assert entry.lines == (2, 4)


def endless_lines() -> Iterator[str]:
    for number in count():
        yield f"(;FF[4]GM[4]GN[{number}]RU[connect6]\n"
        yield ";W[jj]\n"
        yield from (f";{code}[aa];{code}[bb]C[{'x' * 20}]\n" for code in "BW" * 10)
        yield ")\n"


def test_a_text_without_end_is_read_as_far_as_it_is_asked_for() -> None:
    titles = [dict(record.tags)["Title"] for record in islice(read_sgf(endless_lines()), 3)]
    assert titles == ["0", "1", "2"]


def test_a_long_text_is_never_in_memory() -> None:
    tracemalloc.start()
    try:
        for record in islice(read_sgf(endless_lines()), 20):
            format_sgf(record)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        written = sum(len(text) for text in write_sgf(islice(read_sgf(endless_lines()), 300)))
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert written > 200_000
    assert peak < 500_000


@settings(max_examples=150)
@given(st.text() | st.text("()[];\\:WBFGMajRUC4\n"))
def test_any_text_gives_records_or_errors(text: str) -> None:
    for entry in scan_sgf(text.splitlines(keepends=True)):
        assert isinstance(entry.content, Record | BadRecord)


@settings(max_examples=50)
@given(made_records(has_variations=True), st.data())
def test_any_damage_gives_records_or_errors(record: Record, data: st.DataObject) -> None:
    text = format_sgf(record)
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 20)))
    damaged = text[:start] + data.draw(st.text("()[];\\:WBaj4\n", max_size=6)) + text[end:]
    for entry in scan_sgf(damaged.splitlines(keepends=True)):
        if isinstance(entry.content, Record):
            check(entry.content)
            assert one(format_sgf(entry.content)) == entry.content


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_did(end: str) -> None:
    record = replace(plain_record(PENTE), comments=(Comment(0, "one"), Comment(0, "two")))
    as_it_was = "".join(write_sgf([record, record])).replace("\n", end)
    again = "".join(write_sgf(read_sgf(as_it_was.splitlines(keepends=True))))
    assert again == as_it_was


@pytest.mark.parametrize("part", [";B[aa]", "[x]", "X[x]", "TAG[a:b]"])
def test_a_game_has_only_so_many_parts(part: str) -> None:
    text = "(;FF[4]X[x]\n" + f"{part}\n" * (MOST_PARTS + 5) + ")\n"
    (bad,) = scan_sgf(text.splitlines(keepends=True))
    assert isinstance(bad.content, BadRecord)
    assert "expected at most" in bad.content.expected
    assert 1 < bad.content.line <= MOST_PARTS + 1


@pytest.mark.parametrize(
    "text", ["(;" + "a" * 200_000, "(;" + "1" * 200_000, "(" * 200_000, "(;C[" + "\\" * 200_000]
)
def test_a_long_line_is_looked_at_once(text: str) -> None:
    """By the square of its length this would take minutes, which the test run does not wait for."""
    assert all(isinstance(entry.content, BadRecord) for entry in scan_sgf([text]))
