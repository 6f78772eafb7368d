"""Join codes, as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_protocol.join_codes import ALPHABET, LENGTH, parse_join_code

CODES = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)


@given(CODES)
def test_a_code_reads_as_itself_in_any_case_and_grouping(code: str) -> None:
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]} ", " ".join(code)):
        assert parse_join_code(typed) == code


@pytest.mark.parametrize(
    ("typed", "meant"), [("K7M20X", "K7M2QX"), ("k7mzqx", "K7M2QX"), ("S8BGU4", "588 6V4".replace(" ", ""))]
)
def test_what_looks_like_one_of_its_characters_is_read_as_that(typed: str, meant: str) -> None:
    assert parse_join_code(typed) == meant


def test_no_two_characters_are_easily_confused() -> None:
    for group in ("0OQ", "1IL", "2Z", "3E", "4A", "5S", "8B", "6G", "UV"):
        assert len(set(group) & set(ALPHABET)) <= 1


@pytest.mark.parametrize(
    "text", ["", "K7M2Q", "K7M2QXX", "K7M2Q1", "K7M2QI", "K7M2Ql", "K7M2Q\u212a", "K7M2Q\u00df", "pente!"]
)
def test_what_is_no_code(text: str) -> None:
    assert parse_join_code(text) is None


@given(st.text(max_size=12))
def test_any_text_is_a_code_or_none(text: str) -> None:
    code = parse_join_code(text)
    assert code is None or parse_join_code(code) == code
