"""All options of a new game: the rows from which command line, forms and documents are made.

An option has the name of its field on the wire: of a ruleset, of the options of a room, or of the request
that opens one. Only `AGAINST`, `ROOM_PASSWORD` and `STARTS` have none there: they become other fields. A row
is all that a new field of a ruleset or of a room needs to be asked for everywhere.
"""

import re
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from pente_core.clock.time_control import (
    Odds,
    TimeControl,
    format_time_control,
    parse_time_control,
)
from pente_core.identity import RoomId
from pente_core.room.options import (
    BotPolicy,
    ChatPolicy,
    RatingRange,
    ViewerDelay,
    WatchPolicy,
    format_ratings,
    format_viewer_delay,
    parse_ratings,
    parse_viewer_delay,
)
from pente_core.rules.ruleset import RULESETS, First, Opening, SecondMove, Swap
from pente_core.value import Value
from pente_core.value.invalid_option import quoted
from pente_protocol.option import NO, YES, Listed, OneOf, Option, OptionSection, Parsed, Text, Whole, YesNo

T = TypeVar("T")

DEFAULT_TIME: Final = "10+5"
LONGEST_PASSWORD: Final = 100
"""The most characters of a room's password."""
_LONGEST_START: Final = 400


class OptionPlace(StrEnum):
    """Where the value of an option goes in the request for a room."""

    RULESET = "ruleset"
    """It changes a parameter of the ruleset with its name."""
    OPTIONS = "options"
    """It is the room's option with its name."""
    REQUEST = "request"
    """It has a meaning of its own."""


class GameOption(Option[T], Generic[T], kw_only=True):
    """An option of a new game."""

    texts: str = "game"
    place: OptionPlace = OptionPlace.REQUEST

    @property
    def help(self) -> str:
        """What it does; in a terminal, where commands are typed, there may be more to say."""
        return f"{self.text()}{self.text('terminal')}".format_map(dict(self.places))


class Moment(Value):
    """A moment of a finished game."""

    game: RoomId
    stones: int
    """How many had been placed."""


def parse_moment(text: str) -> Moment:
    """A moment as people write it. Raises ValueError.

    >>> parse_moment("a1b2c3d4e5f6#24")
    Moment(game='a1b2c3d4e5f6', stones=24)
    """
    match = re.fullmatch("([A-Za-z0-9_-]{8,40})#([0-9]{1,4})", text)
    if match is None:
        raise ValueError(
            f"{quoted(text)} names no moment of a game; write its id and a number of stones, like ID#24"
        )
    return Moment(RoomId(match[1]), int(match[2]))


def format_moment(moment: Moment) -> str:
    """The twin of `parse_moment`."""
    return f"{moment.game}#{moment.stones}"


def parse_time_odds(text: str) -> Odds:
    """Two clocks: the player's, and that of the others. Raises ValueError."""
    control = parse_time_control(text)
    if not isinstance(control, Odds) or len(control.each) != 2:
        raise ValueError(f"{quoted(text)} is not your clock and that of the others; write both, like 3+0,5+3")
    return control


def parse_needs(text: str) -> tuple[int, int]:
    """Two goals: the player's, and that of the others. Raises ValueError."""
    match = re.fullmatch(r"([0-9]{1,3}),\s*([0-9]{1,3})", text)
    if match is None:
        raise ValueError(f"{quoted(text)} is not your goal and that of the others; write both, like 10,6")
    return int(match[1]), int(match[2])


def format_needs(needs: tuple[int, int]) -> str:
    """The twin of `parse_needs`."""
    return f"{needs[0]},{needs[1]}"


GAME: Final = OptionSection("game")
BOARD: Final = OptionSection("board")
ROOM: Final = OptionSection("room")
START: Final = OptionSection("start")
RULES: Final = OptionSection("rules")
_LENGTHS: Final = Whole(1)

