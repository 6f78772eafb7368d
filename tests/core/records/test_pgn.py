"""pente.org's text: what it looks like, what is accepted, and where it says that something is wrong."""

import tracemalloc
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.clock.clock import Fischer, PerMove, Unlimited
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
    format_pgn,
    read_pgn,
    scan_pgn,
    write_pgn,
)
from pente_core.records.model.scanned_record import MOST_TAGS, MOST_WORDS
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.value import replace
from tests.support.games.record_strategies import made_records, plain_record

FROM_PENTE_ORG = """\
[Game "Pente"]
[Site "Pente.org"]
[Event "Turn-based Game"]
[Round "-"]
[Section "-"]
[Date "04/08/2016"]
[Time "01:22:33"]
[TimeControl "7"]
[Rated "Y"]
[Player 1 Name "batman"]
[Player 2 Name "superman"]
[Player 1 Rating "1390"]
[Player 2 Rating "1456"]
[Player 1 Type "Human"]
[Player 2 Type "Computer"]
[Result "0-1"]

1. K10 L10 2. K7 L6 3. L8 J6 4. M9 K6 5. N10 O11 6. M6 H6 7. G6 K8 8. J7 H7 9.
H5 L7 10. L5 K7 11. K5 J5 12. G8 M5 13. K5 G7 14. F8 K4 15. L3 J7 16. H7 G5 17.
L7 F9 18. L5 N7 19. J6 L4 0-1
"""
PENTE = RULESETS["pente"]


def read(text: str) -> list[Record]:
    return list(read_pgn(text.splitlines(keepends=True)))


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
@given(st.lists(made_records(), max_size=3))
def test_writing_then_reading_is_the_identity(records: list[Record]) -> None:
    text = "".join(write_pgn(records))
    assert read(text) == records
    assert "".join(write_pgn(read(text))) == text


@settings(max_examples=15)
@given(st.lists(made_records(), max_size=2))
def test_line_ends_of_others_change_nothing(records: list[Record]) -> None:
    text = "".join(write_pgn(records))
    assert read(text.replace("\n", "\r\n")) == records
    assert read("\ufeff" + text.replace("\n", "\n\n\t ")) == records


def test_what_pente_org_wrote_is_written_the_same_way() -> None:
    record = one(FROM_PENTE_ORG)
    assert format_pgn(record) == FROM_PENTE_ORG
    assert check(record) == []


def test_all_fields_are_understood() -> None:
    record = one(FROM_PENTE_ORG)
    assert record.players == (
        Contestant("batman", 1390, PlayerKind.PERSON),
        Contestant("superman", 1456, PlayerKind.BOT),
    )
    assert (record.day, record.time) == (Day(2016, 4, 8), DayTime(1, 22, 33))
    assert record.control == PerMove(Millis(7 * 24 * 60 * 60 * 1000))
    assert record.rated
    assert record.end == End((1,))
    assert record.tags[:2] == (("Site", "Pente.org"), ("Event", "Turn-based Game"))
    assert len(record.turns) == 38


def test_what_pente_org_does_not_know_is_told_in_tags_that_it_skips() -> None:
    record = plain_record(
        ruleset_from({"base": "swap2-pente", "goal": 12}),
        turns=(*points("K10", "L10", "K11"), Choice.PASS, *points("A1", "B1"), Choice.SWAP),
        end=End((0,), Termination.TIME),
        control=Fischer(Millis(90_000), Millis(1500)),
        clocks=(None, Millis(80_000), Millis(70_500), None, Millis(1), None, None),
    )
    assert format_pgn(record) == (
        '[Game "Swap2-Pente"]\n[TimeControlSeconds "90+1.5"]\n[Player 1 Name "?"]\n[Player 2 Name "?"]\n'
        '[Player 1 Rating "?"]\n[Player 2 Rating "?"]\n[Player 1 Type "?"]\n[Player 2 Type "?"]\n'
        '[Result "1-0"]\n[Termination "time"]\n[Ruleset "{\\"base\\": \\"swap2-pente\\", \\"goal\\": 12}"]\n'
        '[Opening "3:pass 5:swap"]\n[Clocks "- 80 70.5 - 0.001 - -"]\n\n'
        "1. K10 L10 2. K11 A1 3. B1 1-0\n"
    )


def test_lines_have_at_most_eighty_characters() -> None:
    parameters = {"base": "freestyle", "size": 25, "line": 7, "exact_line": True, "announce": False}
    record = plain_record(
        ruleset_from({**parameters, "stones_per_turn": 2, "first": "black", "sides": 4, "teams": True}),
        turns=tuple(range(400)),
        clocks=tuple(map(Millis, range(1_000_001, 1_000_401))),
        comments=(Comment(200, "word " * 60 + "end"),),
    )
    lines = format_pgn(record).splitlines()
    assert max(map(len, lines)) == 80
    assert one("\n".join(lines)) == record


