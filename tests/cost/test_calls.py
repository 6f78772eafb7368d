"""No move, room, sign-in, list or page calls more functions than the table of costs has."""

import subprocess
import sys

import pytest


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="other versions call other functions for the same"
)
def test_nothing_calls_more_functions_than_the_table_has() -> None:
    counted = subprocess.run(
        [sys.executable, "-m", "tests.cost"], capture_output=True, text=True, check=False
    )
    assert counted.returncode == 0, counted.stdout + counted.stderr
