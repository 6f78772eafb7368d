"""The meaning of a typed line: the same for the screen, for lines of text and for JSON lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.input.analysis import ARGUMENTS as ANALYSIS_ARGUMENTS
from pente_client.input.analysis import HELP as ANALYSIS_HELP
from pente_client.input.analysis import AnalysisOrder, read_order
from pente_client.input.blocking import BlockOrder
from pente_client.input.invalid_input import InvalidInput
from pente_client.input.moderation import ModerationAction, ModerationOrder
from pente_client.input.offer_answers import OfferAnswer, read_answer
from pente_client.input.people_orders import (
    NAMED,
    PEOPLE_COMMANDS,
    PEOPLE_HELP,
    AnswerInvitation,
    PeopleOrder,
    checked_name,
    read_people_order,
)
from pente_client.input.planning import HOW_TO_PLAN, PlanOrder, read_plan
from pente_client.words.sentences import sentence
from pente_core.room import (
    Abort,
    Accept,
    AddComment,
    AddVariation,
    ChatAudience,
    Choose,
    Claim,
    ClaimKind,
    Decline,
    GiveTime,
    Join,
    Leave,
    MarkPoints,
    Offer,
    OfferKind,
    Play,
    PlayerCommand,
    Ready,
    RemoveAnnotation,
    Resign,
    Resume,
    Say,
    SetConditions,
    SetWatchPolicy,
    WatchPolicy,
)
from pente_core.rules.move import Choice
from pente_core.rules.point import BadPoint, format_point, parse_point, point_at
from pente_core.rules.ruleset import RULESETS
from pente_protocol.messages.tv import BEST, BOTS, PEOPLE, TvChannel
from pente_protocol.tags import tag_of
from pente_protocol.untrusted_text import LONGEST_CHAT, clean

HELP: Final = (
    "K10                   place a stone: the letter of the column, then the number of the row",
    "swap, stay, pass      choose in a swap opening",
    "'TEXT, /say TEXT      chat; /watchers TEXT is for viewers only",
    "/draw, /cancel        offer a draw, or to end the game without a result",
    "/takeback             ask to take back your last turn",
    "/pause, /resume       offer to stop the clocks; start them again",
    "y, n                  answer an offer; /accept draw or /decline draw says which one",
    "/decline              refuse an invitation",
    *ANALYSIS_HELP,
    "/if K10 L11, M12 N13  plan answers to moves that you expect, in games of days; longer lines go on",
    "/conditions           show the answers that you have planned; /conditions clear withdraws them",
    "/more                 give your opponent more time",
    "/resign, /abort       resign; end the game without a result before the second move",
    "/claim win|cancel     end the game after an opponent has been away for too long",
    "/join, /leave         take a seat (/join 2: the second one); give it up",
    "/join accept          also join a private rated game, whose result the rating shows to everyone",
    "/ready                start the game, when all players have typed it",
    "/rematch              play again after the end, with seats exchanged",
    "/mute, /kick, /ban NAME  in your own room: silence or remove a viewer; /unmute and /unban undo it",
    "/block NAME           no more chat, invitations or company of a player, in any room; /unblock undoes it",
    "/watchers invited     in your own room: only invited people may watch; /watchers anybody undoes it",
    "/who                  show who is here in this room",
    "/code, /qr            show how a friend can join; /qr also as a QR code",
    *PEOPLE_HELP,
    "/board, /moves        show the board or the moves again",
    "/bot                  play a bot instead of waiting for another player",
    "/next                 go to the next of your games in which it is your turn",
    "/tv next, /tv back    while watching TV: another game of the channel",
    "/tv bots              while watching TV: another channel, best, people, bots or a ruleset",
    "/quit                 leave; the game goes on, and `pente play` comes back to it; an open room closes",
)
"""What can be typed, one line each."""

CHANNELS: Final[Sequence[TvChannel]] = (BEST, PEOPLE, BOTS, *map(TvChannel, sorted(RULESETS)))
"""The channels of TV."""

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
    "/if": "MOVE ANSWER",
    "/conditions": "",
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
    "/block": _NAME,
    "/unblock": _NAME,
    "/who": "",
    "/bot": "",
    "/next": "",
    "/tv": "next, back, best, people, bots or a ruleset",
    "/code": "",
    "/qr": "",
    **PEOPLE_COMMANDS,
    "/help": "",
    "/quit": "",
    **ANALYSIS_ARGUMENTS,
}
"""The commands that Tab completes, each with the argument that it needs."""


@dataclass(frozen=True, slots=True)
class QuitInput:
    """Leave."""


@dataclass(frozen=True, slots=True)
class PlayBot:
    """Play a bot instead of waiting."""


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
class ShowCode:
    """Show how friends come into the room."""

    with_qr: bool = False


@dataclass(frozen=True, slots=True)
class ShowConditions:
    """Show the conditional moves."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show what can be typed."""


