"""What a player types about other people, wherever they are: in a game, watching, or between games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pente_client.input.invalid_input import InvalidInput
from pente_client.words.sentences import sentence
from pente_core.clock.clock import BadTimeControl, parse_time_control
from pente_core.clock.time_control import TimeControl
from pente_core.rules.ruleset import RULESETS
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import LONGEST_CHAT, BadName, check_name, clean

PEOPLE_COMMANDS: Final = {
    "/people": "",
    "/friends": "",
    "/friend": "NAME",
    "/unfriend": "NAME",
    "/msg": "NAME TEXT",
    "/messages": "",
    "/challenge": "NAME",
    "/report": "NAME TEXT",
    "/vacation": tell("typed.vacation-needs"),
}
"""The commands, each with the argument that it needs."""
MOST_DAYS: Final = 20
"""The longest vacation."""
NAMED: Final = frozenset({"/friend", "/unfriend", "/msg", "/challenge", "/report"})
"""Those whose first argument is a name."""
_SEATS: Final = {"first": 0, "second": 1}


@dataclass(frozen=True, slots=True)
class ShowPeople:
    """Show who is online."""


@dataclass(frozen=True, slots=True)
class ShowFriends:
    """Show the friends of the player."""


@dataclass(frozen=True, slots=True)
class ShowMessages:
    """Show the messages to the player."""


@dataclass(frozen=True, slots=True)
class ChangeFriend:
    """Add a player to the friends, or remove them."""

    name: str
    is_friend: bool


@dataclass(frozen=True, slots=True)
class WriteMessage:
    """Write to a player."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    """Report a player to the host of the server."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ChallengeOrder:
    """Invite a player to a game; what is None or empty is as in the last game."""

    name: str
    ruleset: str = ""
    time: TimeControl | None = None
    rated: bool | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerInvitation:
    """Accept or decline the invitation of a player."""

    name: str
    is_yes: bool


@dataclass(frozen=True, slots=True)
class VacationOrder:
    """Take a vacation of so many days, or end it (0); None: say how long it goes on."""

    days: int | None = None


PeopleOrder = (
    ShowPeople
    | ShowFriends
    | ShowMessages
    | ChangeFriend
    | WriteMessage
    | ReportPlayer
    | ChallengeOrder
    | AnswerInvitation
    | VacationOrder
)


def read_people_order(word: str, rest: str) -> PeopleOrder | None:
    """The meaning of a command of `PEOPLE_COMMANDS` and the words after it; None for any other command.

    >>> read_people_order("/friend", "anna")
    ChangeFriend(name='anna', is_friend=True)

    Raises InvalidInput.
    """
    name, _, text = rest.partition(" ")
    match word:
        case "/people" if not rest:
            return ShowPeople()
        case "/friends" if not rest:
            return ShowFriends()
        case "/messages" if not rest:
            return ShowMessages()
        case "/vacation" if not rest:
            return VacationOrder()
        case "/vacation" if (days := _days(rest)) is not None:
            return VacationOrder(days)
        case "/friend" | "/unfriend" if name and not text:
            return ChangeFriend(checked_name(name), word == "/friend")
        case "/msg" if text.strip():
            return WriteMessage(checked_name(name), _message(text))
        case "/report" if text.strip():
            return ReportPlayer(checked_name(name), clean(text, 1000))
        case "/challenge" if name:
            return read_challenge(checked_name(name), text.split())
        case _ if word in PEOPLE_COMMANDS:
            argument = PEOPLE_COMMANDS[word]
            raise InvalidInput(
                tell("typed.type", what=f"{word} {argument}")
                if argument
                else tell("typed.type-just", word=word)
            )
        case _:
            return None


def read_challenge(name: str, words: Sequence[str]) -> ChallengeOrder:
    """A challenge with what is asked for: ``keryo-pente 5+3 rated first``, in any order.

    Raises InvalidInput.
    """
    ruleset, time, rated, seat = "", None, None, None
    for word in (each.lower() for each in words):
        if word in RULESETS:
            ruleset = word
        elif word in {"rated", "casual"}:
            rated = word == "rated"
        elif word in _SEATS:
            seat = _SEATS[word]
        else:
            time = _time(word)
    return ChallengeOrder(name, ruleset, time, rated, seat)


def checked_name(text: str) -> str:
    """A name that a player may have. Raises InvalidInput."""
    try:
        return check_name(text)
    except BadName as bad:
        raise InvalidInput(sentence(clean(str(bad)))) from None


def _days(text: str) -> int | None:
    """How many days of vacation a text asks for: 0 for off; None where it does not say."""
    word = text.lower().removeprefix("on ").strip()
    if word == "off":
        return 0
    return int(word) if word in map(str, range(1, MOST_DAYS + 1)) else None


def _message(text: str) -> str:
    if len(clean(text, LONGEST_CHAT + 1)) > LONGEST_CHAT:
        raise InvalidInput(tell("typed.a-message-has-at-most", longest_chat=LONGEST_CHAT))
    return clean(text)


def _time(word: str) -> TimeControl:
    try:
        return parse_time_control(word)
    except BadTimeControl:
        raise InvalidInput(tell("typed.is-no-ruleset-and-no", word=clean(word, 20))) from None
