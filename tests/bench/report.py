"""The figures of a run, on the screen and in files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.bench.build import lines
from tests.bench.figure import Figure

RESULTS = Path(__file__).parents[2] / "bench-results"

Results = Mapping[str, Sequence[Figure]]
"""The figures by benchmark."""


def markdown(results: Results) -> str:
    """A table of all figures."""
    rows = [("benchmark", "figure", "value", "ratio", "aim", "note")]
    for name, figures in results.items():
        rows += [
            (name, figure.name, figure.text, figure.ratio_text, figure.aim_text, figure.note)
            for figure in figures
        ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    table.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(table)


def write(results: Results, build: dict[str, str], folder: Path = RESULTS) -> Path:
    """Write ``latest`` and a copy with the time in its name, both as JSON and Markdown; the folder."""
    folder.mkdir(exist_ok=True)
    now = datetime.now(UTC)
    everything = {
        "when": now.isoformat(timespec="seconds"),
        "build": build,
        "benchmarks": {name: [_as_json(figure) for figure in figures] for name, figures in results.items()},
    }
    table = f"{now:%Y-%m-%d %H:%M} UTC\n{lines(build)}\n\n{markdown(results)}\n"
    for stem in ("latest", f"{now:%Y%m%dT%H%M%SZ}"):
        (folder / f"{stem}.json").write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
        (folder / f"{stem}.md").write_text(table, encoding="utf-8")
    return folder


def _as_json(figure: Figure) -> dict[str, Any]:
    return asdict(figure) | {"is_met": figure.is_met}
