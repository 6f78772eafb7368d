"""What peers cause in the log is bounded."""

import logging

import pytest

from pente_server.diagnostics.peer_log import MOST_ADDRESSES, SHOWN, PeerLog


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO)
    return caplog


def test_after_some_lines_an_address_is_only_counted(lines: pytest.LogCaptureFixture) -> None:
    peers = PeerLog()

    for _ in range(20_000):
        peers.note(logging.INFO, "invalid message", "192.0.2.1", reason="nonsense")
    peers.note(logging.INFO, "invalid message", "192.0.2.2", reason="nonsense")
    peers.note(logging.INFO, "signed in", "192.0.2.1", name="anna")
    assert len(lines.messages) == SHOWN + 2

    peers.sum_up()
    assert lines.messages[-1] == f"invalid message address=192.0.2.1 more={20_000 - SHOWN}"
    assert len(lines.messages) == SHOWN + 3


def test_a_new_period_begins_with_a_sum(lines: pytest.LogCaptureFixture) -> None:
    peers = PeerLog()
    peers.note(logging.INFO, "signed in", "192.0.2.1")
    peers.sum_up()
    assert len(lines.messages) == 1

    for _ in range(SHOWN):
        peers.note(logging.INFO, "signed in", "192.0.2.1")
    assert len(lines.messages) == 1 + SHOWN


def test_many_addresses_are_counted_together(lines: pytest.LogCaptureFixture) -> None:
    peers = PeerLog()

    for number in range(10 * MOST_ADDRESSES):
        peers.note(logging.INFO, "cut off", f"a{number}")
    peers.sum_up()

    assert len(lines.messages) == MOST_ADDRESSES + SHOWN + 1
    assert lines.messages[-1].startswith("cut off address=others more=")


def test_the_addresses_of_one_network_are_counted_together(lines: pytest.LogCaptureFixture) -> None:
    peers = PeerLog()

    for number in range(1000):
        peers.note(logging.INFO, "cut off", f"2001:db8::{number:x}", bucket="2001:db8::")
    peers.sum_up()

    assert len(lines.messages) == SHOWN + 1
    assert lines.messages[-1] == f"cut off address=2001:db8:: more={1000 - SHOWN}"
