"""The names that a player may take, and what makes two of them look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_protocol.names import check_new_name, skeleton
from pente_protocol.untrusted_text import RESERVED_NAMES, BadName

NAMES = st.from_regex(r"[A-Za-z0-9_-]{2,20}", fullmatch=True)


@pytest.mark.parametrize("name", ["Ann", "bo", "x" * 20, "hexa-bot", "a_b", "007", "gus", "bot-1", "house"])
def test_a_name_may_be_taken(name: str) -> None:
    assert check_new_name(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("--", "must begin and end with a letter or a digit"),
        ("-ann", "must begin and end with a letter or a digit"),
        ("ann_", "must begin and end with a letter or a digit"),
        ("guest-000001", "are for guests"),
        ("GUEST_1", "are for guests"),
        ("guest", "are for guests"),
        ("admin", "reserved"),
        ("Adm1n", "looks like admin, which is reserved"),
        ("adrnin", "looks like admin, which is reserved"),
        ("R00T", "looks like root, which is reserved"),
        ("a b", "letters, digits"),
    ],
)
def test_a_name_that_passes_for_another_may_not(name: str, why: str) -> None:
    with pytest.raises(BadName, match=why):
        check_new_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Il", "lI"), ("O0", "oo"), ("anna1", "annal"), ("b0b", "BOB"), ("a_b", "a--b"), ("mary", "rnary")],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("bot-1", "bot-2"), ("bot-10", "bot-11"), ("ann", "anna"), ("ab", "a-b")]
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@given(NAMES)
def test_case_makes_no_difference_and_a_skeleton_is_that_of_itself(name: str) -> None:
    assert skeleton(name.upper()) == skeleton(name.lower()) == skeleton(skeleton(name))


@pytest.mark.parametrize("name", sorted(RESERVED_NAMES))
def test_a_name_that_is_reserved_may_not_be_taken(name: str) -> None:
    with pytest.raises(BadName, match="reserved"):
        check_new_name(name)