def test_three_sides_have_a_score_each_and_three_moves_to_a_number() -> None:
    record = plain_record(
        ruleset_from({"sides": 3}),
        turns=(*points("K10", "L10", "M10", "N10"), Retirement(1, Termination.TIME)),
        end=End((2,), Termination.RESIGNATION),
    )
    text = format_pgn(record)
    assert "1. K10 L10 M10 2. N10 0-0-1\n" in text
    assert '[Retired "4:time:1"]\n' in text
    assert '[Player 3 Name "?"]\n' in text


def test_an_aborted_game_has_no_result_but_a_reason() -> None:
    record = plain_record(PENTE, end=End((), Termination.ABORTED))
    assert '[Result "?"]\n[Termination "aborted"]\n' in format_pgn(record)
    assert one(format_pgn(record)) == record


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("1. k10 l10 2. k7", ("K10", "L10", "K7")),
        ("1.K10 1...L10\n\n\t2.  K7", ("K10", "L10", "K7")),
        ("K10 L10 K7 1-0", ("K10", "L10", "K7")),
        ('{[Game "no tag"]} 1. {a} K10{b}L10 {c\nd} 2. K7', ("K10", "L10", "K7")),
        ("7 K10 L10 9 K7 Resign 0-1", ("K10", "L10", "K7")),
    ],
)
def test_moves_may_be_written_in_many_ways(text: str, turns: tuple[str, ...]) -> None:
    assert one(text).turns == points(*turns)


def test_tags_may_be_missing_and_come_in_any_order_and_case() -> None:
    record = one('[player 2  NAME "bob"]\n[ site "here" ]\n[WHITE "ann"]\n[WhiteElo "1600"]\n1. K10 ?')
    assert [player.name for player in record.players] == ["ann", "bob"]
    assert record.players[0].rating == 1600
    assert record.tags == (("site", "here"),)
    assert (record.ruleset, record.end, record.rated) == (PENTE, None, None)


def test_the_last_of_two_tags_of_a_name_counts() -> None:
    assert one('[Site "a"]\n[Site "b"]\n?').tags == (("Site", "b"),)


def test_a_value_goes_from_the_first_quotation_mark_to_the_last() -> None:
    record = one('[Player 1 Name "a "b" [c]\\"]\n[Event "]"]\n?')
    assert record.players[0].name == 'a "b" [c]\\'
    assert record.tags == (("Event", "]"),)
    assert one(format_pgn(record)) == record


def test_what_can_not_be_printed_is_left_out() -> None:
    record = one('[Player 1 Name "an\x1b[31mn\u202e "]\n{x\x07y} ?')
    assert record.players[0].name == "an [31mn"
    assert record.comments == (Comment(0, "x y"),)


def test_comments_lie_between_moves_and_keep_their_braces() -> None:
    record = one("{before} 1. K10 {a \\} b \\\\} L10 {after} {all} 1-0")
    assert record.comments == (
        Comment(0, "before"),
        Comment(1, "a } b \\"),
        Comment(2, "after"),
        Comment(2, "all"),
    )


def test_games_follow_each_other_with_or_without_results_and_tags() -> None:
    text = '1. A1 1-0 1. B1 0-1\n[Site "x"]\n1. C1\n[Site "y"]\n\n[Site "z"]\n1. D1 * {of the next} E1'
    games = read(text)
    assert [game.turns for game in games] == [
        points(*names) for names in (["A1"], ["B1"], ["C1"], [], ["D1"], ["E1"])
    ]
    assert [dict(game.tags).get("Site") for game in games] == [None, None, "x", "y", "z", None]
    assert games[-1].comments == (Comment(0, "of the next"),)


@pytest.mark.parametrize("result", ["1/2-1/2", "0-0", "½-½"])
def test_a_draw_may_be_written_in_many_ways(result: str) -> None:
    assert one(f'[Result "{result}"]\n1. K10 {result}').end == End()


def test_nothing_is_no_game() -> None:
    assert read("") == read("\n \r\n\t\n") == []


