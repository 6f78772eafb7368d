"""Each target finds nothing in a moment, and what is broken on purpose is found and told."""

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

import pytest
from hypothesis import strategies as st

from pente_core.clock.instant import Millis
from pente_core.records.sgf import writer
from pente_protocol.errors import ProtocolError
from pente_protocol.forms import Form
from pente_server.live import hub
from tests.core.cross_checks.reference import Reference
from tests.fuzz import campaign, trial
from tests.fuzz.__main__ import INTERRUPTED, TARGETS, main
from tests.fuzz.campaign import fuzz
from tests.fuzz.target import Target
from tests.fuzz.trial import Trial
from tests.support.frozen_clock import FrozenClock
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("untraced")


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    """The clock of campaigns and trials: they go on until they find something, also on a slow machine."""
    clock = FrozenClock()
    for module in (campaign, trial):
        monkeypatch.setattr(module, "time", clock)
    return clock


@pytest.fixture
def first_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first case that fails is told: none smaller is looked for."""
    monkeypatch.setattr(trial, "SHRINK_WITHIN", -1)


def decode_badly(form: Form, frame: bytes | str) -> Any:
    try:
        return form.of_client(frame)
    except ProtocolError as error:
        raise ValueError(str(error)) from None


DEFECTS: Final[dict[str, tuple[object, str, Callable[..., Any]]]] = {
    "rules": (Reference, "taken_from", lambda self, at: set()),
    "records": (writer, "format_place", lambda point, size: "aa"),
    "frames": (Form, "decode_client", decode_badly),
}
"""What is broken for each target."""


@pytest.mark.parametrize("name", TARGETS)
def test_a_few_cases_are_as_they_should_be(name: str) -> None:
    assert Trial(TARGETS[name], 1, lambda _: None).run(2) is None


@pytest.mark.usefixtures("first_case")
@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found_told_and_found_again_by_its_seed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(*DEFECTS[name])
    (defect,) = fuzz([TARGETS[name]], 1, 60)
    said = capsys.readouterr().out
    assert f"{name}: seed {defect.seed} FAILS\nthe smallest case that was found:\n    " in said
    assert "Traceback" in said
    assert said.endswith(f"to replay it: python -m tests.fuzz {name} --seed {defect.seed}\n")
    assert main([name, "--seed", str(defect.seed)]) == 1


@pytest.mark.usefixtures("first_case")
def test_what_nobody_may_watch_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "dismissals", lambda advance, players: {})
    (defect,) = fuzz([TARGETS["frames"]], 15, 60)  # a seed that soon finds it
    assert "check_watched" in defect.error


def planted(law: Callable[[int], None]) -> dict[str, Target[Any]]:
    return {"numbers": Target("numbers", st.integers(0, 1000), law, cases_per_seed=20)}


def below_700(number: int) -> None:
    assert number < 700


def test_the_smallest_case_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.fuzz.__main__.TARGETS", planted(below_700))
    assert main(["numbers", "--seconds", "20"]) == 1
    assert "the smallest case that was found:\n    700\n" in capsys.readouterr().out


def test_it_goes_on_from_seed_to_seed_until_the_time_is_over(
    clock: FrozenClock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.fuzz.__main__.TARGETS", planted(lambda _: clock.let_pass(Millis(1000))))
    assert main(["--seconds", "41"]) == 0
    assert capsys.readouterr().out.endswith("numbers: 60 s, 3 seeds, 60 cases: all as it should be\n")


@pytest.mark.usefixtures("first_case")
def test_how_far_it_is_is_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    told: SimpleQueue[str] = SimpleQueue()

    def heard_meanwhile(number: int) -> None:
        assert "numbers: 0 s" in told.get(timeout=PATIENCE)

    monkeypatch.setattr(campaign, "print", lambda text, flush: told.put(str(text)), raising=False)
    monkeypatch.setattr(campaign, "SAY_EVERY", 0.01)
    assert fuzz([Target("numbers", st.integers(0, 1000), heard_meanwhile, cases_per_seed=5)], 1, 0) == []


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tests.fuzz.__main__.TARGETS", planted(interrupt))
    assert main([]) == INTERRUPTED
    assert capsys.readouterr().out.endswith("interrupted\n")


def test_a_target_that_there_is_not_is_refused() -> None:
    with pytest.raises(SystemExit):
        main(["dice"])
