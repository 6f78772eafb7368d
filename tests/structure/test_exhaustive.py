"""Where events behave, a match names every event, so that a new one is a type error there.

All else about an event is a fact that its class says (`pente_core.room.events.EventFacts`).
"""

import ast
from collections.abc import Iterator
from typing import get_args

from pente_core.room import events as ev
from tests.structure.names import imports_here

EVENTS = frozenset(event.__name__ for event in get_args(ev.Event))
BEHAVIOUR = {
    "core/pente_core/room/apply.py",
    "client/pente_client/words/events.py",
    "client/pente_client/screen/model/remarks.py",
    "client/pente_client/stream/jsonl/event_fields.py",
}
"""What an event does to a room, its sentence, and its JSON."""


def test_no_match_where_events_behave_has_a_case_for_all_others() -> None:
    modules = [each for each in imports_here().modules.values() if str(each.path) in BEHAVIOUR]
    assert len(modules) == len(BEHAVIOUR)
    assert all(list(_over_events(each.tree)) for each in modules)
    assert [f"{each.path}:{line}" for each in modules for line in catch_alls(each.tree)] == []


def test_a_case_for_all_others_is_found() -> None:
    for rest, lines in (
        ("_: ...", [3]),
        ("other: ...", [3]),
        ("_ if is_late: ...", [3]),
        ("Retired(): ...", []),
        ("_ as unreachable: assert_never(unreachable)", []),
    ):
        found = catch_alls(ast.parse(f"match event:\n  case Moved() | Chosen(): ...\n  case {rest}"))
        assert list(found) == lines, rest
    assert list(catch_alls(ast.parse("match word:\n  case 'moved': ...\n  case _: ..."))) == []


def catch_alls(tree: ast.AST) -> Iterator[int]:
    """The lines of cases that any event fits, but for those that the type checker proves to be impossible."""
    for match in _over_events(tree):
        for case in match.cases:
            fits_all = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            if fits_all and not _is_impossible(case):
                yield case.pattern.lineno


def _over_events(tree: ast.AST) -> Iterator[ast.Match]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Match) and any(_classes(case.pattern) & EVENTS for case in node.cases):
            yield node


def _classes(pattern: ast.pattern) -> frozenset[str]:
    match pattern:
        case ast.MatchClass(cls=ast.Name(id=name) | ast.Attribute(attr=name)):
            return frozenset({name})
        case ast.MatchOr(patterns=patterns):
            return frozenset().union(*map(_classes, patterns))
        case ast.MatchAs(pattern=ast.pattern() as inner):
            return _classes(inner)
        case _:
            return frozenset()


def _is_impossible(case: ast.match_case) -> bool:
    return "assert_never" in ast.unparse(case.body[0])