@pytest.mark.parametrize(
    ("game", "rated", "name"),
    [
        ("Pente", "Y", "pente"),
        ("Pente", "N", "pente-casual"),
        ("Speed Pente", "Y", "pente"),
        ("Turn-based Keryo-Pente", "Y", "keryo-pente"),
        ("keryo pente", "Y", "keryo-pente"),
        ("DK-Pente", "N", "d-keryo"),
        ("G-Pente", "N", "g-pente"),
        ("Connect6", "N", "connect6"),
        ("O-Pente", "Y", "o-pente"),
        ("swap2-keryo", "Y", "swap2-keryo"),
    ],
)
def test_the_ruleset_follows_from_the_name_of_the_game(game: str, rated: str, name: str) -> None:
    record = one(f'[Game "{game}"]\n[Rated "{rated}"]\n?')
    assert record.ruleset == RULESETS[name]
    assert one(format_pgn(record)) == record
    assert "Ruleset" not in format_pgn(record)


def test_an_unrated_game_with_a_centre_is_free() -> None:
    record = one('[Game "Boat-Pente"]\n[Rated "N"]\n?')
    assert record.ruleset == ruleset_from({"base": "boat-pente", "opening": "free", "second_move": "free"})


@pytest.mark.parametrize(
    ("swapped", "moves", "turns"),
    [
        ("Yes", "1. A1 B1 2. C1 D1 3. E1", (0, 1, 2, 3, Choice.SWAP, 4)),
        ("No", "1. A1 B1 2. C1 D1 3. E1", (0, 1, 2, 3, Choice.STAY, 4)),
        ("No", "1. A1 B1 2. C1 D1", (0, 1, 2, 3)),
        ("Yes", "1. A1 B1 2. C1", (0, 1, 2)),
    ],
)
def test_pente_org_tells_whether_players_have_swapped(
    swapped: str, moves: str, turns: tuple[int | Choice, ...]
) -> None:
    record = one(f'[Game "D-Pente"]\n[Player\'s Swapped? "{swapped}"]\n\n{moves} ?')
    assert record.turns == turns
    assert one(format_pgn(record)) == record


def test_choices_may_stand_among_the_moves() -> None:
    record = one('[Game "Swap2-Pente"]\n1. A1 B1 2. C1 pass D1 3. E1 Swap 1-0')
    assert record.turns == (0, 1, 2, Choice.PASS, 3, 4, Choice.SWAP)


@pytest.mark.parametrize(
    "tags",
    ['[TimeControl "7 days"]', '[Opening "Wedge"]', '[Termination "Normal"]', '[Game "Speed Pente"]'],
)
def test_tags_that_others_use_in_their_own_way_are_kept(tags: str) -> None:
    record = one(f"{tags}\n1. K10 1-0")
    assert tags in format_pgn(record)
    assert one(format_pgn(record)) == record


def test_an_unlimited_game_differs_from_one_of_which_nobody_knows() -> None:
    assert one('[TimeControl "-"]\n?').control == Unlimited()
    assert one("?").control is None


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("1. K10 I8", 1, 8, "'I8' is not a point: there is no column I"),
        ("\n  1. K10\n  A20", 3, 3, "rows run from 1 to 19"),
        ("1. K10 foo", 1, 8, "expected a point, a move number, a comment or a result: not 'foo'"),
        ("1. K10 }", 1, 8, "not '}'"),
        ("1. K10 {oh\n\n", 1, 8, "expected a } that ends the comment 'oh'"),
        ("[Site pente.org]\n?", 1, 1, 'expected a tag like [Site "pente.org"]'),
        ('\n  ["x"]\n?', 2, 3, "expected a tag"),
        ('[Result "2-0"]', 1, 10, "expected a result (1-0, 0-1, 1/2-1/2 or ?), not '2-0'"),
        ('[Result "0-0-1"]', 1, 10, "expected a result"),
        ('[Result "1-0"]\n1. K10 0-1', 2, 8, "the same result as in the tag Result"),
        ('[Result "1-0"]\n[Termination "aborted"]\n?', 1, 1, "an aborted game can't have winners"),
        ('[Termination "line"]\n?', 1, 15, "expected a tag Result with the winner"),
        ("1. K10 0-1-0", 1, 8, "expected a result"),
        ('[Game "Chess"]\n?', 1, 8, "expected one of Pente, "),
        ('[Ruleset "chess"]\n?', 1, 11, "there is no ruleset"),
        ('[Ruleset "{"size": 5}"]\n?', 1, 11, "5x5"),
        ('[Ruleset "{"size": "]\n?', 1, 11, "a JSON object"),
        ('[Ruleset "{"size": ' + "[" * 99_999 + '}"]\n?', 1, 11, "expected a ruleset"),
        ('[Date "02/30/2016"]\n?', 1, 8, "there is no such day"),
        ('[Date "13.4."]\n?', 1, 8, "expected a date"),
        ('[Time "24:00:00"]\n?', 1, 8, "no such time"),
        ('[Time "noon"]\n?', 1, 8, "expected a time of day"),
        ('[Player 2 Rating "high"]\n?', 1, 19, "expected a rating, like 1500 or ?, not 'high'"),
        ('[Clocks "1 2"]\n1. K10 ?', 1, 1, "1 turns need as many clocks, not 2"),
        ('[Clocks "x"]\n1. K10 ?', 1, 10, "expected seconds"),
        ('[TimeControlSeconds "0"]\n?', 1, 22, "expected a time control"),
        ('[TimeControlSeconds "0+x3"]\n?', 1, 22, "expected a number of periods"),
        ('[Opening "3:swap"]\n1. K10 ?', 1, 11, "expected no turn after stone 1, the last one"),
        ('[Retired "1:never:0"]\n1. K10 ?', 1, 11, "expected a number of stones and a turn"),
        ('[Retired "1:time:0 0:time:1"]\n1. K10 ?', 1, 11, "in the order"),
        ('[Retired "0:time:2"]\n1. K10 ?', 1, 1, "a seat that drops out must be a number from 0 to 1"),
        ("1. time:1 swap ?", 1, 1, "before any seat drops out"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, line: int, column: int, expected: str) -> None:
    found = error(text)
    assert (found.line, found.column) == (line, column)
    assert expected in found.expected
    assert len(str(found)) < 400


