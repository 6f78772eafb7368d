"""Logs as JSON lines: rooms and records come back as they were, and errors say where."""

import json
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind, RoomId
from pente_core.records import (
    BadRecord,
    Contestant,
    End,
    Record,
    Unplayable,
    check,
    record_of_log,
    replay_record,
)
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room import replay
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_protocol.logs.game_records import (
    format_gamelog,
    log_of,
    read_gamelog,
    record_in,
    scan_gamelog,
    write_gamelog,
)
from pente_protocol.logs.json_lines import EventLog, ScannedLog, format_log, scan_logs
from tests.support.games.record_strategies import made_records, plain_record
from tests.support.games.room_scenario import ANN, BOB, CAT, T0, Scene

HEADER = '{"t":"log","format":1}'
CREATED = (
    '{"at":0,"host":{"id":"00000000000000000000000000000001","name":"a"},"ruleset":{},'
    '"time":{"t":"unlimited"},"t":"created"}'
)
MOVED = '{"at":0,"seat":0,"colour":0,"point":180,"key":"","t":"moved"}'


def logs(text: str) -> list[EventLog | BadRecord]:
    return [entry.content for entry in scan_logs(text.splitlines(keepends=True))]


def log_of_scene(scene: Scene, room: str | None = None) -> EventLog:
    return EventLog(tuple(scene.log), None if room is None else RoomId(room))


def played() -> Scene:
    scene = Scene.begun("d-pente", "5+3")
    for point in (180, 0, 1, 2):
        scene.now = Instant(scene.now + 1500)
        scene.do(cmd.Play(Point(point)), ANN)
    scene.do(cmd.Choose(Choice.SWAP), BOB)
    scene.do(cmd.Play(Point(3)), BOB)
    scene.do(cmd.Resign(), ANN)
    return scene


def test_the_log_of_a_room_comes_back_event_by_event() -> None:
    scene = played()
    scene.log += (ev.Said(T0, CAT, "well \u2603 played"), ev.Hidden(T0))
    log = log_of_scene(scene, "room-1234")
    text = format_log(log)
    assert logs(text) == [log]
    assert [json.loads(line)["t"] for line in text.splitlines()][:3] == ["log", "created", "joined"]
    assert json.loads(text.splitlines()[0]) == {"t": "log", "format": 1, "room": "room-1234"}


def test_a_room_and_its_record_tell_the_same() -> None:
    log = log_of_scene(played())
    record = record_in(log)
    assert [player.name for player in record.players] == ["bob", "ann"]
    assert record.end == End((0,), Termination.RESIGNATION)
    assert list(read_gamelog(format_log(log).splitlines())) == [record]
    assert check(record) == []
    assert log_of(record).record == {}
    assert record_in(log_of(record)) == record


@settings(max_examples=25)
@given(made_records(has_variations=True))
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    try:
        turns = replay_record(record).turns
    except Unplayable:
        with pytest.raises(Unplayable):
            format_gamelog(record)
        return
    assume(turns == record.turns)
    assume(len(record.players) > 2 or not any(isinstance(turn, Retirement) for turn in turns))
    text = format_gamelog(record)
    assert list(read_gamelog(text.splitlines(keepends=True))) == [record]
    assert format_gamelog(next(read_gamelog(text.splitlines()))) == text


def test_the_events_of_a_record_make_a_room() -> None:
    record = plain_record(
        RULESETS["swap2-pente"],
        turns=(Point(0), Point(1), Point(2), Choice.PASS, Point(3), Point(4), Choice.SWAP),
        end=End((1,), Termination.TIME),
    )
    room = replay(log_of(record).events)
    assert room.game.turns == record.turns
    assert room.game.outcome is not None
    assert room.game.outcome.winners == (1,)


