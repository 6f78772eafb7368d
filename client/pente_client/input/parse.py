"""The meaning of a typed line: the same for the screen, for lines of text and for JSON lines."""

from collections.abc import Callable, Sequence
from typing import Final, get_args

from pente_client.input.analysis import read_order
from pente_client.input.blocking import BlockOrder
from pente_client.input.board_views import read_view
from pente_client.input.commands import BLOCKING, CHANNELS, COMMANDS, MODERATION, ModerationAction
from pente_client.input.inputs import (
    AskAdvice,
    Input,
    LessonOrder,
    LessonStep,
    NextGameInput,
    PlayBot,
    PracticeOrder,
    PremoveOrder,
    QuitInput,
    ShowBoard,
    ShowCode,
    ShowConditions,
    ShowHelp,
    ShowMoves,
    ShowRules,
    ShowSolution,
    ShowWho,
    TuneInput,
)
from pente_client.input.invalid_input import InvalidInput, NotAMove
from pente_client.input.moderation import ModerationOrder
from pente_client.input.offer_answers import OfferAnswer, read_answer
from pente_client.input.people_orders import AnswerInvitation, checked_name, read_people_order
from pente_client.input.planning import HOW_TO_PLAN, PlanOrder, read_plan
from pente_client.input.setup_orders import read_setup
from pente_client.input.suggestion import did_you_mean
from pente_client.words.sentences import sentence
from pente_core.room import OfferKind, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.point import BadPoint, format_point, parse_point, point_at
from pente_protocol.choices.tv_channel import TvChannel
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import LONGEST_CHAT, clean

_KINDS: Final[dict[str, Callable[[], cmd.PlayerCommand]]] = {
    kind.__name__: kind for kind in get_args(cmd.PlayerCommand)
}
_WORDS: Final[dict[str, Input]] = {
    **{f"/{kind}": cmd.Offer(kind) for kind in OfferKind},
    **{word: _KINDS[command.gives]() for word, command in COMMANDS.items() if command.gives},
    "/board": ShowBoard(),
    "/moves": ShowMoves(),
    "/who": ShowWho(),
    "/next": NextGameInput(),
    "/again": LessonOrder(LessonStep.AGAIN),
    "/previous": LessonOrder(LessonStep.PREVIOUS),
    "/learn": PracticeOrder(),
    "/solution": ShowSolution(),
    "/code": ShowCode(),
    "/qr": ShowCode(with_qr=True),
    "/conditions": ShowConditions(),
    "/help": ShowHelp(),
    "/rules": ShowRules(),
    "/hint": AskAdvice("hint"),
    "/why": AskAdvice("why"),
    "/eval": AskAdvice("eval"),
    "/bot": PlayBot(),
    "/quit": QuitInput(),
    "/q": QuitInput(),
    "y": OfferAnswer(is_yes=True),
    "yes": OfferAnswer(is_yes=True),
    "n": OfferAnswer(is_yes=False),
    "no": OfferAnswer(is_yes=False),
}

_NOT_BARE: Final = frozenset({"/say", "/mark", "/point"})
"""Commands that need their slash: as words alone they are more likely chat."""
_BARE: Final = frozenset(
    {
        *(word[1:] for word, command in COMMANDS.items() if not command.argument and word not in _NOT_BARE),
        *(f"{word} {kind}" for word in ("accept", "decline") for kind in OfferKind),
        *(f"claim {kind}" for kind in cmd.ClaimKind),
    }
)
"""What needs no slash when it is the whole line."""
_CHOICES: Final = frozenset(choice.value for choice in Choice)


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
        return _say(text[1:], ev.ChatAudience.ALL)
    word, _, rest = text.partition(" ")
    if word.startswith("/"):
        word, rest = word.lower(), rest.strip()
        special = read_order(word, rest, size) or read_setup(word, rest, size) or read_view(word, rest, size)
        return special or _command(word, rest, size)
    if text.lower() in _CHOICES:
        return cmd.Choose(Choice(text.lower()))
    if text == "?":
        return ShowHelp()
    if text.lower() in _WORDS:  # yes or no to an offer
        return _WORDS[text.lower()]
    if text.lower() in _BARE:
        return parse_input(f"/{text}", size)
    try:
        return cmd.Play(parse_point(text, size))
    except BadPoint as error:
        raise _not_a_move(text, size, error) from None


