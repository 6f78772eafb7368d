"""Yes and no in settings."""

import pytest

from pente_core.switches import InvalidSwitch, read_switch, switch_in

YES = ["1", "true", "yes", "on", "TRUE", "Yes", " on "]
NO = ["0", "false", "no", "off", "FALSE", "No", " off"]


@pytest.mark.parametrize("text", YES)
def test_yes(text: str) -> None:
    assert read_switch(text)


@pytest.mark.parametrize("text", [*NO, "", " "])
def test_no(text: str) -> None:
    assert not read_switch(text)


@pytest.mark.parametrize("variables", [{}, {"X": ""}, {"X": " "}])
def test_nothing_is_what_is_usual(variables: dict[str, str]) -> None:
    assert switch_in(variables, "X", unset=True)
    assert not switch_in(variables, "X")


@pytest.mark.parametrize("text", ["maybe", "2", "y", "n", "disable", "00", "-1", "none", "tru"])
def test_anything_else_is_refused_with_its_name(text: str) -> None:
    with pytest.raises(InvalidSwitch, match=f"^X: '{text}' is neither yes nor no; write one of 1, .*off$"):
        switch_in({"X": text}, "X")