def test_a_seat_that_is_out_is_an_event_where_others_play_on() -> None:
    out = Retirement(1, Termination.TIME)
    record = plain_record(ruleset_from({"sides": 3}), turns=(Point(180), out, Point(0)))
    assert list(read_gamelog(format_gamelog(record).splitlines())) == [record]
    of_two = plain_record(RULESETS["pente"], turns=(out,), end=End((0,), Termination.TIME))
    (back,) = read_gamelog(format_gamelog(of_two).splitlines())
    assert (back.turns, back.end) == ((), of_two.end)


def test_choices_that_were_lost_become_stay() -> None:
    record = plain_record(RULESETS["d-pente"], turns=tuple(map(Point, range(5))))
    (back,) = read_gamelog(format_gamelog(record).splitlines())
    assert back.turns == (*map(Point, range(4)), Choice.STAY, Point(4))


def test_a_name_of_the_opening_gives_way_to_the_choices() -> None:
    named = (("Opening", "Hinge"), ("Site", "x"))
    record = plain_record(RULESETS["swap2-pente"], turns=tuple(map(Point, range(4))), tags=named)
    (back,) = read_gamelog(format_gamelog(record).splitlines())
    assert Choice.STAY in back.turns
    assert back.tags == (("Site", "x"),)
    without = plain_record(RULESETS["pente-casual"], turns=(Point(0),), tags=named)
    assert list(read_gamelog(format_gamelog(without).splitlines())) == [without]


def test_the_header_tells_what_events_can_not() -> None:
    record = Record(
        ruleset=RULESETS["pente"],
        players=(Contestant("ann", 1500, PlayerKind.PERSON), Contestant("bob", None, PlayerKind.BOT)),
        turns=(Point(180),),
        end=End((1,)),
        tags=(("Site", "here"),),
    )
    assert json.loads(format_gamelog(record).splitlines()[0])["record"] == {
        "players": [["ann", 1500, "person"], ["bob", None, "bot"]],
        "end": {"winners": [1], "termination": None},
        "control": None,
        "tags": [["Site", "here"]],
    }


def test_several_games_follow_each_other_with_and_without_headers() -> None:
    text = "\n".join(["\ufeff" + HEADER, CREATED, "", MOVED, CREATED, HEADER, CREATED, MOVED, HEADER])
    entries = list(scan_logs(text.splitlines()))
    assert [entry.line for entry in entries] == [1, 5, 6, 9]
    assert [entry.lines for entry in entries] == [(2, 4), (5,), (7, 8), ()]
    found = list(scan_gamelog(text.splitlines()))
    assert [entry.lines for entry in found] == [(4,), (), (8,), ()]
    assert isinstance(found[3].content, BadRecord)


def test_three_sides_have_lines_for_seats_that_are_out() -> None:
    scene = Scene.begun({"sides": 3})
    scene.do(cmd.Resign(), CAT)
    (entry,) = scan_gamelog(format_log(log_of_scene(scene)).splitlines())
    assert entry.lines == (7,)


@pytest.mark.parametrize(
    ("lines", "line", "column", "expected"),
    [
        (["{"], 1, 2, "expected JSON"),
        (["", "nonsense"], 2, 1, "expected JSON"),
        (["[1]"], 1, 1, "expected a JSON object: a header or an event"),
        (['{"t":"log","t":"log"}'], 1, 1, "each key once"),
        (["[" * 99_999], 1, 1, "of reasonable size"),
        (["1" * 9999], 1, 1, "of reasonable size"),
        ([CREATED, '{"t":"dance"}'], 2, 1, "expected an event"),
        ([CREATED, MOVED.replace("180", "1.5")], 2, 1, "expected an event"),
        ([CREATED, MOVED.replace("180", "361")], 1, 1, "a stone must be on the board"),
        ([MOVED], 1, 1, "a log must begin with the creation of its room"),
        ([HEADER.replace("1", "3")], 1, 1, "format must be at most 1, not 3"),
        ([HEADER.replace("1", "true")], 1, 1, "format must be at most 1, not True"),
        ([CREATED, MOVED.replace("180", str(2**64))], 2, 1, "expected an event"),
        ([CREATED, MOVED.replace('"key":""', r'"key":"\ud800"')], 2, 1, "expected an event"),
        (['{"t":"log","format":1,"rom":"x"}'], 1, 1, "unknown keys: rom"),
        (['{"t":"log","format":1,"room":"x"}'], 1, 1, "room must have 8 to 40"),
        (['{"t":"log","format":1,"record":[]}'], 1, 1, "must be an object"),
    ],
)
def test_an_error_says_where_and_what_was_expected(
    lines: list[str], line: int, column: int, expected: str
) -> None:
    with pytest.raises(BadRecord) as raised:
        list(read_gamelog(lines))
    assert (raised.value.line, raised.value.column) == (line, column)
    assert expected in raised.value.expected


