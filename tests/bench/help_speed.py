"""How much processor time the help of a command takes, as a process of its own."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from tests.bench.figure import Figure, at_most
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import order_of, paired_ratio

PENTE: Final = (sys.executable, "-m", "pente_client")
COMMANDS: Final = {
    "pente --version": (*PENTE, "--version"),
    **{
        f"pente {name} --help": (*PENTE, name, "--help")
        for name in ("play", "lobby", "games", "bot", "arena", "serve", "admin")
    },
}
BARE: Final = "python -c pass"


@benchmark
def help_speed(run: Run) -> Iterator[Figure]:
    """Processor time of help, user and system, with compiled modules, beside that of a bare Python."""
    contestants = {**COMMANDS, BARE: (sys.executable, "-c", "pass")}
    with TemporaryDirectory() as compiled:
        samples = _samples(contestants, 5 if run.quick else 15, Path(compiled))
    yield Figure(BARE, median(samples[BARE]), "ms")
    for name in COMMANDS:
        ratio = paired_ratio(samples[name], samples[BARE])
        yield Figure(name, median(samples[name]), "ms", ratio, BARE, aim=at_most(150))


def _samples(contestants: Mapping[str, Sequence[str]], rounds: int, compiled: Path) -> dict[str, list[float]]:
    """Milliseconds of each contestant, one a round. A round at the start compiles, and is thrown away."""
    samples: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(-1, rounds):
        for name in order_of(list(contestants), number):
            sample = _milliseconds(contestants[name], compiled)
            if number >= 0:
                samples[name].append(sample)
    return samples


def _milliseconds(command: Sequence[str], compiled: Path) -> float:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = _children()
    subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        check=True,
        env={**kept, "PYTHONPYCACHEPREFIX": str(compiled)},
    )
    return _children() - before


def _children() -> float:
    """Milliseconds of processor time of all processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (usage.ru_utime + usage.ru_stime)