RULESET: Final = GameOption(
    name="ruleset",
    kind=OneOf.of(*RULESETS),
    section=GAME,
    usual="pente",
    metavar="R",
)
TIME: Final[GameOption[TimeControl]] = GameOption(
    name="time",
    kind=Parsed(parse_time_control, "kind.time", format_time_control),
    section=GAME,
    usual=DEFAULT_TIME,
    offers=("1+0", "3+2", "5+3", DEFAULT_TIME, "15+10", "30/move", "1d/move", "3d/move", "-"),
    metavar="T",
)
SEAT: Final = GameOption(
    name="seat",
    kind=OneOf.of(0, 1, 2, 3),
    section=GAME,
    usual="lot",
    metavar="N",
)
AGAINST: Final = GameOption(
    name="against",
    kind=Text(_LONGEST_START),
    section=GAME,
    usual="anyone",
    metavar="NAME",
)
RATED: Final = GameOption(
    name="rated",
    kind=YesNo(),
    section=GAME,
    default=False,
    place=OptionPlace.OPTIONS,
)
ROOM_PASSWORD: Final = GameOption(
    name="room_password",
    kind=Text(LONGEST_PASSWORD, is_secret=True),
    section=ROOM,
    usual="none",
)
ACCEPTS_RATING: Final = GameOption(
    name="accepts_rating",
    kind=YesNo(),
    section=ROOM,
    default=False,
)
FROM: Final[GameOption[Moment]] = GameOption(
    name="from",
    kind=Parsed(parse_moment, "kind.moment", format_moment),
    section=START,
    usual="none",
    metavar="ID#N",
)
POSITION: Final = GameOption(
    name="position",
    kind=Text(_LONGEST_START),
    section=START,
    usual="none",
    metavar="MOVES",
)
GIVE: Final = GameOption(
    name="give",
    kind=Text(_LONGEST_START),
    section=START,
    usual="none",
    metavar="POINTS",
)
TIME_ODDS: Final[GameOption[Odds]] = GameOption(
    name="time_odds",
    kind=Parsed(parse_time_odds, "kind.time-odds", format_time_control),
    section=START,
    usual="none",
    metavar="MINE,OTHERS",
)
NEEDS: Final[GameOption[tuple[int, int]]] = GameOption(
    name="needs",
    kind=Parsed(parse_needs, "kind.needs", format_needs),
    section=START,
    usual="none",
    metavar="MINE,OTHERS",
)
STARTS: Final[tuple[GameOption[Any], ...]] = (FROM, POSITION, GIVE, TIME_ODDS, NEEDS)

