"""What a server says of an error is for every client: no command of one of them is in it."""

import ast
import re
from collections.abc import Iterator

from pente_core.room import SENTENCES
from tests.structure.names import ROOT

COMMAND = re.compile(r"\bpente [a-z]+\b|(?:^|\s)/[a-z]+\b")
SERVER = ROOT / "server" / "pente_server"


def said_where_requests_are_denied() -> Iterator[str]:
    """All text, but docstrings, in functions that deny requests."""
    for path in sorted(SERVER.rglob("*.py")):
        if "admin" in path.parts:  # it answers the host, who types commands
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and "RequestDenied" in calls(
                function
            ):
                doc = ast.get_docstring(function, clean=False)
                yield from (text for text in texts(function) if text != doc)


def calls(function: ast.AST) -> set[str]:
    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Call))
    return {node.func.id for node in nodes if isinstance(node.func, ast.Name)}


def texts(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_sentence_of_a_server_names_a_command_of_one_client() -> None:
    said = [*SENTENCES.values(), *said_where_requests_are_denied()]
    assert len(said) > 200
    assert [text for text in said if COMMAND.search(text)] == []


def test_commands_are_found() -> None:
    assert COMMAND.search("Choose a name: pente account create NAME")
    assert COMMAND.search("Look at /tree.")
    assert not COMMAND.search("Swap and/or stay, at pente.org")
