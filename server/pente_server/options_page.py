"""The reference of the options of `pente serve`, in Markdown: python -m pente_server.options_page FILE."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pente_core.option import OneOf, Option, YesNo, sections
from pente_server.options import OPTIONS

_BEGINNING: Final = """\
# The options of `pente serve`

Made from the options themselves: `python -m pente_server.options_page docs/serve.md`. What they are for is in
[hosting.md](hosting.md). `pente serve --help` shows the usual ones, `--help all` all.

Each option has a variable of the environment, which holds where the option is not given: `PENTE_` and its
name, as `PENTE_CHAT_PER_MINUTE` for `--chat-per-minute`. Several hosts, networks, origins or names are
separated by commas there, and an option that stands alone is yes or no. `pente serve @FILE` takes options
from a file; of these SIGHUP changes those at once that have the mark ↻.
"""


def options_page() -> str:
    """The page."""
    return "\n".join((_BEGINNING, *_lines()))


def _lines() -> Iterator[str]:
    for section, rows in sections(OPTIONS):
        yield f"## {section.title[:1].upper()}{section.title[1:]}\n"
        yield f"{section.about} `--help {section.name}`\n".lstrip()
        yield from ("| option | default | what |", "|---|---|---|")
        yield from map(_line, rows)
        yield ""


def _line(row: Option[Any]) -> str:
    again = " ↻" * row.reloads
    return f"| `{_typed(row)}`{again} | {_cell(row.usual_text)} | {_cell(row.help)} |"


def _typed(row: Option[Any]) -> str:
    if isinstance(row.kind, YesNo):
        return row.flag
    words = f"{{{','.join(map(str, row.kind.values))}}}" if isinstance(row.kind, OneOf) else ""
    value = words or row.metavar or row.kind.metavar
    return f"{row.flag} [{value}]" if row.alone is not None else f"{row.flag} {value}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(options_page(), encoding="utf-8")
