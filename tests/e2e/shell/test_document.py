"""The program in docs/shell.md does what it says."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.waiting import LONG_PATIENCE

DOCUMENT = Path(__file__).parents[3] / "docs" / "shell.md"


def test_the_program_of_the_document_plays_a_game(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    here = program.replace('["pente", ', f'[{sys.executable!r}, "-m", "pente_client", ')
    assert here != program
    environment = {**os.environ, "PENTE_STATE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", here],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG_PATIENCE,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("Black played ")
    assert re.search(r"(is the winner\.|is drawn)", done.stdout.splitlines()[-1])
