"""Records: what was written reads back the same, any text gives records or BadRecord, and in linear time."""

import gc
import io
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final, assert_never

import msgpack
from hypothesis import strategies as st

from pente_client.files.record_files import FORMATS, RecordFormat
from pente_core.records import BadRecord, Record, ScannedRecord, Unplayable, check, replay_record
from pente_core.rules.game import Retirement
from pente_protocol.logs.json_lines import EventLog, format_log, scan_logs
from tests.fuzz.target import Target
from tests.support.games.record_strategies import made_records
from tests.support.hostile.spoiled_messages import misfit, scrambled

LENGTHS: Final = (4_000, 16_000, 64_000, 256_000)
"""Characters of texts of which each is the one before, only longer."""
SLOWER: Final = 2.0
"""How many times as long a character may take as in the text before."""
QUICK: Final = 0.3
"""Seconds of the processor in which any of these texts may be read."""
LONGEST_PROBLEM: Final = 1000
"""Characters of what a reader says of a text."""

TOKENS: Final[dict[str, tuple[str, ...]]] = {
    "pgn": (
        *('[Site "', '"]\n', "[", "]", '"', "\\", "{", "}", "\n", "\n\n", "\r", " ", "\ufeff", "\x00", "é"),
        *("1.", "1. K10 ", "A1", "T19 ", "swap ", "pass ", "time:1 ", "1-0", "0-1 ", "1/2-1/2\n", "? ", "*"),
        *('[Game "D-Pente"]\n', '[Ruleset "{"size": 13}"]\n', '[Rated "N"]\n', '[Result "1-0"]\n', "9" * 40),
        *('[Opening "4:swap"]\n', '[Retired "1:time:2"]\n', '[Clocks "1 -"]\n', '[Player 3 Name "x"]\n'),
        *('[Position "3/1X1/3 0,0 1O1 - - 1"]\n', '[TimeControlSeconds "300+3,120+0"]\n'),
        *('[TimeControl "5/3"]\n', '[TimeControlSeconds "0+3x30"]\n', '[Date "02/29/2024"]\n', '[Time "1'),
    ),
    "sgf": (
        *("(;", "(", ")", ";", "[", "]", "\\", ":", "\n", "\r", " ", "\ufeff", "\x00", "é", "x", "C", "C["),
        *("(;FF[4]GM[4]", "GM[4]", "SZ[15]", "SZ[19:19]", "RU[pente]", 'RU[{"sides"\\: 3}]', "RATED[Y]"),
        *(";W[aa]", ";B[jj]", ";RED[aa]", "WL[1.5]", ";CHOICE[swap]", ";OUT[time:2]", "AB[aa]", "PB[x]"),
        *("AW[bb:dd]", "PL[B]", "SETUP[0,2 1 -]", "SETUP[0,0 2 stay]"),
        *("RE[W+R]", "END[time]", "TAG[a:b]", "CLOCK[300+3]", "TM[300]", "OT[5x30 byo-yomi]", "9" * 40),
    ),
    "jsonl": (
        *('{"t":"log","format":1}\n', '{"t":"log","format":1,"record":{', '"tags":[["a","b"]]', "}", "}}\n"),
        *("{", "[", "]", '"', ":", ",", "\n", "\r", "null", "true", "1e999", "NaN", "9" * 40, '"\\ud800"'),
        (
            '{"at":0,"by":{"id":"00000000000000000000000000000001","name":"a"},"ruleset":"pente",'
            '"time":{"t":"unlimited"},"t":"created"}\n'
        ),
        '{"at":0,"seat":0,"colour":0,"point":180,"key":"","t":"moved"}\n',
        '{"at":0,"turns":0,"t":"taken-back"}\n',
    ),
}
"""Of what texts of each format are made, and what spoils them."""