def test_after_an_error_it_goes_on_with_the_next_game() -> None:
    texts = [
        '[Site "1"]\n1. A1 1-0',
        '[Game "Chess"]\n[Site "2"]\n\n1. e4 e5 1-0',
        '[Site "3"]\n\n1. {oh B1',
        '[Site "4"]\n1. C1 1-0',
        "[Site 5]\n?",
        '[Site "6"]\n1. D1 X99 2. E1 0-1',
        '[Site "7"]\n?',
    ]
    entries = list(scan_pgn("\n\n".join(texts).splitlines()))
    assert [isinstance(entry.content, Record) for entry in entries] == [
        True,
        False,
        False,
        True,
        False,
        False,
        True,
    ]
    assert [entry.line for entry in entries] == [1, 4, 9, 13, 16, 19, 22]


def test_an_entry_tells_the_line_of_each_turn() -> None:
    (entry,) = scan_pgn(['[Opening "1:stay"]', "1. A1", "B1 2.", "C1 ?"])
    assert entry.lines == (2, 1, 3, 4)


def endless_lines() -> Iterator[str]:
    for number in count():
        yield f'[Event "{number}"]\n'
        yield from FROM_PENTE_ORG.splitlines(keepends=True)[3:]
        yield "\n"


def test_a_text_without_end_is_read_as_far_as_it_is_asked_for() -> None:
    records = list(islice(read_pgn(endless_lines()), 3))
    assert [dict(record.tags)["Event"] for record in records] == ["0", "1", "2"]


def test_a_long_text_is_never_in_memory() -> None:
    tracemalloc.start()
    try:
        for record in islice(read_pgn(endless_lines()), 20):
            format_pgn(record)
        tracemalloc.reset_peak()
        before = tracemalloc.get_traced_memory()[0]
        written = sum(len(text) for text in write_pgn(islice(read_pgn(endless_lines()), 400)))
        peak = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert written > 150_000
    assert peak < 500_000


@settings(max_examples=150)
@given(st.text() | st.text('[]"{}\\1. K10-?/:\n'))
def test_any_text_gives_records_or_errors(text: str) -> None:
    for entry in scan_pgn(text.splitlines(keepends=True)):
        assert isinstance(entry.content, Record | BadRecord)


@settings(max_examples=50)
@given(made_records(), st.data())
def test_any_damage_gives_records_or_errors(record: Record, data: st.DataObject) -> None:
    text = format_pgn(record)
    start = data.draw(st.integers(0, len(text)))
    end = min(len(text), start + data.draw(st.integers(0, 20)))
    damaged = text[:start] + data.draw(st.text('[]"{}\\1. K10-?/:\n', max_size=6)) + text[end:]
    for entry in scan_pgn(damaged.splitlines(keepends=True)):
        if isinstance(entry.content, Record):
            check(entry.content)
            assert one(format_pgn(entry.content)) == entry.content


