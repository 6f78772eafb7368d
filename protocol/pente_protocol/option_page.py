"""The reference of options, in Markdown: a table for each section."""

from collections.abc import Iterator
from typing import Any

from pente_protocol.option import OneOf, Option, OptionSection, Text, YesNo, sections


def option_page(beginning: str, rows: tuple[Option[Any], ...]) -> str:
    """A page of all rows that have a section, behind what is said at its beginning."""
    return "\n".join((beginning, *(line for part in sections(rows) for line in _section(*part))))


def _section(section: OptionSection, rows: tuple[Option[Any], ...]) -> Iterator[str]:
    yield f"## {section.title[:1].upper()}{section.title[1:]}\n"
    if section.about:
        yield f"{section.about}\n"
    yield from ("| option | default | what |", "|---|---|---|")
    yield from map(_line, rows)
    yield ""


def _line(row: Option[Any]) -> str:
    again = " ↻" * row.reloads
    return f"| `{_typed(row)}`{again} | {_cell(row.usual_text)} | {_cell(row.help)} |"


def _typed(row: Option[Any]) -> str:
    if isinstance(row.kind, YesNo) or (isinstance(row.kind, Text) and row.kind.is_secret):
        return row.flag
    words = f"{{{','.join(map(str, row.kind.values))}}}" if isinstance(row.kind, OneOf) else ""
    value = words or row.metavar or row.kind.metavar
    return f"{row.flag} [{value}]" if row.alone is not None else f"{row.flag} {value}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
