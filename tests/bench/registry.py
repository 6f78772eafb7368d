"""All benchmarks, by name."""

import pkgutil
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Final

import tests.bench
from tests.bench.figure import Figure
from tests.bench.run import Run

Benchmark = Callable[[Run], Iterable[Figure]]
"""Measures something; progress goes to the run, which knows how long to take."""

COMPARISON: Final = "compare"
"""The benchmark of ``--against``, which does without the others and they without it."""

_BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(measure: Benchmark) -> Benchmark:
    """Register a function under its name, with hyphens; the first line of its docstring is shown."""
    _BENCHMARKS[measure.__name__.replace("_", "-")] = measure
    return measure


def benchmarks() -> dict[str, Benchmark]:
    """Every benchmark of the folder, in the order of the modules' names."""
    for module in sorted(module.name for module in pkgutil.iter_modules(tests.bench.__path__)):
        if module != "__main__":
            import_module(f"tests.bench.{module}")
    return _BENCHMARKS
