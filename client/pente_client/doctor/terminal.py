"""What a terminal can show, and whether boards are drawn right there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.doctor.terminal_probe import TerminalAnswers
from pente_client.settings.settings import Settings

MEASURED: Final = "○●▲■┼╋"
"""The characters of boards whose width differs between terminals."""
_SMALLEST: Final = (41, 23)
_COMFORTABLE: Final = (80, 24)
_SILENT: Final = ("linux", "dumb", "eterm-color")
"""Terminals without a title and notifications."""
_ASCII: Final = "Draw boards in ASCII: pente settings ascii yes"


@dataclass(frozen=True, slots=True)
class TerminalFacts:
    """What is known of the terminal of a person."""

    environ: Mapping[str, str]
    encoding: str
    """That of stdout."""
    is_terminal: bool
    """Whether stdin and stdout are one."""
    size: tuple[int, int]
    """Columns and rows."""
    has_unicode: bool
    """Whether boards are drawn with lines and stones, as far as language and settings tell."""
    colours: int
    """How many are used."""
    settings: Settings
    answers: TerminalAnswers


def terminal_diagnoses(facts: TerminalFacts) -> Iterator[Diagnosis]:
    """All that can be said of a terminal."""
    yield _language(facts)
    if not facts.is_terminal:
        text = "none; full-screen pages need one, --plain and --json work without"
        yield Diagnosis("terminal", text)
        return
    yield _kind(facts)
    yield _size(facts)
    yield _colours(facts)
    yield _stones(facts)
    yield _mouse(facts)
    yield _calls(facts)


def _language(facts: TerminalFacts) -> Diagnosis:
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((facts.environ[name] for name in names if facts.environ.get(name)), "none set")
    text = f"{locale}, text is written as {facts.encoding}"
    if facts.has_unicode or facts.settings.ascii:
        return Diagnosis("language", text)
    remedy = "For stones and lines, set LANG to a UTF-8 locale such as C.UTF-8, or: pente settings ascii no"
    return Diagnosis("language", f"{text}; boards are drawn in ASCII", Grade.WARNING, remedy)


def _kind(facts: TerminalFacts) -> Diagnosis:
    name = facts.environ.get("TERM", "")
    if name and name != "dumb":
        return Diagnosis("terminal", name)
    remedy = "Set TERM to the name of your terminal, such as xterm-256color, or use --plain."
    text = "TERM is dumb" if name else "TERM is not set"
    return Diagnosis("terminal", f"{text}, so pages can't be drawn", Grade.WARNING, remedy)


def _size(facts: TerminalFacts) -> Diagnosis:
    columns, rows = facts.size
    text = f"{columns} columns, {rows} rows"
    if columns < _SMALLEST[0] or rows < _SMALLEST[1]:
        remedy = f"Make the window at least {_SMALLEST[0]} by {_SMALLEST[1]} to see a whole 19x19 board."
        return Diagnosis("window", text, Grade.WARNING, remedy)
    if columns < _COMFORTABLE[0]:
        return Diagnosis("window", f"{text}; at {_COMFORTABLE[0]} columns moves and chat stand by the board")
    return Diagnosis("window", text)


def _colours(facts: TerminalFacts) -> Diagnosis:
    if facts.environ.get("NO_COLOR"):
        return Diagnosis("colours", "none, because NO_COLOR is set; shapes tell stones apart")
    if facts.colours < 256:
        remedy = "If your terminal shows more, set TERM to its name, or: pente settings colours 256"
        return Diagnosis("colours", f"{facts.colours}", Grade.WARNING, remedy)
    return Diagnosis("colours", "24-bit" if facts.colours > 256 else "256")


def _stones(facts: TerminalFacts) -> Diagnosis:
    about = "width of stones"
    if not facts.has_unicode:
        return Diagnosis(about, "not needed, boards are drawn in ASCII")
    widths = facts.answers.widths
    if not widths:
        text = "the terminal does not say where its cursor is, so it can't be measured"
        return Diagnosis(about, text, Grade.WARNING, f"If boards look crooked: {_lower(_ASCII)}")
    wrong = [character for character, width in widths.items() if width != 1]
    if not wrong:
        return Diagnosis(about, "each is one column wide, as measured in this terminal")
    text = f"this terminal draws {' '.join(wrong)} other than one column wide, so boards are crooked"
    remedy = f"Choose narrow ambiguous characters in the terminal's settings, or: {_lower(_ASCII)}"
    return Diagnosis(about, text, Grade.PROBLEM, remedy)


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _mouse(facts: TerminalFacts) -> Diagnosis:
    if not facts.settings.mouse:
        return Diagnosis("mouse", "switched off; pente settings mouse yes switches it on")
    match facts.answers.has_mouse:
        case True:
            return Diagnosis("mouse", "clicks reach the game; hold Shift to select text")
        case False:
            return Diagnosis("mouse", "this terminal tells of no clicks; all can be done with keys")
        case _:
            return Diagnosis("mouse", "the terminal does not say if it has one; all can be done with keys")


def _calls(facts: TerminalFacts) -> Diagnosis:
    """The title of the window, and notifications."""
    about, term = "title and notifications", facts.environ.get("TERM", "")
    if not term or term.startswith(_SILENT):
        return Diagnosis(about, "none in this terminal; the bell rings when it is your turn")
    parts = [
        "the title is set" if facts.settings.title else "the title is switched off",
        "notifications are switched off"
        if facts.settings.notifications == "no"
        else "notifications are sent, which not every terminal shows",
    ]
    if facts.environ.get("TMUX") and facts.settings.notifications != "no":
        remedy = "In tmux, they get through with: set -g allow-passthrough on, set -g set-titles on"
        return Diagnosis(about, "; ".join(parts), remedy=remedy)
    return Diagnosis(about, "; ".join(parts))
