"""What the log of an engine that ended says about why, in words for a person."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from pente_server.embedded.data_dir import DataDir
from pente_server.embedded.engine import Engine

TAIL = 16384
"""Bytes of the log that are looked at."""

LINES = 3

STAMP = re.compile(r"^\d+:\w \d+ \w+ \d+ [\d:.]+ (?P<level>[-.*#]) ")
"""How a line of the log begins: process and role, date and time, level."""

NOISE = re.compile(
    r"WARNING|oO0OoO0|Redis version|Valkey version|Configuration loaded|config from stdin|Server initialized"
)
"""Lines of the highest level that are there at every start."""

UNNAMED = {"*.manifest": re.compile(r"AOF manifest"), "*.base.*": re.compile(r"\bRDB\b|loading DB")}
"""The files whose names an engine does not tell when it stumbles over them."""

THEIR_ADVICE = re.compile(r"(: make|\. You can: 1\) Make) a backup of your AOF file.*")
"""Left out: it names the wrong file, see `_remedy`."""

DATA_FILE = re.compile(r"[^\s/']+\.(?:aof|rdb|manifest)\b(?!>)")


def post_mortem(engine: Engine, home: DataDir, status: int, begin: int) -> str:
    """Why the engine ended with `status`; its part of the log starts at byte `begin`."""
    said = " / ".join(last_words(home.log, begin)) or "it said nothing"
    if (path := _damaged(home, said)) is None:
        return f"The store's engine {engine.path} {_ended(status)}: {said} (log: {home.log})."
    return (
        f"The stored data cannot be read, {path} is damaged or missing: {said}. {_remedy(engine, home, path)}"
    )


def _damaged(home: DataDir, said: str) -> Path | None:
    """The data file that the last words are about, if they are about one."""
    if (named := DATA_FILE.search(said)) is not None:
        return next(home.store.rglob(named[0]), home.store / named[0])
    for pattern, words in UNNAMED.items():
        if words.search(said):
            return max(home.store.rglob(pattern), key=lambda path: path.stat().st_mtime, default=None)
    return None


def last_words(log: Path, begin: int) -> list[str]:
    """The last few meaningful lines after byte `begin`: the gravest, or if none, the last."""
    try:
        with log.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(begin, size - TAIL))
            lines = file.read().decode(errors="replace").splitlines()
    except OSError:
        return []
    grave = [line for line in lines if (m := STAMP.match(line)) and m["level"] == "#"]
    plain = [line for line in lines if not STAMP.match(line)]
    for some in (grave, plain, lines):
        meant = [THEIR_ADVICE.sub("", STAMP.sub("", line)).strip() for line in some if not NOISE.search(line)]
        if words := [line for line in meant if line][-LINES:]:
            return words
    return []


def _ended(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def _remedy(engine: Engine, home: DataDir, path: Path) -> str:
    advice = f"Nothing was changed: restore a backup of {home.store}"
    if ".incr." not in path.name or not path.exists():
        return f"{advice}."
    # Named by its own file, not by the manifest: valkey-check-aof 9.1 takes every base file
    # that Valkey wrote for damaged, and then does not reach this one.
    return (
        f"{advice}, or keep a copy of it and run `{engine.name}-check-aof --fix {path}`, which"
        f" cuts off everything after the damage (it is {engine.path} itself, under that name)."
    )