@dataclass(frozen=True, slots=True)
class NextGameInput:
    """Go to the next game in which it is the player's turn."""


@dataclass(frozen=True, slots=True)
class TuneInput:
    """Watch something else on TV: the next game, the one before, or another channel."""

    channel: TvChannel | None = None
    """None: that which is followed."""
    back: bool = False


RoomInput = PlayerCommand | OfferAnswer | ModerationOrder | PlanOrder | AnalysisOrder
"""What is asked of a room; all but commands become one once the offer, the player or the game is known."""
ViewInput = ShowBoard | ShowMoves | ShowWho | ShowConditions
"""A part of the room that is to be shown."""
Input = (
    RoomInput
    | BlockOrder
    | PeopleOrder
    | ViewInput
    | TuneInput
    | NextGameInput
    | ShowCode
    | PlayBot
    | ShowHelp
    | QuitInput
)

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
    "/next": NextGameInput(),
    "/code": ShowCode(),
    "/qr": ShowCode(with_qr=True),
    "/conditions": ShowConditions(),
    "/help": ShowHelp(),
    "/bot": PlayBot(),
    "/quit": QuitInput(),
    "/q": QuitInput(),
    "y": OfferAnswer(is_yes=True),
    "yes": OfferAnswer(is_yes=True),
    "n": OfferAnswer(is_yes=False),
    "no": OfferAnswer(is_yes=False),
}
_CHOICES: Final = frozenset(choice.value for choice in Choice)
_MODERATION: Final = frozenset(f"/{action}" for action in ModerationAction)
_BLOCKING: Final = frozenset({"/block", "/unblock"})


def parse_input(line: str, size: int) -> Input:
    """What a line asks for, on a board of ``size`` x ``size``.

    >>> parse_input("k10", 19)
    Play(point=180)
    >>> parse_input("' well played", 19)
    Say(text='well played', to=<ChatAudience.ALL: 'all'>)

    Raises InvalidInput.
    """
    text = line.strip()
    if text.startswith("'"):
        return _say(text[1:], ChatAudience.ALL)
    word, _, rest = text.partition(" ")
    if word.startswith("/"):
        return read_order(word.lower(), rest.strip(), size) or _command(word.lower(), rest.strip(), size)
    if text.lower() in _CHOICES:
        return Choose(Choice(text.lower()))
    if text == "?":
        return ShowHelp()
    if text.lower() in _WORDS:  # yes or no to an offer
        return _WORDS[text.lower()]
    try:
        return Play(parse_point(text, size))
    except BadPoint as error:
        raise InvalidInput(_not_a_move(text, size, error)) from None