def example(size: int) -> str:
    """The name of a point to show how names are written: that of the centre.

    >>> example(19), example(7)
    ('K10', 'D4')
    """
    return format_point(point_at(size // 2, size // 2, size), size)


def _join(words: Sequence[str]) -> cmd.Join:
    """The seat to take, and whether the game may be a private rated one: ``2 accept``."""
    seats = [int(word) - 1 for word in words if word in {"1", "2", "3", "4"}]
    accepts = "accept" in words
    if len(seats) > 1 or len(words) != len(seats) + accepts:
        raise InvalidInput(tell("typed.type-join-join-2-for"))
    return cmd.Join(seats[0] if seats else None, accepts_rating=accepts)


def _command(word: str, rest: str, size: int) -> Input:
    match word:
        case "/say":
            return _say(rest, ev.ChatAudience.ALL)
        case "/watchers" if rest.lower() in list(WatchPolicy):
            return cmd.SetWatchPolicy(WatchPolicy(rest.lower()))
        case "/watchers":
            return _say(rest, ev.ChatAudience.WATCHERS)
        case "/premove" if rest.lower() == "clear":
            return PremoveOrder()
        case "/premove" if rest:
            return _premove(rest, size)
        case "/if":
            return _plan(rest, size)
        case "/learn" if rest:
            return PracticeOrder(clean(rest, 40))
        case "/conditions" if rest.lower() == "clear":
            return cmd.SetConditions()
        case "/bot" if rest:
            return PlayBot(checked_name(rest))
        case "/join" if rest:
            return _join(rest.lower().split())
        case "/tv" if rest.lower() in {"next", "back"}:
            return TuneInput(back=rest.lower() == "back")
        case "/tv" if rest.lower() in CHANNELS:
            return TuneInput(TvChannel(rest.lower()))
        case "/swap" | "/stay" | "/pass" if not rest:
            return cmd.Choose(Choice(word[1:]))
        case "/accept" | "/decline":
            return _answer(word, rest)
        case "/claim" if rest.lower() in list(cmd.ClaimKind):
            return cmd.Claim(cmd.ClaimKind(rest.lower()))
        case _ if word in MODERATION and rest:
            return ModerationOrder(ModerationAction(word[1:]), checked_name(rest))
        case _ if word in BLOCKING and rest:
            return BlockOrder(checked_name(rest), is_block=word == "/block")
        case _ if (order := read_people_order(word, rest)) is not None:
            return order
        case _ if word in _WORDS and not rest:
            return _WORDS[word]
        case _ if word in COMMANDS or word in _WORDS:
            argument = COMMANDS[word].argument if word in COMMANDS else ""
            raise InvalidInput(
                tell("typed.type", what=f"{word} {argument}")
                if argument
                else tell("typed.type-just", word=word)
            )
        case _:
            suggestion = did_you_mean(word[:20], (*COMMANDS, *_WORDS))
            remedy = sentence(suggestion) if suggestion else tell("typed.help-lists-them-all")
            raise InvalidInput(tell("typed.there-is-no-command", word=clean(word, 20), remedy=remedy))


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


def _premove(rest: str, size: int) -> PremoveOrder:
    try:
        points = [parse_point(word, size) for word in rest.replace(",", " ").split()]
    except BadPoint as error:
        raise InvalidInput(sentence(clean(str(error)))) from None
    return PremoveOrder(tuple(dict.fromkeys(points)))


def _not_a_move(text: str, size: int, error: BadPoint) -> InvalidInput:
    if text[1:].isdecimal():
        return InvalidInput(sentence(clean(str(error))))
    return NotAMove(tell("typed.not-a-move-type-to", example=example(size), text=clean(text, 12)))


def _say(text: str, to: ev.ChatAudience) -> cmd.Say:
    said = clean(text)
    if not said:
        raise InvalidInput(tell("typed.type-a-message-of-1", longest_chat=LONGEST_CHAT))
    if len(clean(text, LONGEST_CHAT + 1)) > LONGEST_CHAT:
        raise InvalidInput(tell("typed.a-message-has-at-most", longest_chat=LONGEST_CHAT))
    return cmd.Say(said, to)
