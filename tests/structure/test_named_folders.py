"""Any tests can be named together, in any order."""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
NAMED: Final = (
    "tests/client/cli/commands/test_games.py",
    "tests/test_readme.py",
    "tests/client/cli/commands/test_lobby.py",
)
"""Two that take fixtures from tests/client, and one from a folder above between them."""


def test_fixtures_are_found_whatever_is_named_between() -> None:
    plan = subprocess.run(
        [sys.executable, "-m", "pytest", "--setup-plan", "-q", "-p", "no:cacheprovider", *NAMED],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert plan.returncode == 0, plan.stdout[-2000:]
    assert "tests/client/cli/commands/test_lobby.py" in plan.stdout
