from dataclasses import replace

import pytest

from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.doctor.terminal import MEASURED, TerminalFacts, terminal_diagnoses
from pente_client.doctor.terminal_probe import TerminalAnswers
from pente_client.settings.settings import Settings

GOOD = TerminalFacts(
    environ={"TERM": "xterm-256color", "LANG": "C.UTF-8"},
    encoding="utf-8",
    is_terminal=True,
    size=(120, 40),
    has_unicode=True,
    colours=1 << 24,
    settings=Settings(),
    answers=TerminalAnswers(dict.fromkeys(MEASURED, 1), has_mouse=True),
)


def about(facts: TerminalFacts, what: str) -> Diagnosis:
    return next(one for one in terminal_diagnoses(facts) if one.about == what)


def test_a_good_terminal_is_ok() -> None:
    assert {one.grade for one in terminal_diagnoses(GOOD)} == {Grade.OK}


def test_stones_of_two_columns_are_a_problem() -> None:
    found = about(replace(GOOD, answers=TerminalAnswers({"○": 2, "●": 1})), "width of stones")
    assert found.grade is Grade.PROBLEM
    assert "○" in found.text
    assert "●" not in found.text
    assert "pente settings ascii yes" in found.remedy


def test_but_not_for_who_draws_in_ascii() -> None:
    facts = replace(GOOD, has_unicode=False, settings=Settings(ascii=True), answers=TerminalAnswers({"○": 2}))
    assert {one.grade for one in terminal_diagnoses(facts)} == {Grade.OK}


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        (replace(GOOD, answers=TerminalAnswers()), "width of stones"),
        (replace(GOOD, size=(40, 30)), "window"),
        (replace(GOOD, colours=16), "colours"),
        (replace(GOOD, environ={"LANG": "C.UTF-8"}), "terminal"),
        (replace(GOOD, environ={"TERM": "dumb", "LANG": "C.UTF-8"}), "terminal"),
        (replace(GOOD, has_unicode=False, environ={"TERM": "xterm", "LANG": "C"}), "language"),
    ],
)
def test_what_is_not_as_it_could_be_is_a_warning_with_a_remedy(facts: TerminalFacts, what: str) -> None:
    found = about(facts, what)
    assert found.grade is Grade.WARNING
    assert found.remedy


def test_without_a_terminal_nothing_is_wrong() -> None:
    lines = list(terminal_diagnoses(replace(GOOD, is_terminal=False, environ={"LANG": "C.UTF-8"})))
    assert [line.about for line in lines] == ["language", "terminal"]
    assert {line.grade for line in lines} == {Grade.OK}
