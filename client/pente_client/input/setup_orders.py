"""Setting up a position: what ``/setup`` and the words after it ask for."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pente_client.input.invalid_input import InvalidInput
from pente_client.words.sentences import sentence
from pente_core.rules.point import BadPoint, Point, parse_point
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

HOW: Final = tell("typed.how")


class SetupAction(StrEnum):
    """What is done to the position that is being set up."""

    BEGIN = ""
    PUT = "put"
    REMOVE = "remove"
    CLEAR = "clear"
    TURN = "turn"
    TAKEN = "taken"
    PLAY = "play"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class SetupOrder:
    """One step of setting up a position."""

    action: SetupAction
    colour: str = ""
    """The colour of stones that are put, or that moves first; the rules say which there are."""
    points: tuple[Point, ...] = ()
    taken: tuple[int, ...] = ()
    """The captured stones, by seat."""


def read_setup(word: str, rest: str, size: int) -> SetupOrder | None:
    """The meaning of a line; None if it does not begin with ``/setup``. Raises InvalidInput.

    >>> read_setup("/setup", "white K10", 19)
    SetupOrder(action=<SetupAction.PUT: 'put'>, colour='white', points=(180,), taken=())
    """
    if word != "/setup":
        return None
    first, *others = rest.lower().split() or [""]
    match first:
        case "" | "clear" | "play" | "cancel" if not others:
            return SetupOrder(SetupAction(first))
        case "turn" if len(others) == 1:
            return SetupOrder(SetupAction.TURN, others[0])
        case "taken" if others and all(_is_count(count) for count in others):
            return SetupOrder(SetupAction.TAKEN, taken=tuple(map(int, others)))
        case "remove" if others:
            return SetupOrder(SetupAction.REMOVE, points=_points(others, size))
        case _ if others and first.isalpha() and first not in list(SetupAction):
            return SetupOrder(SetupAction.PUT, first, _points(others, size))
        case _:
            raise InvalidInput(HOW)


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def _points(names: list[str], size: int) -> tuple[Point, ...]:
    try:
        return tuple(parse_point(name.strip(","), size) for name in names)
    except BadPoint as bad:
        raise InvalidInput(f"{sentence(clean(str(bad)))} {HOW}") from None
