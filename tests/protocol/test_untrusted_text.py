"""The one sanitiser for text from other people."""

import unicodedata
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pente_core.room.permissions import LONGEST_TEXT
from pente_protocol.untrusted_text import LONGEST_CHAT, BadName, check_name, clean

TEXTS = st.one_of(
    st.text(st.characters(), max_size=300),
    st.text(
        "a \u0301\u0327\u20dd\u200b\u200d\u202e\u2066\ufe0f\t\n\x1b\ud800\ue000\u2028\u3164", max_size=60
    ),
)
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(TEXTS)
@example("a" + "\u0301\u0301\u200b" * 9)
@example("\u0301\u3164\u0301 \u0301")
def test_clean_text_is_safe_bounded_and_stays_clean(text: str) -> None:
    once = clean(text)
    assert not {unicodedata.category(char) for char in once} & FORBIDDEN
    assert once == "" or once.isprintable()
    assert once == once.strip()
    assert "  " not in once
    assert len(once) <= LONGEST_CHAT
    assert longest_pile(once) <= 2
    assert clean(once) == once
    once.encode()


@given(TEXTS, st.integers(1, 30))
def test_clean_text_is_as_short_as_it_was_asked_to_be(text: str, longest: int) -> None:
    once = clean(text, longest)
    assert len(once) <= longest
    assert clean(once, longest) == once


@given(st.text(st.characters(categories=["L", "Nd", "P", "Sm"]), max_size=LONGEST_CHAT))
def test_plain_text_is_left_alone(text: str) -> None:
    invisible = "\u115f\u1160\u3164\uffa0"
    assert clean(text) == "".join(char for char in text if char not in invisible)


def longest_pile(text: str) -> int:
    """The most combining marks in a row."""
    longest = pile = 0
    for char in text:
        pile = pile + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        longest = max(longest, pile)
    return longest


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("", ""),
        ("hello", "hello"),
        ("  hello \t\r\n  world  ", "hello world"),
        ("non\u00a0breaking\u3000wide\u2003em", "non breaking wide em"),
        ("line\u2028separator\u2029paragraph", "line separator paragraph"),
        ("\x1b[31mred\x1b[0m\x07", "[31mred[0m"),
        ("\x9b2J", "2J"),
        ("pay \u202ednalB\u202c now", "pay dnalB now"),
        ("a\u2066b\u2069c\u200ed\u061ce", "abcde"),
        ("zero\u200bwidth\ufeff\u00ad", "zerowidth"),
        (
            "Z\u0351\u0343\u0310\u0346a\u0300\u0301\u0302\u0303l\u0334\u0335\u0336",
            "Z\u0351\u0343a\u0300\u0301l\u0334\u0335",
        ),
        ("e\u0301\u200b\u0301\u200b\u0301\u200b\u0301", "e\u0301\u0301"),
        ("世界 ｗｉｄｅ", "世界 ｗｉｄｅ"),
        ("👩\u200d👩\u200d👧 👍🏽", "👩👩👧 👍🏽"),
        ("\ud800\udfff", ""),
        ("\ue000\U000f0000", ""),
        ("\u0378\U0001ffff", ""),
        ("\u3164\u2800\u115f \uffa0", ""),
        ("<b>&amp;</b> %s {0} \\n", "<b>&amp;</b> %s {0} \\n"),
        ("x" * 1000, "x" * 200),
        (" " * 800 + "late", ""),
    ],
)
def test_text_is_cleaned(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_little_of_a_long_text_is_looked_at() -> None:
    assert clean("\u200b" * 10**6 + "x", 10) == ""


def test_a_room_accepts_what_is_clean() -> None:
    assert LONGEST_CHAT == LONGEST_TEXT


@pytest.mark.parametrize("name", ["Ann", "bo", "x" * 20, "hexa-bot", "_a_", "-1", "007"])
def test_a_name_is_accepted(name: str) -> None:
    assert check_name(name) == name
    assert clean(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a",
        "x" * 21,
        "Ann ",
        " Ann",
        "a b",
        "a\n",
        "Ann\n",
        "Änn",
        "аnn",
        "ann\u200b",
        "a.b",
        "a/b",
        "ann\x00",
        "<b>",
        "٣٣",
    ],
)
def test_a_name_of_other_characters_is_not(name: str) -> None:
    with pytest.raises(BadName):
        check_name(name)


@given(st.text(max_size=30))
def test_a_name_that_is_accepted_is_plain(name: str) -> None:
    with suppress(BadName):
        assert check_name(name).isascii()
        assert 2 <= len(name) <= 20