def example(size: int) -> str:
    """The name of a point to show how names are written: that of the centre.

    >>> example(19), example(7)
    ('K10', 'D4')
    """
    return format_point(point_at(size // 2, size // 2, size), size)


def completions(text: str, choices: Sequence[Choice], names: Sequence[str] = ()) -> tuple[str, ...]:
    """The whole lines that a beginning may become; ``choices`` are those of an opening, ``names`` those
    of viewers.

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
    """The text with all that its completions have in common, or the text itself.

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
    """The name of a command that is on its way."""
    match command:
        case Play(point):
            return format_point(point, size)
        case Choose(choice):
            return choice.value
        case Say():
            return "your message"
        case GiveTime():
            return "more time"
        case Offer(kind):
            return kind.value
        case Accept() | Decline():
            return "your answer"
        case SetConditions():
            return "your conditional moves"
        case SetWatchPolicy():
            return "who may watch"
        case AddVariation(_, points):
            return " ".join(format_point(point, size) for point in points)
        case AddComment():
            return "your comment"
        case MarkPoints():
            return "your marks"
        case RemoveAnnotation():
            return "the removal"
        case _:
            return tag_of(type(command))


def _join(words: Sequence[str]) -> Join:
    """The seat to take, and whether the game may be a private rated one: ``2 accept``."""
    seats = [int(word) - 1 for word in words if word in {"1", "2", "3", "4"}]
    accepts = "accept" in words
    if len(seats) > 1 or len(words) != len(seats) + accepts:
        raise InvalidInput("Type /join, /join 2 for the second seat, or /join accept.")
    return Join(seats[0] if seats else None, accepts_rating=accepts)


def _arguments(word: str, names: Sequence[str]) -> Sequence[str]:
    match word:
        case "/claim":
            return list(ClaimKind)
        case "/accept" | "/decline":
            return list(OfferKind)
        case "/conditions":
            return ["clear"]
        case "/watchers":
            return list(WatchPolicy)
        case "/tv":
            return ["next", "back", *CHANNELS]
        case _:
            return names if word in _MODERATION | _BLOCKING | NAMED | {"/follow"} else ()


def _command(word: str, rest: str, size: int) -> Input:
    match word:
        case "/say":
            return _say(rest, ChatAudience.ALL)
        case "/watchers" if rest.lower() in list(WatchPolicy):
            return SetWatchPolicy(WatchPolicy(rest.lower()))
        case "/watchers":
            return _say(rest, ChatAudience.WATCHERS)
        case "/if":
            return _plan(rest, size)
        case "/conditions" if rest.lower() == "clear":
            return SetConditions()
        case "/join" if rest:
            return _join(rest.lower().split())
        case "/tv" if rest.lower() in {"next", "back"}:
            return TuneInput(back=rest.lower() == "back")
        case "/tv" if rest.lower() in CHANNELS:
            return TuneInput(TvChannel(rest.lower()))
        case "/swap" | "/stay" | "/pass" if not rest:
            return Choose(Choice(word[1:]))
        case "/accept" | "/decline":
            return _answer(word, rest)
        case "/claim" if rest.lower() in list(ClaimKind):
            return Claim(ClaimKind(rest.lower()))
        case _ if word in _MODERATION and rest:
            return ModerationOrder(ModerationAction(word[1:]), checked_name(rest))
        case _ if word in _BLOCKING and rest:
            return BlockOrder(checked_name(rest), is_block=word == "/block")
        case _ if (order := read_people_order(word, rest)) is not None:
            return order
        case _ if word in _WORDS and not rest:
            return _WORDS[word]
        case _ if word in COMMANDS or word in _WORDS:
            raise InvalidInput(
                f"Type {word} {COMMANDS[word]}." if COMMANDS.get(word) else f"Type just {word}."
            )
        case _:
            raise InvalidInput(f"There is no command {clean(word, 20)}. /help lists them all.")


def _answer(word: str, rest: str) -> OfferAnswer | AnswerInvitation:
    """What is answered: an offer of a kind, or the invitation of a player with a name."""
    answer = read_answer(word, rest.lower())
    return answer or AnswerInvitation(checked_name(rest), word == "/accept")


def _plan(rest: str, size: int) -> PlanOrder:
    try:
        return read_plan(rest, size)
    except ValueError as error:  # of which BadPoint is one
        text = sentence(clean(str(error)))
        raise InvalidInput(text if text == HOW_TO_PLAN else f"{text} {HOW_TO_PLAN}") from None


def _not_a_move(text: str, size: int, error: BadPoint) -> str:
    if text[1:].isdecimal():
        return sentence(clean(str(error)))
    return f"Not a move. Type {example(size)} to play, or '{clean(text, 12)} to chat."


def _say(text: str, to: ChatAudience) -> Say:
    said = clean(text)
    if not said:
        raise InvalidInput(f"Type a message of 1 to {LONGEST_CHAT} characters.")
    if len(clean(text, LONGEST_CHAT + 1)) > LONGEST_CHAT:
        raise InvalidInput(f"A message has at most {LONGEST_CHAT} characters.")
    return Say(said, to)
