"""What a typed line asks for: read in one way for the screen, for lines of text and for JSON lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.input.moderation import ModerationAction, ModerationOrder
from pente_client.input.offer_answers import OfferAnswer, read_answer
from pente_core.room import (
    Abort,
    Accept,
    ChatAudience,
    Choose,
    Claim,
    ClaimKind,
    Decline,
    GiveTime,
    Join,
    Leave,
    Offer,
    OfferKind,
    Play,
    PlayerCommand,
    Ready,
    Resign,
    Resume,
    Say,
)
from pente_core.rules.move import Choice
from pente_core.rules.point import BadPoint, format_point, parse_point, point_at
from pente_protocol.tags import tag_of
from pente_protocol.untrusted_text import LONGEST_CHAT, BadName, check_name, clean

HELP: Final = (
    "K10                   place a stone (the column's letter and the row's number)",
    "swap, stay, pass      answer in a swap opening",
    "'TEXT, /say TEXT      talk; /watchers TEXT talks among those who only watch",
    "/draw, /cancel        offer a draw, or to end the game without a result",
    "/takeback             ask to have your last turn again",
    "/pause, /resume       offer to stop the clocks for a while, and let them go on",
    "/accept, /decline     answer an offer; /accept draw says which; /decline refuses an invitation too",
    "/more                 give the opponent more time",
    "/resign, /abort       give the game up; end it without a result, before the second move",
    "/claim win|cancel     end the game once somebody has been away for too long",
    "/join, /leave, /ready take a seat (/join 2 the second), get up again, be ready for the game to begin",
    "/rematch              after the end: play again, with seats exchanged",
    "/mute, /kick, /ban NAME  in your own room: silence or send away who watches; /unmute and /unban undo it",
    "/who                  who is here",
    "/board, /moves        show them again",
    "/quit                 leave; the game goes on, and `pente play` comes back to it",
)
"""What can be typed, a line each."""

_NAME, _TEXT = "NAME", "TEXT"
COMMANDS: Final = {
    "/say": _TEXT,
    "/watchers": _TEXT,
    "/draw": "",
    "/pause": "",
    "/takeback": "",
    "/cancel": "",
    "/rematch": "",
    "/accept": "",
    "/decline": "",
    "/resign": "",
    "/abort": "",
    "/claim": "win or cancel",
    "/more": "",
    "/resume": "",
    "/join": "",
    "/leave": "",
    "/ready": "",
    "/mute": _NAME,
    "/unmute": _NAME,
    "/kick": _NAME,
    "/ban": _NAME,
    "/unban": _NAME,
    "/who": "",
    "/help": "",
    "/quit": "",
}
"""The commands that a line is completed to, and what has to follow them."""


class InvalidInput(ValueError):
    """A line that asks for nothing known; the message says what to write instead."""


@dataclass(frozen=True, slots=True)
class QuitInput:
    """Leave."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board again."""


@dataclass(frozen=True, slots=True)
class ShowMoves:
    """Show the moves."""


@dataclass(frozen=True, slots=True)
class ShowWho:
    """Show who is here."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show what can be typed."""


RoomInput = PlayerCommand | OfferAnswer | ModerationOrder
"""What is asked of a room; answers and orders of the host become commands once it is clear to whom."""
ViewInput = ShowBoard | ShowMoves | ShowWho
"""A part of the room that is to be shown."""
Input = RoomInput | ViewInput | ShowHelp | QuitInput

_WORDS: Final[dict[str, Input]] = {
    **{f"/{kind}": Offer(kind) for kind in OfferKind},
    "/resign": Resign(),
    "/abort": Abort(),
    "/join": Join(),
    "/leave": Leave(),
    "/ready": Ready(),
    "/resume": Resume(),
    "/more": GiveTime(),
    "/board": ShowBoard(),
    "/moves": ShowMoves(),
    "/who": ShowWho(),
    "/help": ShowHelp(),
    "/quit": QuitInput(),
    "/q": QuitInput(),
}
_CHOICES: Final = frozenset(choice.value for choice in Choice)
_DEEDS: Final = frozenset(f"/{deed}" for deed in ModerationAction)


