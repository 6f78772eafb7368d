"""A process may show pages to many people, so pages ask their session and not the process."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pente_client
from pente_client.terminal.session_terminal import SessionTerminal, at_terminal, session_terminal

CLIENT = Path(pente_client.__file__).parent
OF_THE_PROCESS = {
    ("os", "environ"),
    ("os", "getenv"),
    ("sys", "stdout"),
    ("sys", "stdin"),
    ("sys", "stderr"),
}
PAGES = sorted(
    file
    for folder in ("lobby", "screen", "terminal", "play", "words")
    for file in (CLIENT / folder).rglob("*.py")
    if file.name != "session_terminal.py"
)


def of_the_process(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (module, name) in OF_THE_PROCESS:
                yield f"{module}.{name}"
            case ast.ImportFrom(module="os" | "sys"):
                yield ", ".join(alias.name for alias in node.names)
            case _:
                pass


@pytest.mark.parametrize("file", PAGES, ids=lambda file: str(file.relative_to(CLIENT)))
def test_no_page_asks_the_process(file: Path) -> None:
    assert list(of_the_process(file)) == []


def test_the_terminal_of_a_process_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "vt220")
    terminal = session_terminal()
    assert terminal.is_own
    assert terminal.environ["TERM"] == "vt220"


def test_a_session_has_another() -> None:
    with at_terminal(SessionTerminal({"TERM": "xterm"}, "utf-8")):
        assert session_terminal() == SessionTerminal({"TERM": "xterm"}, "utf-8", is_own=False)
    assert session_terminal().is_own
