"""The figures of a run, on the screen and in files."""

import json
import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.figure import Figure

RESULTS = Path(__file__).parents[2] / "bench-results"

Results = Mapping[str, Iterable[Figure]]
"""The figures by benchmark."""


def machine() -> str:
    """Where the figures come from."""
    implementation = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{implementation}, {platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def markdown(results: Results) -> str:
    """A table of all figures."""
    rows = [("benchmark", "figure", "value", "ratio", "note")]
    for name, figures in results.items():
        for figure in figures:
            ratio = f"{figure.ratio:.2f} x {figure.reference}" if figure.ratio is not None else ""
            rows.append((name, figure.name, figure.text, ratio, figure.note))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def write(results: Results, folder: Path = RESULTS) -> Path:
    """Write ``latest`` and a copy with the time in its name, both as JSON and Markdown; the folder."""
    folder.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    everything = {
        "when": now.isoformat(timespec="seconds"),
        "machine": machine(),
        "benchmarks": {name: [asdict(figure) for figure in figures] for name, figures in results.items()},
    }
    table = f"{now:%Y-%m-%d %H:%M} UTC, {machine()}\n\n{markdown(results)}\n"
    for stem in ("latest", f"{now:%Y%m%dT%H%M%SZ}"):
        (folder / f"{stem}.json").write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
        (folder / f"{stem}.md").write_text(table, encoding="utf-8")
    return folder