@pytest.mark.parametrize(
    "extras",
    [
        {"names": 1},
        {"players": None},
        {"players": [["a", 1]]},
        {"players": [["a", True, None], ["b", None, None]]},
        {"players": [["a", None, "alien"], ["b", None, None]]},
        {"players": [["a", None, []], ["b", None, None]]},
        {"end": {"winners": [0]}},
        {"end": {"winners": [0], "termination": 1}},
        {"end": {"winners": 0, "termination": None}},
        {"rated": "yes"},
        {"control": 5},
        {"day": "yesterday"},
        {"time": 0},
        {"clocks": [1.5]},
        {"clocks": [1]},
        {"comments": [[0]]},
        {"comments": [["0", "x"]]},
        {"review": 1},
        {"review": {"by": "p"}},
        {"review": {"by": 5, "stones": []}},
        {"review": {"by": "p", "stones": [[[500, 0], [500, 0], "", [], []]]}},
        {"review": {"by": "p", "stones": [[[500], [500, 0], "", [], []]]}},
        {"tags": {"a": "b"}},
        {"tags": [["Result", "1-0"]]},
    ],
)
def test_a_header_that_tells_nonsense_is_refused(extras: dict[str, Any]) -> None:
    header = json.dumps({"t": "log", "format": 1, "record": extras})
    (entry,) = scan_gamelog([header, CREATED])
    assert isinstance(entry.content, BadRecord)
    assert entry.content.line == 1


def test_after_an_error_it_goes_on_with_the_next_game() -> None:
    text = [HEADER, CREATED, "junk", MOVED, HEADER, CREATED, "{}", CREATED, MOVED, "junk"]
    entries = list(scan_gamelog(text))
    assert [isinstance(entry.content, Record) for entry in entries] == [False, False, False]
    assert [entry.line for entry in entries] == [1, 5, 8]
    assert isinstance(list(scan_gamelog([*text, HEADER, CREATED]))[-1].content, Record)


def endless_lines() -> Iterator[str]:
    lines = format_log(log_of_scene(played())).splitlines(keepends=True)
    for _ in count():
        yield from lines


def test_a_text_without_end_is_read_as_far_as_it_is_asked_for() -> None:
    first, second = islice(read_gamelog(endless_lines()), 2)
    assert first == second
    assert len(list(islice(write_gamelog([first, second]), 2))) == 2


events = st.sampled_from([HEADER, CREATED, MOVED, *format_log(log_of_scene(played())).splitlines()])


@settings(max_examples=40)
@given(st.lists(st.one_of(events, st.text(), events.map(lambda line: line[:-3] + "9}")), max_size=8))
def test_any_text_gives_records_or_errors(lines: list[str]) -> None:
    for found in scan_logs(lines):
        assert isinstance(found, ScannedLog)
    for entry in scan_gamelog(lines):
        assert isinstance(entry.content, Record | BadRecord)
        if isinstance(entry.content, Record):
            check(entry.content)


def test_a_log_of_anything_has_no_record() -> None:
    said: tuple[ev.Event, ...] = (ev.Said(T0, ANN, "x"),)
    with pytest.raises(ValueError, match="must begin"):
        record_of_log(said)
