"""The table of costs in this folder: what everything may cost, and why it came to cost more."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.cost.calls import Row

_ROWS: Final = Path(__file__).parent / "calls.json"
"""Calls each time, and a line for each rise."""
_FUNCTIONS: Final = Path(__file__).parent / "functions.json"
"""How often every function is called in which rows, by their numbers in the other table: ``0:20 7:3``."""
_SHARE: Final = 0.03
_CALLS: Final = 3
"""A row may have more calls by this share or number, whichever is less. Looking up a room takes four."""
_NAMED: Final = 12
"""Functions that are named at most."""


class NoReason(Exception):
    """Something costs more, and nobody has said why."""


def excesses(rows: Sequence[Row]) -> list[str]:
    """The rows that cost too much, or are not in the table, each with the functions that are called more."""
    known = _read(_ROWS)
    found = [_excess(row, known) for row in rows if not _is_within(row, known)]
    gone = sorted(known.keys() - {row.name for row in rows})
    return found + [f"{name}: is in the table, and is not counted any more" for name in gone]


def update(rows: Sequence[Row], reason: str) -> list[str]:
    """Write the table; returns a line for each new figure. Raises NoReason for a rise without a reason."""
    known, changes = _read(_ROWS), []
    for row in rows:
        before = known.get(row.name, {}).get("calls")
        if before == row.calls:
            continue
        line = f"{'new' if before is None else before} -> {row.calls}"
        changes.append(f"{row.name}: {line}")
        if before is not None and row.calls > before:
            if not reason:
                raise NoReason(f"{changes[-1]}. Say why: make cost-update REASON='...'")
            known[row.name]["rises"].append(f"{line}: {reason}")
        known[row.name] = {"calls": row.calls, "rises": known.get(row.name, {}).get("rises", [])}
    _ROWS.write_text(_lines({row.name: known[row.name] for row in rows}))
    _FUNCTIONS.write_text(_lines(_by_function(rows)))
    return changes


def _is_within(row: Row, known: Mapping[str, Any]) -> bool:
    if row.name not in known:
        return False
    before = known[row.name]["calls"]
    return bool(row.calls <= before + min(_CALLS, _SHARE * before))


def _excess(row: Row, known: Mapping[str, Any]) -> str:
    if row.name not in known:
        return f"{row.name}: {row.calls} calls, and it is not in the table"
    before = _functions(list(known).index(row.name))
    more = [(row.functions[name] - before.get(name, 0), name) for name in row.functions]
    most = sorted((number, name) for number, name in more if number > 0)[: -_NAMED - 1 : -1]
    named = [f"\n    {n / row.times:+8.1f} {name}{'' if name in before else ' (new)'}" for n, name in most]
    return f"{row.name}: {row.calls} calls; the table has {known[row.name]['calls']}{''.join(named)}"


def _functions(number: int) -> dict[str, int]:
    """How often every function was called in a row when the table was written."""
    pairs = ((name, pair.partition(":")) for name, text in _read(_FUNCTIONS).items() for pair in text.split())
    return {name: int(calls) for name, (row, _, calls) in pairs if int(row) == number}


def _by_function(rows: Sequence[Row]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for number, row in enumerate(rows):
        for name, calls in row.functions.items():
            found.setdefault(name, []).append(f"{number}:{calls}")
    return {name: " ".join(found[name]) for name in sorted(found)}


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return content


def _lines(table: Mapping[str, object]) -> str:
    """JSON with a line for each key."""
    body = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in table.items())
    return f"{{\n{body}\n}}\n"
