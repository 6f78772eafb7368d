"""The reference of options, in Markdown: a table for each section."""

from collections.abc import Callable, Iterator
from typing import Any

from pente_protocol.option import OneOf, Option, OptionSection, Text, YesNo, sections
from pente_protocol.sentences import ENGLISH, speaking


def option_page(
    beginning: str, rows: tuple[Option[Any], ...], note: Callable[[OptionSection], str] = lambda _: ""
) -> str:
    """A page of all rows that have a section, behind what is said at its beginning, in English.

    ``note`` says more about a section.
    """
    with speaking(ENGLISH):
        parts = [
            line for section, members in sections(rows) for line in _section(section, members, note(section))
        ]
    return "\n".join((beginning, *parts))


def _section(section: OptionSection, rows: tuple[Option[Any], ...], note: str) -> Iterator[str]:
    yield f"## {section.title[:1].upper()}{section.title[1:]}\n"
    if about := f"{section.about} {note}".strip():
        yield f"{about}\n"
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