_BOARD: Final[tuple[GameOption[Any], ...]] = (
    GameOption(
        name="size",
        kind=Whole(),
        section=BOARD,
        place=OptionPlace.RULESET,
        offers=("9", "13", "15", "19"),
    ),
    GameOption(
        name="line",
        kind=Whole(),
        section=BOARD,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="games",
        kind=OneOf.of(1, 2),
        section=BOARD,
        default=1,
        place=OptionPlace.OPTIONS,
        metavar="N",
    ),
)
_ROOM: Final[tuple[GameOption[Any], ...]] = (
    GameOption(
        name="private",
        kind=YesNo(),
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    ROOM_PASSWORD,
    GameOption(
        name="watch",
        kind=OneOf.of(WatchPolicy.ANYBODY, WatchPolicy.INVITED),
        section=ROOM,
        default=WatchPolicy.ANYBODY,
        place=OptionPlace.OPTIONS,
    ),
    GameOption[ViewerDelay](
        name="viewer_delay",
        kind=Parsed(parse_viewer_delay, "kind.delay", format_viewer_delay),
        section=ROOM,
        usual="none",
        offers=("3", "10", "30s", "120s"),
        metavar="N",
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="chat",
        kind=OneOf.of(ChatPolicy.ANYBODY, ChatPolicy.PLAYERS, ChatPolicy.NOBODY),
        section=ROOM,
        default=ChatPolicy.ANYBODY,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="hints",
        kind=YesNo(),
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="takebacks",
        kind=YesNo(),
        section=ROOM,
        default=True,
        place=OptionPlace.OPTIONS,
    ),
    GameOption[RatingRange](
        name="ratings",
        kind=Parsed(parse_ratings, "kind.ratings", format_ratings),
        section=ROOM,
        usual="any",
        metavar="LOW-HIGH",
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="bots",
        kind=OneOf.of(BotPolicy.INVITED, BotPolicy.ANYBODY),
        section=ROOM,
        default=BotPolicy.INVITED,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="named_only",
        kind=YesNo(),
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="ready_check",
        kind=YesNo(),
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    ACCEPTS_RATING,
)
_RULES: Final[tuple[GameOption[Any], ...]] = (
    GameOption(
        name="exact_line",
        kind=YesNo(),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="captures",
        kind=Listed(_LENGTHS, "kind.lengths", may_be_empty=True),
        section=RULES,
        place=OptionPlace.RULESET,
        offers=("2", "2,3", "none"),
        metavar="N,N",
    ),
    GameOption(
        name="goal",
        kind=Whole(),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="poof",
        kind=Listed(_LENGTHS, "kind.lengths", may_be_empty=True),
        section=RULES,
        place=OptionPlace.RULESET,
        offers=("2", "2,3", "none"),
        metavar="N,N",
    ),
    GameOption(
        name="unbreakable",
        kind=YesNo(),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="opening",
        kind=OneOf.of(*Opening),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="second_move",
        kind=OneOf.of(*SecondMove),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="swap",
        kind=OneOf.of(*Swap),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="stones_per_turn",
        kind=OneOf.of(1, 2),
        section=RULES,
        place=OptionPlace.RULESET,
        metavar="N",
    ),
    GameOption(
        name="sides",
        kind=OneOf.of(2, 3, 4),
        section=RULES,
        place=OptionPlace.RULESET,
        metavar="N",
    ),
    GameOption(
        name="teams",
        kind=YesNo(),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="first",
        kind=OneOf.of(*First),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="announce",
        kind=YesNo(),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="dead_draw",
        kind=YesNo(),
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="goals",
        kind=Listed(_LENGTHS, "kind.goals", may_be_empty=True),
        section=RULES,
        place=OptionPlace.RULESET,
        offers=("none",),
        metavar="N,N",
    ),
)
GAME_OPTIONS: Final[tuple[GameOption[Any], ...]] = (
    RULESET,
    TIME,
    SEAT,
    AGAINST,
    RATED,
    *_BOARD,
    *_ROOM,
    *STARTS,
    *_RULES,
)
"""All of them, in the order of the forms."""
PARAMETERS: Final = tuple(row for row in GAME_OPTIONS if row.place is OptionPlace.RULESET)
"""Those that change a ruleset."""
ROOM_OPTIONS: Final = tuple(row for row in GAME_OPTIONS if row.place is OptionPlace.OPTIONS)
"""Those that are options of the room."""


def game_option(name: str) -> GameOption[Any]:
    """The row of an option. Raises StopIteration where there is none."""
    return next(row for row in GAME_OPTIONS if row.name == name)


def offered_words(row: GameOption[Any]) -> tuple[str, ...]:
    """The words that a form offers, the usual one first; an empty one stands for what holds anyway.

    >>> offered_words(RATED), offered_words(game_option("teams")), offered_words(game_option("watch"))
    (('no', 'yes'), ('', 'yes', 'no'), ('anybody', 'invited'))
    """
    match row.kind:
        case YesNo():
            return {None: ("", YES, NO), True: (YES, NO), False: (NO, YES)}[row.default]
        case OneOf():
            words = tuple(map(str, row.kind.values))
            return words if row.usual_text in words else ("", *words)
        case _:
            return ("", *row.offers)
