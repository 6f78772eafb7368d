"""A release of websockets that renames what it does not document slows a server down, and no more."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.waiting import PATIENCE

ROOT = Path(__file__).parents[3]
INSIDES = [
    "current_size",
    "reader",
    "buffer",
    "parser",
    "parser_exc",
    "writes",
    "recv_messages",
    "process_event",
    "send_data",
    "drain",
    "transport",
]


@pytest.mark.parametrize("name", INSIDES)
def test_a_client_plays_though_a_name_has_changed(name: str) -> None:
    program = [sys.executable, "-m", "tests.server.net.changed_websockets", name]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 0, ended.stderr
