"""A review in records: its exact form, its notes for other programs, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.records import (
    BadRecord,
    Comment,
    Record,
    RecordVariation,
    format_pgn,
    format_sgf,
    read_pgn,
    read_sgf,
)
from pente_core.records.model.review_notes import with_review, without_review_notes
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from tests.support.games.record_strategies import made_records, plain_record, reviews

PENTE = RULESETS["pente"]


def points(*names: str) -> tuple[Point, ...]:
    return tuple(parse_point(name, 19) for name in names)


GOOD = StoneReview(Expectation(512), Expectation(512))
BLUNDER = StoneReview(
    Expectation(0, -4), Expectation(654), points("C3", "D4"), Judgement.BLUNDER, points("E5", "F6")
)
REVIEW = GameReview("engine:nodes=1000", (GOOD, BLUNDER))
RECORD = plain_record(PENTE, turns=points("K10", "L9", "G10"), comments=(Comment(1, "Hello."),))
SWAPPED = plain_record(
    RULESETS["d-pente"], turns=(*points("K10", "L9", "G10", "A1"), Choice.SWAP, *points("C3"))
)


def sgf(text: str) -> Record:
    return next(read_sgf(text.splitlines(keepends=True)))


def pgn(text: str) -> Record:
    return next(read_pgn(text.splitlines(keepends=True)))


def test_a_review_in_sgf_has_its_words_and_those_of_other_programs() -> None:
    text = format_sgf(with_review(RECORD, REVIEW))
    assert "REVIEWER[engine\\:nodes=1000]" in text
    assert ";W[jj]REVIEW[512]V[-0.02]C[Hello.]" in text
    word = "REVIEW[0#-4/654/blunder/C3,D4/E5,F6]"
    assert f";B[kk]{word}BM[2]V[-1.00]C[Blunder\\: from 65 % to a loss in 4. Better\\: C3 D4.]" in text
    assert "(;B[cq];W[dp])" in text


def test_a_review_in_pgn_is_two_tags_that_pente_org_passes_over() -> None:
    text = format_pgn(with_review(replace(RECORD, comments=()), REVIEW, has_notes=False))
    assert '[ReviewedBy "engine:nodes=1000"]\n[StoneReviews "512 0#-4/654/blunder/C3,D4/E5,F6"]\n' in text
    assert text.endswith("\n\n1. K10 L9 2. G10 ?\n")


@settings(max_examples=40)
@given(made_records(), st.data())
def test_a_record_with_notes_reads_back_the_same_and_gives_back_what_it_had(
    record: Record, data: st.DataObject
) -> None:
    bare = replace(record, review=None)
    reviewed = with_review(bare, data.draw(reviews(record.ruleset, record.stones)))
    assert sgf(format_sgf(reviewed)) == reviewed
    assert pgn(format_pgn(replace(reviewed, variations=()))) == replace(reviewed, variations=())
    assert replace(without_review_notes(reviewed), review=None) == bare


def test_a_second_review_takes_the_place_of_the_first() -> None:
    other = GameReview("patterns", (BLUNDER,))
    assert with_review(with_review(RECORD, REVIEW), other) == with_review(RECORD, other)
    assert with_review(with_review(RECORD, REVIEW), REVIEW) == with_review(RECORD, REVIEW)


def test_what_people_have_added_to_a_better_line_stays() -> None:
    reviewed = with_review(RECORD, REVIEW)
    (better,) = reviewed.variations
    said = replace(better, comments=(Comment(1, "I see."),))
    onwards = RecordVariation(len(RECORD.turns) + 2, points("F6"))
    assert without_review_notes(replace(reviewed, variations=(said,))).variations == (said,)
    longer = replace(reviewed, variations=(better, onwards))
    assert without_review_notes(longer).variations == longer.variations


def test_a_variation_that_was_there_is_not_written_twice() -> None:
    known = replace(RECORD, variations=(RecordVariation(1, points("C3", "D4")),))
    assert with_review(known, REVIEW).variations == known.variations


def test_lines_go_on_from_turns_also_where_a_choice_was_made() -> None:
    reviewed = with_review(SWAPPED, GameReview("p", (GOOD,) * 4 + (BLUNDER,)))
    (variation,) = reviewed.variations
    assert (variation.node, variation.points) == (5, BLUNDER.line)
    assert sgf(format_sgf(reviewed)) == reviewed
    assert pgn(format_pgn(reviewed)).review == reviewed.review


def test_a_review_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="more stones than its game"):
        with_review(RECORD, GameReview("p", (GOOD,) * 4))
    with pytest.raises(ValueError, match="one line of text"):
        with_review(RECORD, GameReview("a\nb", ()))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("x", "thousandths of the point"),
        ("1001", "thousandths of the point"),
        ("-5", "thousandths of the point"),
        ("5#0", "thousandths of the point"),
        ("5/6/7", "expected one of only-move, inaccuracy"),
        ("5/6/blunder/K99", "points with commas"),
        ("5/6/blunder/K10,,K11", "points with commas"),
        ("5/6/blunder/K10//", "at most 5 fields"),
        ("5////" + "A1,A2,A3,A4,A5,A6,A7,A8,A9", "must not be longer"),
    ],
)
def test_a_malformed_review_is_an_error_with_its_place(word: str, expected: str) -> None:
    with pytest.raises(BadRecord, match=expected) as raised:
        sgf(f"(;GM[4]RU[pente]REVIEWER[p]\n;W[jj]REVIEW[{word}])")
    assert raised.value.line in (1, 2)
    with pytest.raises(BadRecord, match=expected):
        pgn(f'[Game "Pente"]\n[ReviewedBy "p"]\n[StoneReviews "{word}"]\n\n1. K10 ?\n')


def test_reviews_behind_a_stone_without_one_or_without_a_reviewer_are_passed_over() -> None:
    behind = sgf("(;GM[4]RU[pente]REVIEWER[p];W[jj];B[kk]REVIEW[500])")
    assert behind.review == GameReview("p", ())
    assert sgf("(;GM[4]RU[pente];W[jj]REVIEW[500])").review is None
