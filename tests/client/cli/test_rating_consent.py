"""A person at a terminal is asked before a private game is rated; a program has to say it."""

import argparse
import io
import sys

import pytest

from pente_client.cli.steps import rating_consent
from pente_client.cli.steps.rating_consent import is_accepted


@pytest.mark.parametrize(("answer", "accepts"), [("y\n", True), ("yes\n", True), ("n\n", False), ("", False)])
def test_a_person_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, accepts: bool
) -> None:
    monkeypatch.setattr(rating_consent, "is_interactive", lambda _: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
    assert is_accepted(argparse.Namespace(accepts_rating=False)) is accepts
    assert "everyone can see its result in the players' ratings. Play it? y/n" in capsys.readouterr().err


def test_a_program_says_it_by_the_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating_consent, "is_interactive", lambda _: False)
    assert is_accepted(argparse.Namespace(accepts_rating=True))
    assert not is_accepted(argparse.Namespace(accepts_rating=False))
