"""Sessions of the shell and of GTP as they were once written down: the command line, lines in, lines out."""

import io
import shlex
import sys
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from pente_client.cli import main

TRANSCRIPTS = sorted((Path(__file__).parents[2] / "data" / "shell").glob("*.txt"))


def typed_and_said(transcript: str) -> tuple[str, list[str]]:
    """The input of a transcript, and the lines of its output but for the empty ones between answers."""
    lines = transcript.splitlines()[1:]
    typed = [line[2:] for line in lines if line.startswith(">")]
    return "".join(f"{line}\n" for line in typed), [line for line in lines if not line.startswith(">")]


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_session_goes_as_it_went_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = path.read_text().splitlines()[0]
    typed, expected = typed_and_said(path.read_text())
    status, said = run(shlex.split(first.removeprefix("$ pente ")), typed.encode(), monkeypatch)
    assert status == 0
    assert [line for line in said.splitlines() if line] == expected


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_each_answer_ends_with_an_empty_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed, _ = typed_and_said(path.read_text())
    lines = typed.splitlines()
    answered = [line for line in lines if line.strip() and not line.startswith("#")]
    if "quit" in answered:
        answered = answered[: answered.index("quit") + 1]
    first = path.read_text().splitlines()[0]
    _, said = run(shlex.split(first.removeprefix("$ pente ")), typed.encode(), monkeypatch)
    assert said.count("\n\n") == len(answered)


def run(arguments: list[str], typed: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    """Run `pente` in this process with a file as its input: the exit status, and what it wrote."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with TemporaryFile("w+b") as stdin, monkeypatch.context() as patch:
        stdin.write(typed)
        stdin.seek(0)
        patch.setattr(sys, "stdin", stdin)
        patch.setattr(sys, "stdout", out)
        status = main(arguments)
    buffer = out.buffer
    assert isinstance(buffer, io.BytesIO)
    return status, buffer.getvalue().decode()
