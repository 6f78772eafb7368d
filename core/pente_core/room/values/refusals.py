"""The polite no: a legal thing to ask, not allowed now."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Reason(StrEnum):
    """Why a command was refused: stable codes for programs."""

    OFF_BOARD = "off-board"
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
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    ROOM_FULL = "room-full"
    RESERVED = "reserved"
    NOT_INVITED = "not-invited"
    ROOM_CLOSED = "room-closed"
    BAD_TEXT = "bad-text"
    NOT_WATCHING = "not-watching"
    STALE = "stale"
    TOO_LATE = "too-late"
    NOTHING_DUE = "nothing-due"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
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


SENTENCES: Mapping[Reason, str] = MappingProxyType(
    {
        Reason.OFF_BOARD: "that point is off the board; choose one on it",
        Reason.OCCUPIED: "there is a stone already; choose an empty point",
        Reason.NOT_CENTRE: "the first stone goes on the centre",
        Reason.RESTRICTED: "the second stone of the first side must be further from the centre",
        Reason.CHOICE_DUE: "no stone now: a choice of the opening is due",
        Reason.NO_CHOICE_DUE: "there is no such choice to make now",
        Reason.GAME_OVER: "the game is over",
        Reason.NOT_YOUR_TURN: "it is not your turn",
        Reason.NOT_STARTED: "the game has not started; somebody is still missing",
        Reason.STARTED: "the game has started; resign to end it",
        Reason.NOT_SEATED: "you have no seat in this room",
        Reason.ALREADY_SEATED: "you have a seat in this room already",
        Reason.NO_SUCH_SEAT: "this room has no such seat; choose another",
        Reason.SEAT_TAKEN: "that seat is taken; choose another",
        Reason.ROOM_FULL: "all seats of this room are taken; you may watch",
        Reason.RESERVED: "the free seats of this room are kept for invited players; look for another room",
        Reason.NOT_INVITED: "you have no invitation to this room; ask its host for one",
        Reason.ROOM_CLOSED: "this room was closed; open another",
        Reason.BAD_TEXT: "say something of 1 to 200 characters",
        Reason.NOT_WATCHING: "you have a seat in this room; say it to everybody",
        Reason.STALE: "the game has moved on since; look at the board and try again",
        Reason.TOO_LATE: "your time was up before that arrived",
        Reason.NOTHING_DUE: "nothing is due in this room",
        Reason.PAUSED: "the game is paused; resume it first",
        Reason.NOT_PAUSED: "the game is not paused",
        Reason.NO_CLOCK: "the clocks of this game don't allow that",
        Reason.ENOUGH_TIME: "there is time enough on that clock",
        Reason.NO_OFFER: "nobody has offered you that",
        Reason.OFFER_STANDS: "you have said so already; wait for an answer",
        Reason.TOO_MANY_OFFERS: "you have offered enough; wait for the next move",
        Reason.NO_TAKEBACKS: "turns can't be taken back in this room",
        Reason.NO_TURN: "there is no turn of yours to take back",
        Reason.ANSWER_FIRST: "answer the takeback that was offered to you first",
        Reason.TOO_MANY_TAKEBACKS: "enough was taken back in this game; play on, or resign",
        Reason.NOT_OVER: "the game is not over yet",
        Reason.CONTINUED: "the next game is open already; go on there",
        Reason.UNDER_WAY: "it is too late to abort; resign, or offer to cancel the game",
        Reason.NOBODY_GONE: "nobody is away for long enough; wait, or play on",
        Reason.OTHERS_PLAY: "others are still here; ask them to cancel the game",
        Reason.READY_ALREADY: "you have said so already; wait for the others",
        Reason.NOT_ASKED: "nobody has to be ready in this room; it begins by itself",
        Reason.OTHER_RATING: "this room is for players of other ratings; look for another, or open one",
        Reason.NO_CHAT: "you can't talk in this room",
        Reason.MUTED: "the host of this room has muted you",
        Reason.BANNED: "the host of this room has banned you",
        Reason.NOT_HOST: "only the host of this room can do that",
        Reason.AT_THE_TABLE: "the host and the players of a room have to bear each other",
        Reason.SO_ALREADY: "that is so already",
        Reason.TOO_MANY_BARRED: "so many were sent away that no more can be; open another room",
    }
)


class Refused(Exception):
    """A command that the room does not allow now; the room is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(SENTENCES[reason])
        self.reason = reason
