"""A name that a row or a class says stands nowhere else in the code: what needs it asks there."""

import ast
from collections.abc import Iterator
from typing import get_args

from pente_bots.cli.bot_options import BOT_OPTIONS
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import tag_of
from pente_protocol.game_options import GAME_OPTIONS
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_server.limits.limits import LIMITS
from pente_server.options import OPTIONS
from tests.structure.names import imports_here

UNIONS = (ev.Event, cmd.PlayerCommand, ClientMessage, ServerMessage)
TAGS = frozenset(tag for union in UNIONS for tag in map(tag_of, get_args(union)) if "_" in tag)
"""Those of several words, as one word alone may be said of anything."""
NAMES = (*(row.name for row in (*OPTIONS, *GAME_OPTIONS, *BOT_OPTIONS)), *LIMITS)
FLAGS = frozenset(f"--{name.replace('_', '-')}" for name in NAMES if "_" in name)
ELSEWHERE = {
    "protocol/pente_protocol/spec/samples/": "names of samples in the golden vectors",
    "server/pente_server/house_bots/bots_process.py": "the command line of the bots' own program",
}
"""Files or folders with such names of their own, and why."""


def test_no_tag_and_no_flag_has_a_second_place() -> None:
    found = [
        f"{module.path}:{line} {text}"
        for module in imports_here().modules.values()
        if not str(module.path).startswith(tuple(ELSEWHERE))
        for line, text in second_places(module.tree)
    ]
    assert found == []


def test_each_exception_is_needed() -> None:
    modules = imports_here().modules.values()
    unneeded = [
        start
        for start in ELSEWHERE
        if not any(list(second_places(each.tree)) for each in modules if str(each.path).startswith(start))
    ]
    assert unneeded == []


def test_a_second_place_is_found() -> None:
    source = 'class Given(RoomEvent, tag="time_given"): ...\nknown = {"time_given": "--idle-days"}'
    assert list(second_places(ast.parse(source))) == [(2, "time_given"), (2, "--idle-days")]


def second_places(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The lines where a tag or a flag stands alone in quotes, and not as the tag of a class."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    declared = {id(keyword.value) for each in classes for keyword in each.keywords}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if text in TAGS | FLAGS and id(node) not in declared:
                yield node.lineno, text
            case _:
                pass