@dataclass(frozen=True, slots=True)
class Written:
    """Games that are written into one text."""

    format: str
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Some text, perhaps of games."""

    format: str
    text: str


@dataclass(frozen=True, slots=True)
class Repeated:
    """A text in which one part comes again and again."""

    format: str
    head: str
    part: str

    def of_length(self, length: int) -> str:
        return self.head + self.part * (length // len(self.part))


Case = Written | Text | Repeated


def keeps_its_promise(case: Case) -> None:
    """Raises AssertionError when a text is not read as it should be, and whatever reading must not raise."""
    form = FORMATS[case.format]
    match case:
        case Written(records=records):
            for record in records:
                assert_comes_back(form, record)
            assert_all_come_back(form, [record for record in records if comes_back(form, record)])
        case Text(text=text):
            assert_is_read(form, text)
        case Repeated():
            assert_is_linear(form, case)
        case _ as unreachable:
            assert_never(unreachable)


# What was written


def assert_comes_back(form: RecordFormat, record: Record) -> None:
    if not has_text(form, record):
        assert check(record), "it has no text, and nothing is wrong with it"
    elif comes_back(form, record):
        assert_all_come_back(form, [record])


def assert_all_come_back(form: RecordFormat, records: Sequence[Record]) -> None:
    text = form.between.join(map(form.write, records))
    found = [entry.content for entry in scanned(form, text)]
    assert len(found) == len(records), found
    assert found == list(records)
    again = form.between.join(form.write(record) for record in found if isinstance(record, Record))
    assert again == text


def has_text(form: RecordFormat, record: Record) -> bool:
    """Whether it can be written: only what can be played has a log."""
    try:
        form.write(record)
    except Unplayable:
        return False
    return True


def comes_back(form: RecordFormat, record: Record) -> bool:
    """Whether the format promises to keep all of it."""
    return form.name != "jsonl" or (has_text(form, record) and is_told_by_events(record))


def is_told_by_events(record: Record) -> bool:
    """Whether a log says all of it: choices that were lost, and who gives up a game of two, are no turns."""
    turns = replay_record(record).turns
    by_two = len(record.players) == 2 and any(isinstance(turn, Retirement) for turn in turns)
    return turns == record.turns and not by_two


# Any text


def assert_is_read(form: RecordFormat, text: str) -> None:
    for entry in scanned(form, text):
        assert entry.line >= 1
        match entry.content:
            case BadRecord() as problem:
                assert problem.line >= 1
                assert problem.column >= 1
                assert str(problem).isprintable(), str(problem)
                assert len(str(problem)) < LONGEST_PROBLEM
            case Record() as record:
                assert len(entry.lines) == len(record.turns)
                for each in FORMATS.values():
                    assert_comes_back(each, record)
    if form.name == "jsonl":
        for found in scan_logs(lines(text)):
            if isinstance(found.content, EventLog):
                (back,) = scan_logs(lines(format_log(found.content)))
                assert back.content == found.content


def scanned(form: RecordFormat, text: str) -> list[ScannedRecord]:
    return list(form.scan(lines(text)))


def lines(text: str) -> Iterator[str]:
    """The lines of a text as those of a file."""
    return iter(io.StringIO(text, newline=None))


# Time


def assert_is_linear(form: RecordFormat, case: Repeated) -> None:
    """A text that is as many times longer takes as many times longer; measured again before it is blamed."""
    for short, long in pairwise(LENGTHS):
        problem = ""
        for _ in range(10):
            if not (problem := slowness(form, case, short, long)):
                break
        assert not problem, problem


def slowness(form: RecordFormat, case: Repeated, short: int, long: int) -> str:
    """What is wrong with the time for the longer text; empty when nothing is."""
    before, after = (seconds(form, case.of_length(length)) for length in (short, long))
    if after <= max(QUICK, SLOWER * before * long / short):
        return ""
    return f"{long} characters took {after:.2f} s, and {short} of them {before:.3f} s"


def seconds(form: RecordFormat, text: str) -> float:
    """How long the processor reads a text, without the collector: it looks at everything else, too."""
    gc.collect()
    gc.disable()
    try:
        began = time.process_time()
        scanned(form, text)
        return time.process_time() - began
    finally:
        gc.enable()


# Cases


def written(form: RecordFormat, records: Sequence[Record]) -> str:
    return form.between.join(form.write(record) for record in records if has_text(form, record))


def words(form: RecordFormat) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(TOKENS[form.name]) | st.text(max_size=4), max_size=20).map("".join)


@st.composite
def texts(draw: st.DrawFn, form: RecordFormat) -> str:
    """Words, or the text of games, with some of it changed."""
    text = draw(words(form)) if draw(st.booleans()) else written(form, draw(GAMES))
    if form.name == "jsonl" and draw(st.booleans()):
        text = with_odd_values(text, Random(draw(SEEDS)))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 20)))
        text = text[:start] + draw(words(form)) + text[end:]
    if draw(st.integers(0, 3)) == 3:
        text = scrambled(text.encode(), Random(draw(SEEDS))).decode("utf-8", "replace")
    return text


def with_odd_values(text: str, chance: Random) -> str:
    """Lines of JSON, in some of which a value is another, missing or new."""
    return "".join(f"{odd(line, chance) if chance.random() < 0.2 else line}\n" for line in text.split("\n"))


def odd(line: str, chance: Random) -> str:
    try:
        wire = json.loads(line)
        spoiled: Any = msgpack.unpackb(misfit(wire, chance), strict_map_key=False)
    except (ValueError, IndexError, TypeError):
        return line
    return json.dumps(spoiled, default=str, skipkeys=True)


@st.composite
def cases(draw: st.DrawFn, form: RecordFormat) -> Case:
    kind = draw(st.integers(0, 29))
    if kind < 12:
        return Written(form.name, tuple(draw(GAMES)))
    if kind < 29:
        return Text(form.name, draw(texts(form)))
    few = st.lists(st.sampled_from(TOKENS[form.name]), max_size=3).map("".join)
    return Repeated(form.name, draw(few), draw(few.filter(bool)))


SEEDS: Final = st.integers(0, 2**16)
GAMES: Final = st.lists(made_records(), min_size=1, max_size=3)
RECORDS: Final = Target(
    "records",
    st.one_of([cases(form) for form in FORMATS.values()]),
    keeps_its_promise,
    cases_per_seed=40,
)