def parse_input(line: str, size: int) -> Input:
    """What a line asks for, on a board of ``size`` x ``size``.

    >>> read_order("k10", 19)
    Play(point=180)
    >>> read_order("' well played", 19)
    Say(text='well played', to=<Audience.ALL: 'all'>)

    Raises BadOrder.
    """
    text = line.strip()
    if text.startswith("'"):
        return _say(text[1:], ChatAudience.ALL)
    word, _, rest = text.partition(" ")
    if word.startswith("/"):
        return _command(word.lower(), rest.strip())
    if text.lower() in _CHOICES:
        return Choose(Choice(text.lower()))
    if text == "?":
        return ShowHelp()
    try:
        return Play(parse_point(text, size))
    except BadPoint as error:
        raise InvalidInput(_no_point(text, size, error)) from None


def example(size: int) -> str:
    """The name of a point to show how names are written: that of the centre.

    >>> example(19), example(7)
    ('K10', 'D4')
    """
    return format_point(point_at(size // 2, size // 2, size), size)


def completions(text: str, choices: Sequence[Choice], names: Sequence[str] = ()) -> tuple[str, ...]:
    """The whole lines that a beginning may become; ``choices`` are those that are due, ``names`` whom a
    host may mean.

    >>> completions("/res", ()), completions("/kick e", (), ["eve"])
    (('/resign', '/resume'), ('/kick eve',))
    """
    word = text.partition(" ")[0].lower()
    if word != text.lower():
        lines = [f"{word} {argument}" for argument in _arguments(word, names)]
    else:
        lines = [*choices, *(f"{word} " if what else word for word, what in COMMANDS.items())]
    return tuple(line for line in lines if text and line.startswith(text.lower()) and line != text)


def completed(text: str, choices: Sequence[Choice], names: Sequence[str] = ()) -> str:
    """The text with all that its completions have in common; the text itself where that is no more.

    >>> completed("/ac", ()), completed("s", (Choice.SWAP, Choice.STAY))
    ('/accept', 's')
    """
    lines = completions(text, choices, names)
    if not lines:
        return text
    first, last = min(lines), max(lines)  # what these two have in common, all between them have
    differs = (at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1])
    return first[: next(differs, len(first))]


def command_label(command: PlayerCommand, size: int) -> str:
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
        case Offer(kind):
            return kind.value
        case Accept() | Decline():
            return "your answer"
        case _:
            return tag_of(type(command))


def _arguments(word: str, names: Sequence[str]) -> Sequence[str]:
    match word:
        case "/claim":
            return list(ClaimKind)
        case "/accept" | "/decline":
            return list(OfferKind)
        case _:
            return names if word in _DEEDS else ()


def _command(word: str, rest: str) -> Input:
    match word:
        case "/say":
            return _say(rest, ChatAudience.ALL)
        case "/watchers":
            return _say(rest, ChatAudience.WATCHERS)
        case "/join" if rest in ("1", "2", "3", "4"):
            return Join(int(rest) - 1)
        case "/swap" | "/stay" | "/pass" if not rest:
            return Choose(Choice(word[1:]))
        case "/accept" | "/decline":
            return _answer(word, rest.lower())
        case "/claim" if rest.lower() in list(ClaimKind):
            return Claim(ClaimKind(rest.lower()))
        case _ if word in _DEEDS and rest:
            return _discipline(ModerationAction(word[1:]), rest)
        case _ if word in _WORDS and not rest:
            return _WORDS[word]
        case _ if word in COMMANDS or word in _WORDS:
            raise InvalidInput(
                f"write just {word}" if not COMMANDS.get(word) else f"write {word} {COMMANDS[word]}"
            )
        case _:
            raise InvalidInput(f"there is no command {clean(word, 20)}; /help shows what there is")


def _answer(word: str, rest: str) -> OfferAnswer:
    answer = read_answer(word, rest)
    if answer is None:
        raise InvalidInput(f"write {word}, or one of {', '.join(f'{word} {kind}' for kind in OfferKind)}")
    return answer


def _discipline(deed: ModerationAction, name: str) -> ModerationOrder:
    try:
        return ModerationOrder(deed, check_name(name))
    except BadName as bad:
        raise InvalidInput(clean(str(bad))) from None


def _no_point(text: str, size: int, error: BadPoint) -> str:
    if text[1:].isdecimal():
        return clean(str(error))
    return f"{clean(text, 12)!r} is no point like {example(size)}; to talk, begin with '"


def _say(text: str, to: ChatAudience) -> Say:
    said = clean(text)
    if not said:
        raise InvalidInput(f"say something of 1 to {LONGEST_CHAT} characters")
    if len(clean(text, LONGEST_CHAT + 1)) > LONGEST_CHAT:
        raise InvalidInput(f"say it in at most {LONGEST_CHAT} characters")
    return Say(said, to)
