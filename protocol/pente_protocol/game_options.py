"""All options of a new game: the rows from which command line, forms and documents are made.

An option has the name of its field on the wire: of a ruleset, of the options of a room, or of the request
that opens one. Only `AGAINST`, `ROOM_PASSWORD` and `STARTS` have none there: they become other fields. A row
is all that a new field of a ruleset or of a room needs to be asked for everywhere.
"""

import re
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar

from pente_core.clock.time_control import (
    FORMS,
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

    place: OptionPlace = OptionPlace.REQUEST
    in_a_terminal: str = ""
    """What its help says besides in a terminal, where commands are typed."""

    @property
    def terminal_help(self) -> str:
        return f"{self.help}{self.in_a_terminal}"


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


GAME: Final = OptionSection("game", "the game")
BOARD: Final = OptionSection("board", "board and set")
ROOM: Final = OptionSection("room", "who may join, watch and chat")
START: Final = OptionSection(
    "start",
    "position and handicap",
    "Such games are casual, unless the server's host allows otherwise. In a rematch the players change "
    "seats, and keep the time and the captures that they were given; with --give they keep their seats.",
)
RULES: Final = OptionSection(
    "rules",
    "rules in detail",
    "Parameters that you don't give keep the values that they have in the ruleset.",
)
_LENGTHS: Final = Whole(1)

RULESET: Final = GameOption(
    name="ruleset",
    kind=OneOf.of(*RULESETS),
    title="Rules",
    help="what is played",
    section=GAME,
    usual="pente",
    metavar="R",
)
TIME: Final[GameOption[TimeControl]] = GameOption(
    name="time",
    kind=Parsed(
        parse_time_control,
        f"minutes and seconds for every turn, or another clock of {FORMS}",
        format_time_control,
    ),
    title="Time",
    help="the clock: 10+5 is 10 minutes each, and 5 seconds more for every turn",
    in_a_terminal=f"; others are {FORMS}",
    section=GAME,
    usual=DEFAULT_TIME,
    offers=("1+0", "3+2", "5+3", DEFAULT_TIME, "15+10", "30/move", "1d/move", "3d/move", "-"),
    metavar="T",
)
SEAT: Final = GameOption(
    name="seat",
    kind=OneOf(((0, "first to move"), (1, "second"), (2, "third"), (3, "fourth"))),
    title="Your seat",
    help="your seat; 0 moves first",
    section=GAME,
    usual="drawn by lot",
    metavar="N",
)
AGAINST: Final = GameOption(
    name="against",
    kind=Text(_LONGEST_START),
    title="Opponent",
    help="challenge this player; without a name, the first who comes plays",
    section=GAME,
    usual="anyone",
    metavar="NAME",
)
RATED: Final = GameOption(
    name="rated",
    kind=YesNo(),
    title="Rated",
    help="count the game for the players' ratings",
    section=GAME,
    default=False,
    place=OptionPlace.OPTIONS,
)
ROOM_PASSWORD: Final = GameOption(
    name="room_password",
    kind=Text(LONGEST_PASSWORD, is_secret=True),
    title="Password",
    help="ask for a password of whoever joins or watches uninvited",
    section=ROOM,
    usual="none",
)
ACCEPTS_RATING: Final = GameOption(
    name="accepts_rating",
    kind=YesNo(),
    title="Accept rating",
    help="accept that a rating shows the result of a private rated game",
    section=ROOM,
    default=False,
)
FROM: Final[GameOption[Moment]] = GameOption(
    name="from",
    kind=Parsed(parse_moment, "the id of a game, # and a number of stones, as in ID#24", format_moment),
    title="From a game",
    help="begin as a finished game stood, with its rules: its id, # and a number of stones, such as ID#24",
    section=START,
    usual="none",
    metavar="ID#N",
)
POSITION: Final = GameOption(
    name="position",
    kind=Text(_LONGEST_START),
    title="Position",
    help="begin after these moves, such as 'K10 L11'",
    in_a_terminal=", or from a position as a line of text",
    section=START,
    usual="none",
    metavar="MOVES",
)
GIVE: Final = GameOption(
    name="give",
    kind=Text(_LONGEST_START),
    title="Given stones",
    help="begin with these stones of your opponent on the board, such as K10,L12; then you move",
    section=START,
    usual="none",
    metavar="POINTS",
)
TIME_ODDS: Final[GameOption[Odds]] = GameOption(
    name="time_odds",
    kind=Parsed(parse_time_odds, "your clock and that of the others, such as 3+0,5+3", format_time_control),
    title="Time odds",
    help="your clock and that of the others, such as 3+0,5+3",
    section=START,
    usual="none",
    metavar="MINE,OTHERS",
)
NEEDS: Final[GameOption[tuple[int, int]]] = GameOption(
    name="needs",
    kind=Parsed(parse_needs, "your goal and that of the others, such as 10,6", format_needs),
    title="Captures needed",
    help="how many captured stones you and the others need to win, such as 10,6",
    section=START,
    usual="none",
    metavar="MINE,OTHERS",
)
STARTS: Final[tuple[GameOption[Any], ...]] = (FROM, POSITION, GIVE, TIME_ODDS, NEEDS)

_BOARD: Final[tuple[GameOption[Any], ...]] = (
    GameOption(
        name="size",
        kind=Whole(),
        title="Board size",
        help="columns and rows of the board, 3 to 25",
        section=BOARD,
        place=OptionPlace.RULESET,
        offers=("9", "13", "15", "19"),
    ),
    GameOption(
        name="line",
        kind=Whole(),
        title="Stones in a row",
        help="stones in a row that win, 3 to the board size",
        section=BOARD,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="games",
        kind=OneOf(((1, "one"), (2, "a set of two, with seats exchanged"))),
        title="Games",
        help="1, or 2 for a set: a second game follows, with seats exchanged",
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
        title="Private",
        help="hide the room: only those who have its code, link or id can join",
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    ROOM_PASSWORD,
    GameOption(
        name="watch",
        kind=OneOf(
            ((WatchPolicy.ANYBODY, "anybody"), (WatchPolicy.INVITED, "only players and the invited")),
        ),
        title="Who may watch",
        help="who may watch",
        in_a_terminal="; /watchers changes it during the game",
        section=ROOM,
        default=WatchPolicy.ANYBODY,
        place=OptionPlace.OPTIONS,
    ),
    GameOption[ViewerDelay](
        name="viewer_delay",
        kind=Parsed(parse_viewer_delay, "moves, as in 3, or seconds, as in 30s", format_viewer_delay),
        title="Viewers' delay",
        help="those who watch see the game 1 to 20 moves later, as in 3, or 5 to 900 seconds, as in 30s",
        section=ROOM,
        usual="none",
        offers=("3", "10", "30s", "120s"),
        metavar="N",
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="chat",
        kind=OneOf(
            (
                (ChatPolicy.ANYBODY, "anybody"),
                (ChatPolicy.PLAYERS, "only players"),
                (ChatPolicy.NOBODY, "nobody"),
            )
        ),
        title="Who may chat",
        help="who may chat",
        section=ROOM,
        default=ChatPolicy.ANYBODY,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="hints",
        kind=YesNo(),
        title="Hints",
        help="programs may advise the players, and all see that; never in rated games",
        in_a_terminal=" (/hint, /why and /eval)",
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="takebacks",
        kind=YesNo(),
        title="Takebacks",
        help="a turn may be taken back when all agree",
        section=ROOM,
        default=True,
        place=OptionPlace.OPTIONS,
    ),
    GameOption[RatingRange](
        name="ratings",
        kind=Parsed(parse_ratings, "a range of ratings such as 1200-1800", format_ratings),
        title="Ratings",
        help="uninvited players need a rating in this range, such as 1200-1800",
        section=ROOM,
        usual="any",
        metavar="LOW-HIGH",
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="bots",
        kind=OneOf(((BotPolicy.INVITED, "only invited ones"), (BotPolicy.ANYBODY, "every bot"))),
        title="Bots",
        help="which bots may join",
        section=ROOM,
        usual=BotPolicy.INVITED,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="named_only",
        kind=YesNo(),
        title="No guests",
        help="guests can neither join nor chat without an invitation",
        section=ROOM,
        default=False,
        place=OptionPlace.OPTIONS,
    ),
    GameOption(
        name="ready_check",
        kind=YesNo(),
        title="Ready check",
        help="start only when all players have said that they are ready",
        in_a_terminal=" (/ready)",
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
        title="Exact rows only",
        help="only rows of exactly that length win",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="captures",
        kind=Listed(_LENGTHS, "a list of lengths such as 2,3", empty="no captures"),
        title="Captures",
        help="lengths of the runs that can be captured, such as 2,3; or none",
        section=RULES,
        place=OptionPlace.RULESET,
        offers=("2", "2,3", "none"),
        metavar="N,N",
    ),
    GameOption(
        name="goal",
        kind=Whole(),
        title="Goal",
        help="captured stones that win",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="poof",
        kind=Listed(_LENGTHS, "a list of lengths such as 2,3", empty="no stones vanish"),
        title="Poof",
        help="lengths of the runs that vanish when you move them between enemy stones, such as 2; or none",
        section=RULES,
        place=OptionPlace.RULESET,
        offers=("2", "2,3", "none"),
        metavar="N,N",
    ),
    GameOption(
        name="unbreakable",
        kind=YesNo(),
        title="Unbreakable",
        help="a row wins only when no capture can break it",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="opening",
        kind=OneOf(((Opening.FREE, "anywhere"), (Opening.CENTRE, "on the centre"))),
        title="First stone",
        help="where the first stone may go",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="second_move",
        kind=OneOf(
            (
                (SecondMove.FREE, "anywhere"),
                (SecondMove.TOURNAMENT, "outside the middle 5x5"),
                (SecondMove.G_PENTE, "outside that, and off the centre lines"),
            )
        ),
        title="Second stone",
        help="where the second stone of who moves first may go",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="swap",
        kind=OneOf.of(*Swap),
        title="Swap",
        help="who may exchange seats in the opening",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="stones_per_turn",
        kind=OneOf.of(1, 2),
        title="Stones per turn",
        help="1 or 2; the first turn always has one",
        section=RULES,
        place=OptionPlace.RULESET,
        metavar="N",
    ),
    GameOption(
        name="sides",
        kind=OneOf.of(2, 3, 4),
        title="Players",
        help="number of players: 2, 3 or 4",
        section=RULES,
        place=OptionPlace.RULESET,
        metavar="N",
    ),
    GameOption(
        name="teams",
        kind=YesNo(),
        title="Teams",
        help="two teams of two: seats 0 and 2 against 1 and 3",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="first",
        kind=OneOf(((First.WHITE, "white"), (First.BLACK, "black"))),
        title="First colour",
        help="the colour that moves first",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="announce",
        kind=YesNo(),
        title="Announcements",
        help="tria and tessera are announced",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="dead_draw",
        kind=YesNo(),
        title="Dead draw",
        help="the game is drawn as soon as no row can be completed",
        section=RULES,
        place=OptionPlace.RULESET,
    ),
    GameOption(
        name="goals",
        kind=Listed(_LENGTHS, "a list of numbers such as 10,6", empty="the same for all seats"),
        title="Goals per seat",
        help="captured stones that win for each seat, such as 10,6, as a handicap; or none",
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
