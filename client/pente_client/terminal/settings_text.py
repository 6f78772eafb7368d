"""The settings as a box over a page: what each is, and what it means."""

from dataclasses import dataclass
from typing import Final

from pente_client.settings.setting_field import SettingField, setting_fields
from pente_client.terminal.look import PageLook
from pente_client.terminal.scroll_pane import rule
from pente_client.terminal.styled_text import Line, fit, spread, wrap
from pente_protocol.sentences import tell

COLUMNS: Final = 52
KEYS: Final = tell("screen.settings-keys")
_EXPLANATION: Final = 3
"""The lines below the settings for what the chosen one means."""


@dataclass(frozen=True, slots=True)
class OpenSettings:
    """What the box shows: which setting is chosen, and what was wrong."""

    chosen: int = 0
    problem: str = ""

    @property
    def field(self) -> SettingField:
        return setting_fields()[self.chosen]


def settings_rows() -> int:
    """The lines of the box."""
    return len(setting_fields()) + _EXPLANATION + 3


def settings_lines(shown: OpenSettings, look: PageLook, note: str, columns: int) -> tuple[Line, ...]:
    """The box, ``columns`` wide; ``note`` says what else is to be known of the chosen setting."""
    inner, edge = columns - 2, ("class:rule", look.glyphs.side)
    text = shown.problem or f"{shown.field.explanation} {note}".strip()
    style = "class:status.error" if shown.problem else "class:help"
    below = [f" {line}" for line in wrap(text, max(2, inner - 2))][:_EXPLANATION]
    below += [""] * (_EXPLANATION - len(below))
    rows = (_row(field, shown, look, inner) for field in setting_fields())
    boxed = (*rows, *(((style, line),) for line in below), (("class:title", f" {KEYS}"),))
    return (
        rule(tell("screen.settings"), "", columns, look.glyphs),
        *((edge, *fit(line, inner), edge) for line in boxed),
        (("class:rule", look.glyphs.rule * columns),),
    )


def row_under(line: int) -> int | None:
    """The setting that stands in a line of the box."""
    return line - 1 if 0 < line <= len(setting_fields()) else None


def _row(field: SettingField, shown: OpenSettings, look: PageLook, columns: int) -> Line:
    word = field.word_in(look.settings)
    is_chosen = field == shown.field
    pointer = look.glyphs.pointer if is_chosen else " "
    style = "class:status.question" if is_chosen else "class:help"
    return spread(
        (("class:side.turn" if is_chosen else "class:help", f" {pointer} {field.title}"),),
        ((style, f" {word} "), ("", " ")),
        columns,
    )
