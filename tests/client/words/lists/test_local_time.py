"""Days and times are those of the reader's machine, wherever the server is."""

import argparse
import time
from collections.abc import Iterator

import pytest

from pente_client.cli.steps.own_devices import _print_devices
from pente_client.words.lists.profile import head_to_head_text, score_lines
from pente_core.clock.instant import Instant
from pente_core.rating import Speed
from pente_protocol.messages.account import DeviceId, DeviceInfo
from pente_protocol.messages.base import Right
from pente_protocol.messages.people import HeadToHead, PoolScore
from tests.support.client.fake_client import BOB

NEARLY_MIDNIGHT = Instant(1_750_031_940_000)
"""2025-06-15, 23:59 in UTC."""


@pytest.fixture(params=["UTC", "XYZ-10"])
def day(request: pytest.FixtureRequest) -> Iterator[str]:
    """The day of that moment for a reader in UTC, and ten hours east of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield "2025-06-15" if request.param == "UTC" else "2025-06-16"
    time.tzset()


def test_a_profile_has_the_days_of_its_reader(day: str) -> None:
    (line,) = score_lines([PoolScore("pente", Speed.BLITZ, wins=1, last_played=NEARLY_MIDNIGHT)])
    assert line.endswith(f", last on {day}")
    assert f", last on {day}." in head_to_head_text(HeadToHead(BOB, 1, last_played=NEARLY_MIDNIGHT))


def test_devices_have_the_days_of_their_reader(day: str, capsys: pytest.CaptureFixture[str]) -> None:
    id_, at = DeviceId("A" * 22), NEARLY_MIDNIGHT
    device = DeviceInfo(id_, "laptop", at, at, Right.ACCOUNT, current=True)
    _print_devices([device], argparse.Namespace(json=False))
    assert capsys.readouterr().out.endswith(f"added {day}, used {day}, this one\n")
