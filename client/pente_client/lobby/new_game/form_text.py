"""The form of a new game as lines: every field with its value, and what the selected one means."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pente_client.lobby.new_game.form import LINE, NewGameForm, takes_text
from pente_client.lobby.new_game.short_line import KNOWN
from pente_client.options.new_game import command_words
from pente_client.terminal.glyphs import Glyphs
from pente_client.terminal.scroll_pane import filled, rule
from pente_client.terminal.styled_text import EMPTY, Line, fit, shorten, width, wrap
from pente_client.words.bots.house_bots import strength_text
from pente_client.words.ruleset import SUMMARIES
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_protocol.game_options import (
    AGAINST,
    GAME_OPTIONS,
    ROOM_PASSWORD,
    RULESET,
    SEAT,
    TIME,
    GameOption,
    OptionPlace,
)
from pente_protocol.option import NONE, sections
from pente_protocol.sentences import tell

OPEN: Final = tell("browse.open-the-game")
BACK: Final = tell("browse.back")
LINE_TITLE: Final = tell("browse.in-one-line")
LINE_MEANING: Final = tell("browse.one-line", words=KNOWN)
_TITLES: Final = 18
"""Columns of the titles."""
_LEAST_ROWS: Final = 12
"""Below that many rows nothing is explained."""


@dataclass(frozen=True, slots=True)
class FormLine:
    """A line of the form, and what a click on it is for."""

    line: Line
    row: int | None = None
    """The row that it selects."""
    word: int | None = None
    """The word of the open list that it takes."""
    is_open: bool = False
    """Whether it has the buttons."""


def form_lines(form: NewGameForm, glyphs: Glyphs, columns: int, rows: int) -> Sequence[FormLine]:
    """The form on so many columns and rows."""
    below = list(_foot(form, glyphs, columns)) if rows >= _LEAST_ROWS else []
    buttons = FormLine(
        fit((("class:help.key", OPEN), ("", " "), ("class:help.key", BACK)), columns), is_open=True
    )
    room = rows - len(below) - 2
    is_listed = form.listed is not None
    shown = list((_word_lines if is_listed else _rows)(form, glyphs, columns))
    selected = next((number for number, (is_chosen, _) in enumerate(shown) if is_chosen), 0)
    start = min(max(0, selected - room // 2), max(0, len(shown) - room))
    seen = [line for _, line in shown[start : start + room]]
    title = form.field.title.lower() if form.field is not None and is_listed else tell("browse.new-game")
    part = tell("browse.part-of-list", first=start + 1, last=start + len(seen), count=len(shown))
    note = "" if len(shown) <= room else part
    head = FormLine(rule(title, note, columns, glyphs))
    empty = [FormLine(EMPTY)] * (room - len(seen))
    return [head, *seen, *empty, *below, buttons]


def button_at(column: int) -> str:
    """The button under a column of the line of buttons; empty: none."""
    if column < len(OPEN):
        return OPEN
    return BACK if len(OPEN) < column <= len(OPEN) + len(BACK) else ""


def value_text(field: GameOption[Any], words: Mapping[str, str]) -> str:
    """What a field is, in words; as it usually is where it is not given."""
    word = words.get(field.name, "")
    rules = RULESETS[words.get("ruleset") or "pente"]
    if field is ROOM_PASSWORD and word:
        return "*" * len(word)
    return word_text(field, word, rules)


def word_text(field: GameOption[Any], word: str, rules: Ruleset) -> str:
    """What a word of a field says."""
    if field is SEAT and word:
        return f"{field.meaning(word)}{_colour(rules, int(word))}"
    if field is TIME and word == "-":
        return tell("phrase.no-clock")
    if word:
        return word
    if field.place is OptionPlace.RULESET:
        return field.format(getattr(rules, field.name))
    return field.usual_text or NONE


def meaning(form: NewGameForm) -> str:
    """What the selected row is for, in a sentence."""
    field = form.field
    if field is None:
        return LINE_MEANING
    if field is RULESET:
        name = form.given.get("ruleset") or "pente"
        return f"{name}: {SUMMARIES[name]}."
    return _capitalized(f"{field.help}.")


def _rows(form: NewGameForm, glyphs: Glyphs, columns: int) -> Iterator[tuple[bool, FormLine]]:
    """Every line above the explanation, and whether it is that of the selected row."""
    yield from _row(form, glyphs, columns, 0)
    for section, fields in sections(GAME_OPTIONS):
        yield False, FormLine(rule(section.title, "", columns, glyphs))
        for field in fields:
            yield from _row(form, glyphs, columns, GAME_OPTIONS.index(field) + 1)


def _row(form: NewGameForm, glyphs: Glyphs, columns: int, row: int) -> Iterator[tuple[bool, FormLine]]:
    """The line of a row, and what is wrong with it."""
    field = GAME_OPTIONS[row - 1] if row else None
    title = LINE_TITLE if field is None else field.title
    value = form.line if field is None else value_text(field, form.given)
    name = LINE if field is None else field.name
    is_chosen, is_given = row == form.chosen, not row or bool(form.given.get(name))
    style = "class:lobby.chosen" if is_chosen else "" if is_given else "class:label"
    pointer = glyphs.pointer if is_chosen else " "
    head = f"{pointer} {title:<{_TITLES}}"
    room = columns - width(head)
    if is_chosen and (field is None or takes_text(field)):
        shown = _edited(form, value, bool(not row or form.words.get(name)), style, room)
    else:
        text = shorten(value, room - 4 * is_chosen, glyphs.more)
        shown = ((style, f"< {text} >" if is_chosen else text),)
    yield is_chosen, FormLine(fit(((style, head), *shown), columns), row=row)
    if form.problem is not None and form.problem.name == name:
        for text in wrap(f"{form.problem.text}.", max(20, columns - 4)):
            yield is_chosen, FormLine(fit((("class:status.error", f"  ! {text}"),), columns), row=row)


def _edited(form: NewGameForm, value: str, is_given: bool, style: str, room: int) -> Line:  # noqa: FBT001
    """The text of the selected row with its cursor; of one that is not given, what it usually is."""
    if not is_given:
        return ((style, shorten(f"_ {value}", room, "")),)
    at = max(0, len(value) - form.behind)
    if at == len(value):
        return ((style, f"{value}_"[-room:]),)
    start = max(0, at + 1 - room)
    return ((style, value[start:at]), (f"{style} reverse", value[at]), (style, value[at + 1 :]))


def _word_lines(form: NewGameForm, glyphs: Glyphs, columns: int) -> Iterator[tuple[bool, FormLine]]:
    field = form.field
    assert field is not None
    rules = RULESETS[form.given.get("ruleset") or "pente"]
    shown = [word_text(field, word, rules) for word in form.options]
    widest = max(map(width, shown))
    for number, (word, text) in enumerate(zip(form.options, shown, strict=True)):
        is_chosen = number == form.listed
        style = "class:lobby.chosen" if is_chosen else ""
        pointer = glyphs.pointer if is_chosen else " "
        about = _about(field, word)
        line = f"{pointer} {text:<{widest}}  {about}".rstrip()
        yield is_chosen, FormLine(fit(((style, shorten(line, columns, glyphs.more)),), columns), word=number)


def _about(field: GameOption[Any], word: str) -> str:
    """What a word of a list means."""
    if field is RULESET:
        return SUMMARIES.get(word, "")
    if field is AGAINST and word:
        return strength_text(word)
    if not word:
        return tell("browse.as-usual")
    meaning = field.meaning(word)
    return "" if field is SEAT or meaning == word else meaning


def _foot(form: NewGameForm, glyphs: Glyphs, columns: int) -> Iterator[FormLine]:
    """What the selected row means, and how `pente play` would be told the same."""
    text = list(wrap(_listed_meaning(form), max(2, columns - 2)))
    for line in filled([(("class:help", f" {line}"),) for line in text], 3 if columns < 66 else 2):
        yield FormLine(fit(line, columns))
    command = shorten(f" {shlex.join(('pente', 'play', *command_words(form.given)))}", columns, glyphs.more)
    yield FormLine(fit((("class:label", command),), columns))


def _listed_meaning(form: NewGameForm) -> str:
    if form.listed is not None and form.field is RULESET:
        return _capitalized(f"{SUMMARIES[form.options[form.listed]]}.")
    return meaning(form)


def _capitalized(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _colour(rules: Ruleset, place: int) -> str:
    if rules.sides != 2:
        return ""
    others = {"white": "black", "black": "white"}
    return f", {rules.first.value if place == 0 else others[rules.first.value]}"
