"""Explanation of why an engine exited, extracted from its log."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from pente_server.embedded.data_dir import FULL_BELOW, NO_SPACE, DataDir, disk_is_full, free_bytes
from pente_server.embedded.engine import Engine
from pente_server.embedded.errors import EngineFailed

TAIL = 16384
"""How many bytes at the end of the log are searched."""

LINES = 3
"""How many log lines are quoted at most."""

STAMP = re.compile(r"^\d+:\w \d+ \w+ \d+ [\d:.]+ (?P<level>[-.*#]) ")
"""The start of a log line: process id and role, date and time, level."""

NOISE = re.compile(
    r"WARNING|oO0OoO0|Redis version|Valkey version|Configuration loaded|config from stdin|Server initialized"
)
"""Lines of the highest level that appear at every start."""

UNNAMED = {"*.manifest": re.compile(r"AOF manifest"), "*.base.*": re.compile(r"\bRDB\b|loading DB")}
"""Files that an engine does not name in its messages about them: glob to words of such a message."""

THEIR_ADVICE = re.compile(r"(: make|\. You can: 1\) Make) a backup of your AOF file.*")
"""The engine's own advice, removed from the quotation: it names the wrong file, see `_remedy`."""

DATA_FILE = re.compile(r"[^\s/']+\.(?:aof|rdb|manifest)\b(?!>)")


def post_mortem(engine: Engine, home: DataDir, status: int, begin: int) -> EngineFailed:
    """Explain why the engine exited with `status`, with a remedy if its disk is full or its data is damaged.

    Its output begins at byte `begin` of the log.
    """
    quoted = " / ".join(last_words(home.log, begin)) or "it logged nothing"
    says_full = any(os.strerror(number) in quoted for number in NO_SPACE)
    path = None if says_full else _damaged(home, quoted)
    # Its log is on the same disk, and may lack just the words that say so.
    is_full = says_full or (path is None and free_bytes(home.root) < FULL_BELOW)
    if is_full:
        text = disk_is_full(home.root, f"the store's engine {_ended(status)}: {quoted}")
    elif path is None:
        text = f"The store's engine {engine.path} {_ended(status)}: {quoted} (log: {home.log})."
    else:
        text = (
            f"The stored data cannot be read, {path} is damaged or missing: {quoted}."
            f" {_remedy(engine, home, path)}"
        )
    return EngineFailed(text, was_killed=status < 0, is_passing=is_full)


def _damaged(home: DataDir, quoted: str) -> Path | None:
    """The data file that the quoted log lines are about, if any."""
    if (named := DATA_FILE.search(quoted)) is not None:
        return next(home.store.rglob(named[0]), home.store / named[0])
    for pattern, words in UNNAMED.items():
        if words.search(quoted):
            return max(home.store.rglob(pattern), key=lambda path: path.stat().st_mtime, default=None)
    return None


def last_words(log: Path, begin: int) -> list[str]:
    """The last few meaningful log lines after byte `begin`.

    Those of the highest level; if there are none, lines that are not log entries, such as a rejected
    configuration; else any.
    """
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
    # Name the file itself, not the manifest: given the manifest, valkey-check-aof 9.1 reports every
    # base file written by Valkey as damaged, and never reaches this one.
    return (
        f"{advice}, or keep a copy of it and run `{engine.name}-check-aof --fix {path}`, which"
        f" cuts off everything after the damage (that program is {engine.path} itself, under another name)."
    )
