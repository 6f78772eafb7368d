"""What a typed line asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.offers import Answer, read_answer
from pente_core.move import Choice
from pente_core.point import BadPoint, format_point, parse_point, point_at
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


class BadOrder(ValueError):
    """A line that asks for nothing known; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave the screen."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show what can be typed."""


Order = PlayerCommand | Answer | Quit | ShowHelp
"""What can be asked for: a command for the room, or something of the screen itself."""

_OFFER: Final = ("/draw", "offer it, or a /pause")
_ANSWER: Final = ("/accept", "or /decline an offer")
_SEAT: Final = ("/join", "take a seat, or /leave")
COMMANDS: Final = {
    "/say": ("/say TEXT", "the same"),
    "/watchers": ("/watchers TEXT", "talk among watchers"),
    "/resign": ("/resign", "give the game up"),
    "/draw": _OFFER,
    "/pause": _OFFER,
    "/accept": _ANSWER,
    "/decline": _ANSWER,
    "/more": ("/more", "give the other 15 s"),
    "/resume": ("/resume", "end a pause"),
    "/join": _SEAT,
    "/leave": _SEAT,
    "/help": ("/help", "this list (? and F1 too)"),
    "/quit": ("/quit", "leave (Ctrl-Q too)"),
}
"""The commands: how each is written, and what it does; some share a line."""


def read_order(text: str, size: int) -> Order:
    """What a line asks for, on a board of ``size`` x ``size``.

    >>> read_order("k10", 19)
    Play(point=180)
    >>> read_order("' well played", 19)
    Say(text='well played', to=<Audience.ALL: 'all'>)

    Raises BadOrder.
    """
    if text.startswith(("'", " ")):
        return _say(text[1:], Audience.ALL)
    word, _, rest = text.strip().partition(" ")
    if word.startswith("/"):
        return _command(word.lower(), rest.strip())
    if text.strip().lower() in _CHOICES:
        return Choose(Choice(text.strip().lower()))
    if text.strip() == "?":
        return ShowHelp()
    try:
        return Play(parse_point(text.strip(), size))
    except BadPoint as error:
        raise BadOrder(_no_point(text.strip(), size, error)) from None


def example(size: int) -> str:
    """The name of a point to show how names are written: that of the centre.

    >>> example(19), example(7)
    ('K10', 'D4')
    """
    return format_point(point_at(size // 2, size // 2, size), size)


def completions(text: str, choices: Sequence[Choice]) -> tuple[str, ...]:
    """The whole lines that a beginning may become; ``choices`` are those that are due.

    >>> completions("/re", ())
    ('/resign', '/resume')
    """
    words = [*choices, *(_spaced(word) for word in COMMANDS)]
    return tuple(word for word in words if text and word.startswith(text.lower()) and word != text)


def completed(text: str, choices: Sequence[Choice]) -> str:
    """The text with all that its completions have in common; the text itself where that is no more.

    >>> completed("/r", ()), completed("s", (Choice.SWAP, Choice.STAY))
    ('/res', 's')
    """
    lines = completions(text, choices)
    if not lines:
        return text
    first, last = min(lines), max(lines)  # what these two have in common, all between them have
    differs = (at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1])
    return first[: next(differs, len(first))]


def label_of(command: PlayerCommand, size: int) -> str:
    """What to call a command that is on its way."""
    match command:
        case Play(point):
            return format_point(point, size)
        case Choose(choice):
            return choice.value
        case Say():
            return "what you said"
        case GiveTime():
            return "more time"
        case _:
            return type(command).__name__.lower()


def _usage(word: str) -> str:
    """How a command is written, if it shares its line with another too."""
    usage = COMMANDS[word][0]
    return usage if usage.startswith(f"{word} ") else word


def _spaced(word: str) -> str:
    """The command, ready for its text when it takes one."""
    return f"{word} " if _usage(word) != word else word


def _no_point(text: str, size: int, error: BadPoint) -> str:
    if text[1:].isdecimal():
        return clean(str(error))
    return f"{clean(text, 12)!r} is no point like {example(size)}; to talk, begin with '"


def _command(word: str, rest: str) -> Order:
    match word:
        case "/say":
            return _say(rest, Audience.ALL)
        case "/watchers":
            return _say(rest, Audience.WATCHERS)
        case "/join" if rest.isascii() and rest.isdecimal() and 1 <= int(rest[:2]) <= 4:
            return Join(int(rest[:2]) - 1)
        case "/swap" | "/stay" | "/pass" if not rest:
            return Choose(Choice(word[1:]))
        case "/accept" | "/decline" if answer := read_answer(word, rest.lower()):
            return answer
        case _ if word in _PLAIN and not rest:
            return _PLAIN[word]
        case _ if word in COMMANDS:
            raise BadOrder(f"write just {_usage(word)}")
        case _:
            raise BadOrder(f"there is no command {clean(word, 20)}; /help shows what there is")


def _say(text: str, to: Audience) -> Say:
    said = clean(text)
    if not said:
        raise BadOrder(f"say something of 1 to {LONGEST_CHAT} characters")
    if len(clean(text, LONGEST_CHAT + 1)) > LONGEST_CHAT:
        raise BadOrder(f"say it in at most {LONGEST_CHAT} characters")
    return Say(said, to)


_CHOICES: Final = frozenset(choice.value for choice in Choice)
_PLAIN: Final[dict[str, Order]] = {
    "/resign": Resign(),
    "/join": Join(),
    "/leave": Leave(),
    "/draw": Offer(OfferKind.DRAW),
    "/pause": Offer(OfferKind.PAUSE),
    "/resume": Resume(),
    "/more": GiveTime(),
    "/help": ShowHelp(),
    "/quit": Quit(),
    "/q": Quit(),
}
