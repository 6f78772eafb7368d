"""How much memory a record takes to read, and how long its texts may be, in every format."""

import tracemalloc
from collections.abc import Callable, Iterable, Iterator

import pytest

from pente_core.records import (
    BadRecord,
    Comment,
    Contestant,
    Record,
    ScannedRecord,
    format_pgn,
    format_sgf,
    scan_pgn,
    scan_sgf,
)
from pente_core.records.model.record import LONGEST_TEXT, RecordVariation
from pente_core.rules.game import Turn
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.logs.game_records import format_gamelog, scan_gamelog
from tests.support.games.record_strategies import plain_record

Scan = Callable[[Iterable[str]], Iterator[ScannedRecord]]
SCANS: dict[str, Scan] = {"pgn": scan_pgn, "sgf": scan_sgf, "jsonl": scan_gamelog}
FORMATS = {"pgn": format_pgn, "sgf": format_sgf, "jsonl": format_gamelog}
HUGE = 500_000
MOST_TIMES = 8
"""So many times the text itself is what reading it may take: a few copies, and nothing for each character."""
AROUND = {
    "comment in pgn": ("pgn", "1. K10 {", "} *\n"),
    "tag in pgn": ("pgn", '[Event "', '"]\n1. K10 *\n'),
    "name of a tag in pgn": ("pgn", "[Event", ' "x"]\n1. K10 *\n'),
    "comment in sgf": ("sgf", "(;FF[4]GM[4];B[aa]C[", "])\n"),
    "tag in sgf": ("sgf", "(;FF[4]GM[4]TAG[Odd:", "];B[aa])\n"),
    "comment of a variation in sgf": ("sgf", "(;FF[4]GM[4];B[aa](;W[bb])(;W[cc]C[", "]))\n"),
}
FILLINGS = ("x", "\\x", "a ", "\x01", 79 * "x" + "\n")


def peak_of(scan: Scan, text: str) -> int:
    lines = text.splitlines(keepends=True)
    tracemalloc.start()
    try:
        for _ in scan(lines):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("filling", FILLINGS)
@pytest.mark.parametrize("where", AROUND)
def test_reading_a_record_takes_memory_in_proportion_to_it(where: str, filling: str) -> None:
    name, before, after = AROUND[where]
    text = before + filling * (HUGE // len(filling)) + after
    assert peak_of(SCANS[name], text) < MOST_TIMES * len(text)


@pytest.mark.parametrize("where", ["comment in pgn", "tag in pgn", "comment in sgf", "tag in sgf"])
def test_what_is_too_long_is_named_with_its_place_and_the_next_game_is_read(where: str) -> None:
    name, before, after = AROUND[where]
    text = before + "x" * (2 * LONGEST_TEXT + 2) + after + "\n" + before + "x" + after
    bad, fine = SCANS[name](text.splitlines(keepends=True))
    assert isinstance(bad.content, BadRecord)
    assert (bad.line, bad.content.line) == (1, 1)
    assert bad.content.expected.endswith(f"at most {2 * LONGEST_TEXT + 1} characters")
    assert isinstance(fine.content, Record)


def longest(text: str) -> Record:
    """A record in which every text is as long as it may be."""
    point: Turn = Point(180)
    return Record(
        ruleset=RULESETS["pente"],
        players=(Contestant(text), Contestant(text)),
        turns=(point,),
        comments=(Comment(0, text[1:] or "x"), Comment(1, text[: LONGEST_TEXT // 2 - 1]), Comment(1, "x")),
        tags=(("Odd", text[3:]), ("Site", text[4:])),
    )


@pytest.mark.parametrize("sign", ["x", "\\", "]", "}", ":", '"'])
@pytest.mark.parametrize("name", SCANS)
def test_the_longest_texts_read_back_the_same(name: str, sign: str) -> None:
    record = longest(sign * LONGEST_TEXT)
    (entry,) = SCANS[name](FORMATS[name](record).splitlines(keepends=True))
    assert entry.content == record


@pytest.mark.parametrize(
    "fields",
    [
        {"comments": (Comment(0, "x" * (LONGEST_TEXT + 1)),)},
        {"comments": (Comment(0, "x" * (LONGEST_TEXT - 1)), Comment(0, "y"))},
        {"tags": (("Odd", "x" * (LONGEST_TEXT - 2)),)},
        {"players": (Contestant("x" * (LONGEST_TEXT + 1)), Contestant())},
        {"variations": (RecordVariation(0, (Point(1),), (Comment(1, "x" * (LONGEST_TEXT + 1)),)),)},
    ],
)
def test_no_record_has_a_longer_text(fields: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"at most {LONGEST_TEXT} characters"):
        Record(**{"ruleset": RULESETS["pente"], "players": (Contestant(), Contestant()), **fields})  # type: ignore[arg-type]


def test_variations_for_which_a_comment_has_no_place_are_left_out_of_pente_orgs_text() -> None:
    talkative = tuple(RecordVariation(0, (Point(at),), (Comment(1, "x" * 40_000),)) for at in range(1, 5))
    record = Record(
        ruleset=RULESETS["pente"], players=plain_record(RULESETS["pente"]).players, variations=talkative
    )
    text = format_pgn(record)
    assert text.count("Variation:") == 2
    (entry,) = scan_pgn(text.splitlines(keepends=True))
    assert isinstance(entry.content, Record)


def test_a_chain_of_variations_is_written_with_memory_in_proportion_to_it() -> None:
    chain = "".join(f";{'BW'[ply % 2]}[aa]" for ply in range(1, 8000))
    (entry,) = scan_sgf([f"(;FF[4]GM[4]RU[pente];W[jj](;B[aa])(;B[bb]{chain}))\n"])
    assert isinstance(entry.content, Record)
    tracemalloc.start()
    try:
        format_pgn(entry.content)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
