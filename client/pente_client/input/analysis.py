"""What is typed to look back in a game, and at a finished one together: steps, branches, comments, marks."""

import re
from dataclasses import dataclass
from typing import Final

from pente_client.input.invalid_input import InvalidInput
from pente_client.words.sentences import sentence
from pente_core.rules.point import BadPoint, Point, parse_point
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import LONGEST_CHAT, clean


@dataclass(frozen=True, slots=True)
class StepMoves:
    """Go so many moves on, or back if it is negative."""

    moves: int


@dataclass(frozen=True, slots=True)
class GoTo:
    """Go to a move; None: to the end of the game."""

    node: int | None


@dataclass(frozen=True, slots=True)
class BackToGame:
    """Leave a variation: back to the move of the game that it goes on from."""


@dataclass(frozen=True, slots=True)
class Try:
    """Try other moves from here on."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class CommentHere:
    """Comment on the move that is shown."""

    text: str


@dataclass(frozen=True, slots=True)
class MarkHere:
    """Mark points at the move that is shown, and keep them; none: take the marks away."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class PointHere:
    """Draw the attention of the others to points for now."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FollowPlayer:
    """Look where another person looks."""

    name: str


@dataclass(frozen=True, slots=True)
class Roam:
    """Follow nobody any more."""


@dataclass(frozen=True, slots=True)
class ShowNotes:
    """Show all annotations with their numbers."""


@dataclass(frozen=True, slots=True)
class RemoveNote:
    """Remove an annotation."""

    number: int


@dataclass(frozen=True, slots=True)
class Autoplay:
    """Step on by itself; None: stop."""

    seconds: float | None
    """Between two moves."""


@dataclass(frozen=True, slots=True)
class FlipBoard:
    """Turn the board round, or back again."""


LookOrder = StepMoves | GoTo | BackToGame | Try
"""Where to look in a game, running or over."""
AnnotationOrder = CommentHere | MarkHere | PointHere | FollowPlayer | Roam | ShowNotes | RemoveNote
"""What people who look at a finished game do together."""
AnalysisOrder = LookOrder | AnnotationOrder | Autoplay | FlipBoard

USUAL_PACE: Final = 1.5
"""Seconds between two moves of autoplay."""

ARGUMENTS: Final = {
    "/goto": "14",
    "/forward": "",
    "/back": "",
    "/live": "",
    "/game": "",
    "/try": "K10",
    "/autoplay": "",
    "/flip": "",
    "/comment": "TEXT",
    "/mark": "",
    "/point": "",
    "/follow": "NAME",
    "/roam": "",
    "/notes": "",
    "/remove": "NUMBER",
}
"""The words, each with the argument that it needs."""
_PLAIN: Final[dict[str, AnalysisOrder]] = {
    "/game": BackToGame(),
    "/live": GoTo(None),
    "/autoplay": Autoplay(USUAL_PACE),
    "/flip": FlipBoard(),
    "/roam": Roam(),
    "/notes": ShowNotes(),
    "/forward": StepMoves(1),
    "/back": StepMoves(-1),
}
_PLACES: Final = {"start": GoTo(0), "end": GoTo(None)}
_LONGEST_NUMBER: Final = 6


def read_order(word: str, rest: str, size: int) -> AnalysisOrder | None:
    """What a word with its argument asks for, on a board of ``size`` x ``size``; None: it is another word.

    Raises InvalidInput.
    """
    if word not in ARGUMENTS:
        return None
    if not rest and word in _PLAIN:
        return _PLAIN[word]
    match word:
        case "/goto" if rest.lower() in _PLACES:
            return _PLACES[rest.lower()]
        case "/goto":
            return GoTo(_number(word, rest))
        case "/forward":
            return StepMoves(_number(word, rest))
        case "/back":
            return StepMoves(-_number(word, rest))
        case "/autoplay":
            return Autoplay(_pace(rest))
        case "/try" if rest:
            return Try(_points(rest, size))
        case "/mark":
            return MarkHere(_points(rest, size))
        case "/point":
            return PointHere(_points(rest, size))
        case "/comment" if text := clean(rest, LONGEST_CHAT + 1):
            return CommentHere(_short(text))
        case "/follow" if rest:
            return FollowPlayer(clean(rest, 40))
        case "/remove":
            return RemoveNote(_number(word, rest))
        case _:
            raise InvalidInput(tell("typed.type", what=f"{word} {ARGUMENTS[word]}".strip()))


def _number(word: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > _LONGEST_NUMBER:
        raise InvalidInput(tell("typed.type-and-a-number-such", word=word))
    return int(text)


def _pace(text: str) -> float | None:
    """The seconds between two moves; None: ``off``."""
    if text.lower() == "off":
        return None
    seconds = float(text) if re.fullmatch(r"\d{1,2}(\.\d)?", text, re.ASCII) else 0.0
    if not 0.2 <= seconds <= 60:
        raise InvalidInput(tell("typed.type-autoplay-and-the-seconds"))
    return seconds


def _points(text: str, size: int) -> tuple[Point, ...]:
    try:
        return tuple(dict.fromkeys(parse_point(each, size) for each in text.replace(",", " ").split()))
    except BadPoint as error:
        raise InvalidInput(sentence(clean(str(error)))) from None


def _short(text: str) -> str:
    if len(text) > LONGEST_CHAT:
        raise InvalidInput(tell("typed.a-comment-has-at-most", longest_chat=LONGEST_CHAT))
    return text
