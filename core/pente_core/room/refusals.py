"""Refusals: why a room does not allow a command now, for programs and for players."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Self


class ErrorClass(StrEnum):
    """What a program can do about an error, whatever its code."""

    REFUSED = "refused"
    """Something has to change first: the room, the player, or what they may do."""
    TEMPORARY = "temporary"
    """The same request may succeed later, without anybody doing anything."""
    INVALID = "invalid"
    """The request itself is wrong: sent again, it fails again."""


class Code(StrEnum):
    """The abstract base of the codes of errors: each row says of which kind it is, if it is not refused."""

    kind: ErrorClass

    def __new__(cls, value: str, kind: ErrorClass = ErrorClass.REFUSED) -> Self:
        code = str.__new__(cls, value)
        code._value_ = value
        code.kind = kind
        return code


class Reason(Code):
    """The reason of a refusal: stable codes for programs."""

    OFF_BOARD = "off-board", ErrorClass.INVALID
    OCCUPIED = "occupied"
    NOT_CENTRE = "not-centre"
    RESTRICTED = "restricted"
    CHOICE_DUE = "choice-due"
    NO_CHOICE_DUE = "no-choice-due"
    GAME_OVER = "game-over"
    NOT_YOUR_TURN = "not-your-turn"
    NOT_STARTED = "not-started"
    STARTED = "started"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    NO_SUCH_SEAT = "no-such-seat", ErrorClass.INVALID
    SEAT_TAKEN = "seat-taken"
    ROOM_FULL = "room-full"
    RESERVED = "reserved"
    NOT_INVITED = "not-invited"
    ROOM_CLOSED = "room-closed"
    BAD_TEXT = "bad-text", ErrorClass.INVALID
    NOT_WATCHING = "not-watching"
    STALE = "stale"
    NO_BASE = "no-base", ErrorClass.INVALID
    OTHER_HISTORY = "other-history"
    TOO_LATE = "too-late"
    NOTHING_DUE = "nothing-due"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    NOTICE_STANDS = "notice-stands"
    NO_CLOCK = "no-clock"
    ENOUGH_TIME = "enough-time"
    NO_OFFER = "no-offer"
    OFFER_STANDS = "offer-stands"
    TOO_MANY_OFFERS = "too-many-offers"
    NO_TAKEBACKS = "no-takebacks"
    NO_TURN = "no-turn"
    ANSWER_FIRST = "answer-first"
    TOO_MANY_TAKEBACKS = "too-many-takebacks"
    NOT_OVER = "not-over"
    CONTINUED = "continued"
    NO_CONDITIONS = "no-conditions"
    YOUR_TURN = "your-turn"
    TOO_MANY_CONDITIONS = "too-many-conditions", ErrorClass.INVALID
    TWO_ANSWERS = "two-answers", ErrorClass.INVALID
    NO_ANSWER = "no-answer", ErrorClass.INVALID
    UNDER_WAY = "under-way"
    NOBODY_GONE = "nobody-gone"
    OTHERS_PLAY = "others-play"
    READY_ALREADY = "ready-already"
    NOT_ASKED = "not-asked"
    OTHER_RATING = "other-rating"
    NO_CHAT = "no-chat"
    MUTED = "muted"
    BANNED = "banned"
    NOT_HOST = "not-host"
    AT_THE_TABLE = "at-the-table"
    SO_ALREADY = "so-already"
    TOO_MANY_BARRED = "too-many-barred"
    NO_BOTS = "no-bots"
    NAMED_ONLY = "named-only"
    RATING_SHOWN = "rating-shown"
    GUEST_RATED = "guest-rated"
    HINTS_RATED = "hints-rated", ErrorClass.INVALID
    NO_SUCH_NODE = "no-such-node"
    NO_SUCH_NOTE = "no-such-note"
    NOT_YOURS = "not-yours"
    TOO_MANY_NOTES = "too-many-notes"
    TOO_MANY_POINTS = "too-many-points", ErrorClass.INVALID
    HOST_AWAY = "host-away", ErrorClass.TEMPORARY


SENTENCES: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.OFF_BOARD: "That point is off the board.",
        Reason.OCCUPIED: "There is a stone already. Choose an empty point.",
        Reason.NOT_CENTRE: "The first stone goes on the centre.",
        Reason.RESTRICTED: "The second stone of the first side must be further from the centre.",
        Reason.CHOICE_DUE: "First choose: swap, stay or pass.",
        Reason.NO_CHOICE_DUE: "You can't choose that now.",
        Reason.GAME_OVER: "The game is over.",
        Reason.NOT_YOUR_TURN: "It is not your turn.",
        Reason.NOT_STARTED: "The game has not started. A player is still missing.",
        Reason.STARTED: "The game has started. Resign to end it.",
        Reason.NOT_SEATED: "You have no seat in this room.",
        Reason.ALREADY_SEATED: "You already have a seat in this room.",
        Reason.NO_SUCH_SEAT: "This room has no such seat. Choose another.",
        Reason.SEAT_TAKEN: "That seat is taken. Choose another.",
        Reason.ROOM_FULL: "All seats of this room are taken. You can watch.",
        Reason.RESERVED: "The open seats of this room are for invited players. Look for another room.",
        Reason.NOT_INVITED: "You have no invitation to this room. Ask its host for one.",
        Reason.ROOM_CLOSED: "This room was closed. Open another.",
        Reason.BAD_TEXT: "A message has 1 to 200 characters.",
        Reason.NOT_WATCHING: "Players can't write to the viewers. Write to everyone.",
        Reason.STALE: "The game has moved on. Look at the board and try again.",
        Reason.NO_BASE: "A move needs the base for which it is meant. Look at the board and try again.",
        Reason.OTHER_HISTORY: "The server has another history of this game. Look at the board and try again.",
        Reason.TOO_LATE: "Your time was up before that arrived.",
        Reason.NOTHING_DUE: "Nothing is due in this room.",
        Reason.PAUSED: "The game is paused. No clock runs, and nobody can move or claim it.",
        Reason.NOT_PAUSED: "The game is not paused.",
        Reason.NOTICE_STANDS: "Nobody can decline to go on. Offer to cancel the game, or resign.",
        Reason.NO_CLOCK: "The clocks of this game don't allow that.",
        Reason.ENOUGH_TIME: "Your opponent has enough time already.",
        Reason.NO_OFFER: "There is no such offer to answer.",
        Reason.OFFER_STANDS: "You have already offered that. Wait for an answer.",
        Reason.TOO_MANY_OFFERS: "You have made enough offers. Wait for the next move.",
        Reason.NO_TAKEBACKS: "This room does not allow takebacks.",
        Reason.NO_TURN: "You have no move to take back.",
        Reason.ANSWER_FIRST: "First answer your opponent's takeback.",
        Reason.TOO_MANY_TAKEBACKS: "This game has had too many takebacks. Play on, or resign.",
        Reason.NOT_OVER: "The game is not over yet.",
        Reason.CONTINUED: "The next game is already open. Go on there.",
        Reason.NO_CONDITIONS: "Conditional moves are for games in which a turn may take days.",
        Reason.YOUR_TURN: "It is your turn. Move first, then plan your answers.",
        Reason.TOO_MANY_CONDITIONS: "You can plan 64 moves of a game at most. Leave some out.",
        Reason.TWO_ANSWERS: "You have planned two answers to the same move. Choose one of them.",
        Reason.NO_ANSWER: "A line of conditional moves ends with an answer of yours.",
        Reason.UNDER_WAY: "You can't abort this game any more. Resign, or offer to cancel.",
        Reason.NOBODY_GONE: "No opponent has been away long enough. Wait, or play on.",
        Reason.OTHERS_PLAY: "Other players are still here. Ask them to cancel the game.",
        Reason.READY_ALREADY: "You are already ready. Wait for the others.",
        Reason.NOT_ASKED: "This game starts by itself. You don't have to be ready.",
        Reason.OTHER_RATING: "This room is for other ratings. Look for another room, or open one.",
        Reason.NO_CHAT: "You can't chat in this room.",
        Reason.MUTED: "The host of this room has muted you.",
        Reason.BANNED: "The host of this room has banned you.",
        Reason.NOT_HOST: "Only the host of this room can do that.",
        Reason.AT_THE_TABLE: "You can't kick, ban or mute a player or the host.",
        Reason.SO_ALREADY: "That is already so.",
        Reason.TOO_MANY_BARRED: "This room has muted or banned too many people. Open another room.",
        Reason.NO_BOTS: "Bots need an invitation to this room. Ask its host for one.",
        Reason.NAMED_ONLY: "This room is not for guests. Choose a name first.",
        Reason.HINTS_RATED: "A rated game is played without hints. Leave out the hints, or the rating.",
        Reason.RATING_SHOWN: (
            "A rating would show the result of this private game. Accept that, or play a casual game."
        ),
        Reason.GUEST_RATED: "Games of guests are casual. Choose a name first, or play a casual game.",
        Reason.NO_SUCH_NODE: "There is no such move in this game. Look at its tree of moves.",
        Reason.NO_SUCH_NOTE: "There is no such note. Look at the notes of this game.",
        Reason.NOT_YOURS: "Only its author can remove that, or the host of this room.",
        Reason.TOO_MANY_NOTES: "This game has too many notes. Remove some first.",
        Reason.TOO_MANY_POINTS: "Those are too many points at once. Give fewer.",
        Reason.HOST_AWAY: "The host of this room is away. Look for another room, or open one.",
    }
)


def clause(reason: Reason) -> str:
    """The sentence of a reason as part of another.

    >>> clause(Reason.OCCUPIED)
    'there is a stone already; choose an empty point'
    """
    first, *others = SENTENCES[reason].removesuffix(".").split(". ")
    return "; ".join(part[0].lower() + part[1:] for part in (first, *others))


class Refused(Exception):
    """A command that the room does not allow now; the room is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(SENTENCES[reason])
        self.reason = reason
