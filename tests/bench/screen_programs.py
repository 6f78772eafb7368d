"""What the program itself takes on a terminal: time from a key to its frame, and a share of a processor."""

import asyncio
import os
import select
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.figure import Figure, at_most
from tests.bench.reference.terminal_echo import END
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import in_turns
from tests.bench.wire.servers import serving_memory
from tests.support.drawing.program_terminal import ProgramTerminal, on_terminal
from tests.support.measured.process import Measured
from tests.support.measured.usage import cpu_seconds
from tests.support.processes import Process

WINDOWS: Final = ((80, 24), (120, 40))
RIGHT, LEFT, LETTER, ERASE = "\x1b[C", "\x1b[D", "k", "\x7f"
_QUIET: Final = 0.06
"""Seconds between two keys: more than between two frames of a page at least."""
_ECHO: Final = "a program that echoes"


@dataclass(frozen=True, slots=True)
class Used:
    """What a program used for its clocks."""

    share: float
    """Of a processor, in percent."""
    bytes_a_tick: float


@benchmark
def screen_keys(run: Run) -> Iterator[Figure]:
    """Milliseconds from a key that is typed to the last byte of its frame, at a real server."""
    for columns, rows in WINDOWS:
        run.progress(f"{columns}x{rows}")
        taken = asyncio.run(_keys(columns, rows, 25 if run.quick else 200))
        echo = taken.pop(_ECHO)
        for name, times in taken.items():
            yield _figure(f"{name}, {columns}x{rows}", times, echo)
        yield _figure(f"{_ECHO}, {columns}x{rows}", echo, None)


@benchmark
def screen_clocks(run: Run) -> Iterator[Figure]:
    """The share of a processor that a game with running clocks takes, and what it writes for a tick."""
    seconds = 8 if run.quick else 20
    for columns, rows in WINDOWS:
        window = f"{columns}x{rows}"
        run.progress(f"{window}, every second")
        slow, floor = asyncio.run(_clocks(columns, rows, seconds, is_low=False))
        yield from _shares(f"every second, {window}", slow, floor, f"{seconds} s of a clock of 5 minutes")
        run.progress(f"{window}, every tenth of a second")
        quick, floor = asyncio.run(_clocks(columns, rows, 7, is_low=True))
        yield from _shares(f"every tenth, {window}", quick, floor, "7 of the last 10 seconds")


def _figure(name: str, times: list[float], echo: list[float] | None) -> Figure:
    late = quantiles(times, n=100)[98]
    note = f"p99 {late:.2f} ms of {len(times)}; {_QUIET * 1000:.0f} ms and more apart"
    if echo is None:
        return Figure(name, median(times), "ms", note=note, parts={"p99 ms": late})
    return Figure(name, median(times), "ms", median(times) / median(echo), "echo", note, {"p99 ms": late})


def _shares(name: str, used: Used, floor: Used, note: str) -> Iterator[Figure]:
    ratio, aim = used.share / floor.share, at_most(1.5)
    yield Figure(f"clocks {name}", used.share, "% of a core", ratio, "a bare clock", note, aim=aim)
    ratio = used.bytes_a_tick / floor.bytes_a_tick
    yield Figure(f"written for a tick {name}", used.bytes_a_tick, "bytes", ratio, "a bare clock")


async def _keys(columns: int, rows: int, times: int) -> dict[str, list[float]]:
    """The milliseconds of each kind of key, and of the echo, one in turn after the other."""
    async with _a_game("-", columns, rows) as page, _echo(columns, rows) as echo:
        steps = {
            "cursor": lambda: _round_trip(page, RIGHT, LEFT),
            "letter": lambda: _round_trip(page, LETTER, ERASE),
            _ECHO: lambda: _round_trip(echo, LETTER, LETTER),
        }
        return await in_turns(steps, times)


async def _round_trip(terminal: ProgramTerminal, key: str, back: str) -> float:
    """The milliseconds until a key is answered; then another one undoes it."""
    taken = await _answered(terminal, key)
    await _answered(terminal, back)
    return taken


async def _answered(terminal: ProgramTerminal, key: str) -> float:
    await asyncio.sleep(_QUIET)
    before = len(terminal.received)
    start = time.perf_counter()
    terminal.type(key)
    while not terminal.received[before:].endswith(END):
        select.select([terminal.fd], [], [], 5)  # not by the loop, whose own time would count
        terminal.read()
    return (time.perf_counter() - start) * 1000


async def _clocks(columns: int, rows: int, seconds: float, *, is_low: bool) -> tuple[Used, Used]:
    """What the game uses and what a bare clock uses, at the same time."""
    control = "0:15+0" if is_low else "5+3"
    every = 0.1 if is_low else 1.0
    async with _a_game(control, columns, rows) as page, _echo(columns, rows, str(every)) as bare:
        await page.shows("0:09." if is_low else "4:5")
        before = [(cpu_seconds(each.process.pid), len(each.received)) for each in (page, bare)]
        await asyncio.sleep(seconds)
        after = [(cpu_seconds(each.process.pid), len(each.received)) for each in (page, bare)]
    game, floor = (
        Used((end - start) / seconds * 100, (written - begun) * every / seconds)
        for (start, begun), (end, written) in zip(before, after, strict=True)
    )
    return game, floor


@asynccontextmanager
async def _a_game(control: str, columns: int, rows: int) -> AsyncIterator[ProgramTerminal]:
    """A player's terminal, in whose game it is their turn, and a stone of each lies on the board."""
    with TemporaryDirectory() as home:
        async with serving_memory() as server, _player(server, Path(home), control, columns, rows) as page:
            other = ("play", f"ws://127.0.0.1:{server.port}", "--plain", "--name", "boris")
            async with Process(*other, state=Path(home) / "boris") as boris:
                await page.shows("your turn")
                for mine, others in (("K10", "L10"), ("N10", "L12")):
                    page.type(f"{mine}\r")
                    await page.shows("boris to move")
                    await boris.type(others)
                    await page.shows("your turn")
                yield page


@asynccontextmanager
async def _player(
    server: Measured, home: Path, control: str, columns: int, rows: int
) -> AsyncIterator[ProgramTerminal]:
    command = (sys.executable, "-m", "pente_client", "play", f"ws://127.0.0.1:{server.port}")
    words = ("--name", "anna", "--new", "--seat", "0", "--time", control)
    size = {"columns": columns, "rows": rows}
    async with on_terminal(*command, *words, environment=_environment(home), **size) as page:
        await page.shows("waiting for players")
        yield page


@asynccontextmanager
async def _echo(columns: int, rows: int, *arguments: str) -> AsyncIterator[ProgramTerminal]:
    command = (sys.executable, "-m", "tests.bench.reference.terminal_echo", *arguments)
    size = {"columns": columns, "rows": rows}
    async with on_terminal(*command, environment=_environment(Path()), **size) as echo:
        await echo.shows("ready")
        yield echo


def _environment(home: Path) -> Mapping[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    return {**kept, "PENTE_STATE": str(home), "XDG_CONFIG_HOME": str(home), "PENTE_ASCII": "0"}
