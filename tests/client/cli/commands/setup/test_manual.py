"""The manual page."""

import shutil
import subprocess

import pytest

from pente_client.cli import main
from pente_client.cli.subcommands import SUBCOMMANDS

GROFF = shutil.which("groff")


def test_every_command_has_a_chapter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    text = capsys.readouterr().out
    for command in SUBCOMMANDS:
        assert f'.SH "PENTE {command.name.upper()}"'.replace("-", "\\-") in text
    assert "until" not in [line.strip() for line in text.splitlines()]


@pytest.mark.skipif(not GROFF, reason="groff is not installed")
def test_troff_reads_it_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    assert GROFF is not None
    page = subprocess.run(
        [GROFF, "-man", "-Tutf8", "-K", "utf8", "-ww"],
        input=capsys.readouterr().out,
        capture_output=True,
        text=True,
        check=True,
    )
    assert page.stderr == ""
    assert "pente watch" in page.stdout
