"""What a terminal can show, and whether boards are drawn right there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pente_client.doctor.diagnosis import Diagnosis, Grade
from pente_client.doctor.terminal_probe import TerminalAnswers
from pente_client.settings.settings import Settings
from pente_protocol.sentences import tell

MEASURED: Final = "○●▲■┼╋"
"""The characters of boards whose width differs between terminals."""
_SMALLEST: Final = (41, 23)
_COMFORTABLE: Final = (80, 24)
_SILENT: Final = ("linux", "dumb", "eterm-color")
"""Terminals without a title and notifications."""
_ASCII: Final = tell("doctor.ascii")


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
        text = tell("doctor.none-full-screen-pages-need")
        yield Diagnosis(tell("doctor.about-terminal"), text)
        return
    yield _kind(facts)
    yield _size(facts)
    yield _colours(facts)
    yield _stones(facts)
    yield _mouse(facts)
    yield _calls(facts)


def _language(facts: TerminalFacts) -> Diagnosis:
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((facts.environ[name] for name in names if facts.environ.get(name)), tell("doctor.none-set"))
    text = tell("doctor.text-is-written-as", locale=locale, encoding=facts.encoding)
    if facts.has_unicode or facts.settings.ascii:
        return Diagnosis(tell("doctor.about-language"), text)
    remedy = tell("doctor.for-stones-and-lines-set")
    return Diagnosis(
        tell("doctor.about-language"),
        tell("doctor.boards-are-drawn-in-ascii", text=text),
        Grade.WARNING,
        remedy,
    )


def _kind(facts: TerminalFacts) -> Diagnosis:
    name = facts.environ.get("TERM", "")
    if name and name != "dumb":
        return Diagnosis(tell("doctor.about-terminal"), name)
    remedy = tell("doctor.set-term-to-the-name")
    text = tell("doctor.term-is-dumb") if name else tell("doctor.term-is-not-set")
    return Diagnosis(
        tell("doctor.about-terminal"), tell("doctor.so-pages-cant-be-drawn", text=text), Grade.WARNING, remedy
    )


def _size(facts: TerminalFacts) -> Diagnosis:
    columns, rows = facts.size
    text = f"{columns} columns, {rows} rows"
    if columns < _SMALLEST[0] or rows < _SMALLEST[1]:
        remedy = tell("doctor.make-the-window-at-least", smallest=_SMALLEST[0], smallest2=_SMALLEST[1])
        return Diagnosis(tell("doctor.about-window"), text, Grade.WARNING, remedy)
    if columns < _COMFORTABLE[0]:
        return Diagnosis(
            tell("doctor.about-window"),
            tell("doctor.at-columns-moves-and-chat", text=text, comfortable=_COMFORTABLE[0]),
        )
    return Diagnosis(tell("doctor.about-window"), text)


def _colours(facts: TerminalFacts) -> Diagnosis:
    if facts.environ.get("NO_COLOR"):
        return Diagnosis(tell("doctor.about-colours"), tell("doctor.none-because-no-color-is"))
    if facts.colours < 256:
        remedy = tell("doctor.if-your-terminal-shows-more")
        return Diagnosis(tell("doctor.about-colours"), f"{facts.colours}", Grade.WARNING, remedy)
    return Diagnosis(tell("doctor.about-colours"), "24-bit" if facts.colours > 256 else "256")


def _stones(facts: TerminalFacts) -> Diagnosis:
    about = tell("doctor.width-of-stones")
    if not facts.has_unicode:
        return Diagnosis(about, tell("doctor.not-needed-boards-are-drawn"))
    widths = facts.answers.widths
    if not widths:
        text = tell("doctor.the-terminal-does-not-say")
        return Diagnosis(
            about, text, Grade.WARNING, tell("doctor.if-boards-look-crooked", remedy=_lower(_ASCII))
        )
    wrong = [character for character, width in widths.items() if width != 1]
    if not wrong:
        return Diagnosis(about, tell("doctor.each-is-one-column-wide"))
    text = tell("doctor.this-terminal-draws-other-than", wrong=" ".join(wrong))
    remedy = tell("doctor.choose-narrow-ambiguous-characters-in", remedy=_lower(_ASCII))
    return Diagnosis(about, text, Grade.PROBLEM, remedy)


def _lower(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _mouse(facts: TerminalFacts) -> Diagnosis:
    if not facts.settings.mouse:
        return Diagnosis(tell("doctor.about-mouse"), tell("doctor.switched-off-pente-settings-mouse"))
    match facts.answers.has_mouse:
        case True:
            return Diagnosis(tell("doctor.about-mouse"), tell("doctor.clicks-reach-the-game-hold"))
        case False:
            return Diagnosis(tell("doctor.about-mouse"), tell("doctor.this-terminal-tells-of-no"))
        case _:
            return Diagnosis(tell("doctor.about-mouse"), tell("doctor.the-terminal-does-not-say-2"))


def _calls(facts: TerminalFacts) -> Diagnosis:
    """The title of the window, and notifications."""
    about, term = tell("doctor.title-and-notifications"), facts.environ.get("TERM", "")
    if not term or term.startswith(_SILENT):
        return Diagnosis(about, tell("doctor.none-in-this-terminal-the"))
    parts = [
        tell("doctor.the-title-is-set") if facts.settings.title else tell("doctor.the-title-is-switched-off"),
        tell("doctor.notifications-are-switched-off")
        if facts.settings.notifications == "no"
        else tell("doctor.notifications-are-sent-which-not"),
    ]
    if facts.environ.get("TMUX") and facts.settings.notifications != "no":
        remedy = tell("doctor.in-tmux-they-get-through")
        return Diagnosis(about, "; ".join(parts), remedy=remedy)
    return Diagnosis(about, "; ".join(parts))
