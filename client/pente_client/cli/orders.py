"""What a typed line asks for."""

from dataclasses import dataclass
from typing import Final

from pente_client.offers import Answer, read_answer
from pente_core.move import Choice
from pente_core.point import BadPoint, parse_point
from pente_core.room import (
    Audience,
    Choose,
    GiveTime,
    Join,
    Leave,
    Offer,
    OfferKind,
    Play,
    PlayerCommand,
    Resign,
    Resume,
    Say,
)
from pente_protocol.text import LONGEST_CHAT, clean

HELP: Final = (
    "K10              place a stone (the column's letter and the row's number)",
    "swap, stay, pass answer in a swap opening",
    "/say TEXT        talk; /watchers TEXT talks among those who only watch",
    "/resign          give the game up; /draw offers a draw",
    "/pause, /resume  offer to stop the clocks for a while, and let them go on",
    "/accept          agree to what is offered; /decline does not, or refuses an invitation",
    "/more            give the opponent more time",
    "/join, /leave    take a seat, or get up before the game begins",
    "/board, /moves   show them again",
    "/quit            leave; the game goes on, and `pente play` comes back to it",
)


class BadOrder(ValueError):
    """A line that asks for nothing known; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board again."""


@dataclass(frozen=True, slots=True)
class ShowMoves:
    """Show the moves."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show what can be typed."""


Order = PlayerCommand | Answer | Quit | ShowBoard | ShowMoves | ShowHelp
"""A command for the room, or something of the program itself."""

_WORDS: Final[dict[str, Order]] = {
    "/resign": Resign(),
    "/join": Join(),
    "/leave": Leave(),
    "/draw": Offer(OfferKind.DRAW),
    "/pause": Offer(OfferKind.PAUSE),
    "/resume": Resume(),
    "/more": GiveTime(),
    "/board": ShowBoard(),
    "/moves": ShowMoves(),
    "/help": ShowHelp(),
    "/quit": Quit(),
}


def read_order(line: str, size: int) -> Order:
    """What a line asks for, on a board of ``size`` x ``size``.

    >>> read_order("k10", 19)
    Play(point=180)
    >>> read_order("/say good luck", 19)
    Say(text='good luck', to=<Audience.ALL: 'all'>)

    Raises BadOrder.
    """
    word, _, rest = line.strip().partition(" ")
    match word.lower():
        case "/say":
            return _say(rest, Audience.ALL)
        case "/watchers":
            return _say(rest, Audience.WATCHERS)
        case "swap" | "stay" | "pass" as choice if not rest:
            return Choose(Choice(choice))
        case "/accept" | "/decline" as answer:
            return _answer(answer, rest)
        case known if known in _WORDS and not rest:
            return _WORDS[known]
        case command if command.startswith("/"):
            raise BadOrder(f"there is no command {clean(line, 20)}; /help shows what there is")
        case _:
            return _stone(line.strip(), size)


def _answer(word: str, rest: str) -> Answer:
    answer = read_answer(word, rest.strip().lower())
    if answer is None:
        raise BadOrder(f"write {word}, or {' or '.join(f'{word} {kind}' for kind in OfferKind)}")
    return answer


def _stone(text: str, size: int) -> Play:
    try:
        return Play(parse_point(text, size))
    except BadPoint as error:
        raise BadOrder(clean(str(error))) from None


def _say(text: str, to: Audience) -> Say:
    said = clean(text, LONGEST_CHAT + 1)
    if not 1 <= len(said) <= LONGEST_CHAT:
        raise BadOrder(f"say something of 1 to {LONGEST_CHAT} characters")
    return Say(said, to)