class TestTurnBasedGames:
    def test_a_bare_number_is_days_for_each_move(self) -> None:
        (record,) = read(FROM_PENTE_ORG)
        assert record.control == PerMove(Millis(7 * 24 * 60 * 60 * 1000))
        assert '[TimeControl "7"]' in format_pgn(record)
        assert "TimeControlSeconds" not in format_pgn(record)
        assert read(format_pgn(record)) == [record]

    def test_elsewhere_it_is_minutes_for_the_game(self) -> None:
        (record,) = read(FROM_PENTE_ORG.replace("Turn-based Game", "-"))
        assert record.control == Fischer(Millis(7 * 60_000))

    @pytest.mark.parametrize("control", [Fischer(Millis(420_000)), Fischer(Millis(420_000), Millis(5000))])
    def test_minutes_are_not_taken_for_days(self, control: Fischer) -> None:
        (record,) = read(FROM_PENTE_ORG)
        record = replace(record, control=control)
        assert read(format_pgn(record)) == [record]

    @pytest.mark.parametrize("days", ["0", "31", "99"])
    def test_more_days_than_a_turn_may_take_are_kept_as_a_tag(self, days: str) -> None:
        (record,) = read(FROM_PENTE_ORG.replace('"7"', f'"{days}"'))
        assert record.control is None
        assert ("TimeControl", days) in record.tags
        assert read(format_pgn(record)) == [record]


@pytest.mark.parametrize("value", ['a "quoted" word', "C:\\games", 'ends with "', "ends with \\", '\\"', '"'])
def test_quotation_marks_and_backslashes_of_tags_are_escaped(value: str) -> None:
    record = replace(plain_record(PENTE), tags=(("Site", value), ("Annotator", value)))
    text = format_pgn(record)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    assert f'[Site "{escaped}"]' in text
    assert read(text) == [record]


def test_quotation_marks_that_other_programs_do_not_escape_are_read() -> None:
    (record,) = read('[Site "the "old" house"]\n[Annotator "C:\\games"]\n\n1. K10 *\n')
    assert record.tags == (("Site", 'the "old" house'), ("Annotator", "C:\\games"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_did(end: str) -> None:
    text = "".join(write_pgn(read(FROM_PENTE_ORG * 2)))
    as_it_was = text.replace("\n", end)
    again = "".join(write_pgn(read_pgn(as_it_was.splitlines(keepends=True))))
    assert again == as_it_was


class TestBounds:
    def test_a_game_has_only_so_many_tags(self) -> None:
        text = "".join(f'[Tag{number} "x"]\n' for number in range(MOST_TAGS + 5)) + "\n1. K10 *\n"
        bad, fine = scan_pgn((text + FROM_PENTE_ORG).splitlines(keepends=True))
        assert isinstance(bad.content, BadRecord)
        assert (bad.content.line, bad.content.expected) == (
            MOST_TAGS + 1,
            f"expected at most {MOST_TAGS} tags in a game",
        )
        assert isinstance(fine.content, Record)

    @pytest.mark.parametrize("word", ["K10", "1.", "nonsense"])
    def test_a_game_has_only_so_many_words(self, word: str) -> None:
        text = f"{word}\n" * (MOST_WORDS + 5) + "1-0\n"
        bad, fine = scan_pgn((text + FROM_PENTE_ORG).splitlines(keepends=True))
        assert isinstance(bad.content, BadRecord)
        assert bad.content.line == MOST_WORDS + 1
        assert isinstance(fine.content, Record)

    def test_a_game_has_only_so_many_comments(self) -> None:
        text = "1. K10\n" + "{x}\n" * (MOST_WORDS + 5) + "*\n"
        (bad,) = scan_pgn(text.splitlines(keepends=True))
        assert isinstance(bad.content, BadRecord)
        assert bad.content.line == MOST_WORDS + 2

    @pytest.mark.parametrize(
        ("line", "count"),
        [
            ('[Clocks "1 2 3 4"]\n', 30_000),
            ('[Tag{} "x"]\n\n', 30_000),
            ("K10 L10 M10\n", 30_000),
            ("{{x}} K10\n", 30_000),
            ("1. * ", 12_000),  # whole games: if they were kept, so many would exceed the bound
        ],
    )
    def test_what_a_reader_remembers_is_bounded(self, line: str, count: int) -> None:
        """The time follows: each line is looked at once, and no list grows with their number."""
        tracemalloc.start()
        try:
            lines = (line.format(number) for number in range(count))
            assert all(True for _ in scan_pgn(lines))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert peak < 3_500_000


@pytest.mark.parametrize(
    "text",
    [
        "[" + " " * 200_000 + "x",
        "[" + "x " * 100_000 + "y]",
        "[Site " + '"' * 200_000 + '"]x',
        "{" + "[ " * 100_000,
    ],
)
def test_a_long_line_is_looked_at_once(text: str) -> None:
    """By the square of its length this would take minutes, which the test run does not wait for."""
    assert all(isinstance(entry.content, BadRecord) for entry in scan_pgn([text]))
