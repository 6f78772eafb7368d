"""Imports stand at the top of a module; inside functions only where a start-up is quicker for it."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from pente_client.cli.subcommands import SUBCOMMANDS
from tests.structure.imports import Module
from tests.structure.names import imports_here

RUN: Final = "run"
PROGRAMS: Final = frozenset({*(command.module for command in SUBCOMMANDS), "pente_bots"})
"""What has a `run` that imports what it needs: the commands, and the program of a bot of one's own."""
SCREEN: Final = frozenset(
    {
        "pente_client.cli.steps.lobby_pages",
        "pente_client.lobby",
        "pente_client.lobby.people_page",
        "pente_client.screen",
    }
)
"""What draws on the full screen, of which a game in lines needs nothing."""
ELSEWHERE: Final[Mapping[str, str]] = {
    "pente_client.__main__: pente_client.cli": "only after Ctrl-C is taken care of, and not for --version",
    "pente_client.__main__: pente_client.files.stdout": "after Ctrl-C, too, and --version writes one line",
    "pente_client.__main__: pente_client.options.version": "only for --version",
    "pente_client.cli: pente_client.addresses.typed_server": "only where a server stands for a command",
    "pente_client.cli: pente_client.options.version": "for --version and logs: it asks what is installed",
    "pente_client.cli: pente_client.connection.logged_run": "only with --log-file: it is slow to import",
    "pente_bots.cli.shell_lines: pente_bots.cli.prompt": "only in a terminal: pipes need no prompt_toolkit",
    "pente_bots.thinking.interrupts: multiprocessing": "its resource tracker is not there on Windows",
    "pente_client.drawing.qr_code: segno": "only who asks for a code, and all goes on where it is missing",
    "pente_client.ssh_door.session_thread: uvloop": "not on every system",
    "pente_protocol.login.signatures: cryptography.exceptions": "only who signs in loads cryptography",
    "pente_protocol.login.signatures: cryptography.hazmat.primitives.asymmetric.ed25519": "the same",
    "pente_protocol.sentences: json": "only to make a language, and a start must not wait for it",
    "pente_protocol.sentences: tomllib": "the same",
    "pente_server.embedded.file_lock: fcntl": "not on every system",
    "pente_server.serving: uvloop": "not on every system",
}
"""Where else a function imports what, as ``module: imported``, and why."""


def inner_imports(module: Module) -> Iterator[tuple[str, str]]:
    """What functions and classes at the top of a module import inside: their name, and what they import."""
    for outer in module.tree.body:
        if not isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for node in ast.walk(outer):
            match node:
                case ast.ImportFrom(module=str() as source):
                    yield outer.name, source
                case ast.Import(names=names):
                    yield from ((outer.name, alias.name) for alias in names)
                case _:
                    pass


def may_import(module: Module) -> frozenset[str]:
    """The functions of a module that may import: `run` of a command, and what it calls itself."""
    if module.name not in PROGRAMS:
        return frozenset()
    functions = (node for node in module.tree.body if isinstance(node, ast.FunctionDef))
    run = next(each for each in functions if each.name == RUN)
    calls = (node.func for node in ast.walk(run) if isinstance(node, ast.Call))
    return frozenset({RUN, *(call.id for call in calls if isinstance(call, ast.Name))})


def offenders(modules: Mapping[str, Module]) -> list[str]:
    return [
        f"{name}: {imported}"
        for name, module in sorted(modules.items())
        for function, imported in inner_imports(module)
        if function not in may_import(module)
        and not (imported in SCREEN and name.startswith("pente_client.cli.steps."))
    ]


def test_imports_stand_at_the_top_but_for_those_of_a_command() -> None:
    found = offenders(imports_here().modules)
    assert set(found) - ELSEWHERE.keys() == set()
    assert ELSEWHERE.keys() - set(found) == set(), "exceptions that are not needed"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def run(args):\n    import json\n    return work(args)\ndef work(args):\n    import os\n", []),
        ("def run(args): ...\ndef add_arguments(parser):\n    import os\n", ["os"]),
        ("class Row:\n    def run(self):\n        import os\ndef run(args): ...\n", ["os"]),
        ("def run(args):\n    def inner():\n        import os\n", []),
    ],
)
def test_a_command_imports_in_run_and_in_what_run_calls(source: str, found: list[str]) -> None:
    name = SUBCOMMANDS[0].module
    module = Module(name, Path("lobby.py"), ast.parse(source), is_package=False)
    assert offenders({name: module}) == [f"{name}: {each}" for each in found]
