"""How many instructions a server takes for a move: valgrind's callgrind counts them, whatever else runs."""

import asyncio
import os
import re
import shutil
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.wire.checkout import Checkout
from tests.bench.wire.many_games import connect_person
from tests.bench.wire.move_script import SCRIPTS, won_script
from tests.bench.wire.scripted_game import ScriptedGame
from tests.bench.wire.servers import WITHOUT_LIMITS
from tests.support.hostile.raw_peer import RawPeer
from tests.support.measured.counted_server import MARK
from tests.support.measured.process import Measured

SLICES: Final = 5
GAMES: Final = 3
"""Of each slice; the count of a slice is what it adds, so that the start of the server counts for nothing."""
MOVES: Final = 60
WATCHERS: Final = 5
_TOTAL: Final = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)

VALGRIND: Final = shutil.which("valgrind")


@dataclass(frozen=True, slots=True)
class Instructions:
    """What a move of rated games between people takes, with its share of opening, filing and rating."""

    alone: float
    watched: float
    """With `WATCHERS` in the room."""


async def instructions(checkout: Checkout) -> Instructions:
    """Count those of the server of a checkout, with a memory store.

    A median of slices: one in which the collector of garbage runs takes some per cent more.
    """
    assert VALGRIND is not None
    options = await checkout.known((("--store", "memory"), ("--port", "0"), *WITHOUT_LIMITS))
    with TemporaryDirectory(prefix="pente-callgrind-") as folder:
        counts = Path(folder) / "counts"
        process = await asyncio.create_subprocess_exec(
            *(VALGRIND, "--tool=callgrind", f"--callgrind-out-file={counts}", f"--dump-before={MARK}"),
            *(sys.executable, "-m", "tests.support.measured.counted_server", *options),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, **checkout.environment, "PYTHONHASHSEED": "0"},
        )
        try:
            await _play(process)
        finally:
            process.kill()
            await process.wait()
        slices = [count / (GAMES * MOVES) for count in _parts(counts)[1:]]
    return Instructions(median(slices[:SLICES]), median(slices[SLICES:]))


def _parts(counts: Path) -> list[int]:
    """The counts between the marks; the first is of the start and a game that warms up."""
    files = sorted(counts.parent.glob(f"{counts.name}.*"), key=lambda file: int(file.suffix[1:]))
    totals = [_TOTAL.search(file.read_text()) for file in files]
    return [int(total[1]) for total in totals if total is not None]


async def _play(process: asyncio.subprocess.Process) -> None:
    """Warm up with games of each kind; then play the slices, those with watchers last, with marks between."""
    assert process.stdout is not None
    port = re.search(rb"127\.0\.0\.1:([0-9]+)", await process.stdout.readline())
    if port is None:
        raise RuntimeError("The server did not start under valgrind.")
    server = Measured(process.pid, int(port[1]))
    first, second, *watchers = [await connect_person(server) for _ in range(2 + WATCHERS)]
    players = (first, second)
    await _games(players, watchers, 1)
    await _games(players, (), GAMES)
    await _mark(process)
    for viewers in ((), watchers):
        for _ in range(SLICES):
            await _games(players, viewers, GAMES)
            await _mark(process)


async def _games(players: tuple[RawPeer, RawPeer], watchers: Sequence[RawPeer], count: int) -> None:
    for number in range(count):
        game = await ScriptedGame.open(players, watchers, is_rated=True)
        game.prepare(won_script(number % SCRIPTS, MOVES))
        await game.play()
        await game.close()


async def _mark(process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    process.send_signal(signal.SIGUSR1)
    while (line := await process.stdout.readline()) != b"marked\n":
        if not line:
            raise RuntimeError("The server under valgrind has ended.")
