"""A record: what is kept of a game, whatever the format it is written in.

A record is what somebody wrote down. That its moves are legal and its result fits is a question of its
own, which `pente_core.records.replay` answers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records.model.calendar_day import Day, DayTime
from pente_core.records.model.field_formats import GAMES, parse_control, parse_placed, parse_termination
from pente_core.records.model.sanitize import is_tidy
from pente_core.rules.game import RETIREMENTS, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import Ruleset

NOBODY: Final = "?"
"""The name of a player whom nobody knows."""


LINE_ENDS: Final = ("\r\n", "\n", "\r")
"""The ends of lines in texts of records."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player as records know one."""

    name: str = NOBODY
    rating: int | None = None
    kind: PlayerKind | None = None


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, as far as it is known."""

    winners: tuple[int, ...] = ()
    """The seats that won, ascending (a whole team); empty for a draw or an aborted game."""
    termination: Termination | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """Something said of a position."""

    ply: int
    """How many stones were placed before."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game as it is written down. Raises ValueError when made of what no format could write."""

    ruleset: Ruleset
    players: tuple[Contestant, ...]
    """By seat, after all swaps."""
    turns: tuple[Turn, ...] = ()
    end: End | None = None
    """None for a game that was not finished, or of which nobody knows how."""
    rated: bool | None = None
    control: TimeControl | None = None
    day: Day | None = None
    time: DayTime | None = None
    """When the game began."""
    clocks: tuple[Millis | None, ...] = ()
    """For each turn, what was then left to the player who made it; empty when it is not known of any."""
    comments: tuple[Comment, ...] = ()
    """In the order of their plies."""
    tags: tuple[tuple[str, str], ...] = ()
    """Whatever else is known of the game, by name; sorted, the four best known first."""
    line_end: str = field(default="\n", compare=False)
    """How the lines of its text end, so that the text is written as it was read."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", tuple(sorted(self.tags, key=_rank)))
        if not any(left is not None for left in self.clocks):
            object.__setattr__(self, "clocks", ())
        if self.line_end not in LINE_ENDS:
            raise ValueError("lines end with a line feed, a carriage return, or both")
        for problem in _problems(self):
            raise ValueError(problem)

    @property
    def stones(self) -> int:
        """How many stones were placed."""
        return sum(not isinstance(turn, Choice | Retirement) for turn in self.turns)


def tag_is_typed(name: str) -> bool:
    """Whether a tag of this name tells what a record has a field for."""
    return name.casefold() in _TYPED


def _problems(record: Record) -> Iterator[str]:
    yield from _problems_of_players(record)
    yield from _problems_of_turns(record)
    yield from _problems_of_end(record)
    yield from _problems_of_comments(record)
    yield from _problems_of_tags(record)


def _problems_of_players(record: Record) -> Iterator[str]:
    if len(record.players) != record.ruleset.sides:
        yield f"a game of {record.ruleset.sides} sides has as many players, not {len(record.players)}"
    for player in record.players:
        if not player.name or not is_tidy(player.name):
            yield "a player's name is one line of text"
        if player.rating is not None and not -99_999 <= player.rating <= 99_999:
            yield "a rating has at most five digits"


def _problems_of_turns(record: Record) -> Iterator[str]:
    points, someone_is_out = record.ruleset.size**2, False
    for turn in record.turns:
        match turn:
            case Choice():
                if someone_is_out:
                    yield "choices belong to the opening, before anybody is out"
            case Retirement(seat, why):
                someone_is_out = True
                if not 0 <= seat < record.ruleset.sides:
                    yield "a seat that is out is one of the game"
                if why not in RETIREMENTS:
                    yield "a seat is out by resignation, time or forfeit"
            case int():
                if not 0 <= turn < points:
                    yield "a stone lies on the board"
    if record.clocks and len(record.clocks) != len(record.turns):
        yield f"{len(record.turns)} turns need as many clocks, not {len(record.clocks)}"
    if any(left is not None and not 0 <= left < 10**15 for left in record.clocks):
        yield "a clock shows no time below zero"


def _problems_of_end(record: Record) -> Iterator[str]:
    if record.end is None or not record.end.winners:
        return
    if record.end.termination is Termination.ABORTED:
        yield "nobody wins an aborted game"
    first = record.end.winners[0]
    if not 0 <= first < record.ruleset.sides or record.end.winners != record.ruleset.team(first):
        yield "a seat or a team wins"


def _problems_of_comments(record: Record) -> Iterator[str]:
    for comment in record.comments:
        if not comment.text or not is_tidy(comment.text):
            yield "a comment is one line of text"
        if not 0 <= comment.ply <= record.stones:
            yield "a comment belongs to a stone that was placed"
    if any(before.ply > after.ply for before, after in pairwise(record.comments)):
        yield "comments come in the order of the game"


def _problems_of_tags(record: Record) -> Iterator[str]:
    names = [name.casefold() for name, _ in record.tags]
    if len(set(names)) != len(names):
        yield "a tag has one value"
    for name, value in record.tags:
        if not name or '"' in name or not is_tidy(name) or not is_tidy(value):
            yield "a tag is one line of text, with a name without quotation marks"
        if tag_is_typed(name) and not _says_nothing_else(record, name, value):
            yield f"the tag {name!r} is written for a field of the record"


def _says_nothing_else(record: Record, name: str, value: str) -> bool:
    """Whether a typed tag may be kept as it is: others write it too, and mean what no field can hold."""
    match name:
        case "Game":
            return value != GAMES[record.ruleset.base]
        case "TimeControl":
            event = dict(record.tags).get("Event", "")
            return record.control is None and not _reads(lambda text: parse_control(text, event), value)
        case "Opening":
            chosen = any(isinstance(turn, Choice) for turn in record.turns)
            return not chosen and not _reads(parse_placed, value)
        case "Termination":
            untold = record.end is None or record.end.termination is None
            return untold and not _reads(parse_termination, value)
        case _:
            return False


def _reads(parse: object, value: str) -> bool:
    assert callable(parse)
    try:
        parse(value)
    except ValueError:
        return False
    return True


def _rank(tag: tuple[str, str]) -> tuple[int, str]:
    name = tag[0]
    return (_KNOWN.index(name) if name in _KNOWN else len(_KNOWN), name)


_KNOWN: Final = ("Site", "Event", "Round", "Section")
_TYPED: Final = frozenset(
    {
        *("game", "gametype", "date", "time", "timecontrol", "timecontrolseconds", "rated", "result"),
        *("termination", "ruleset", "opening", "retired", "clocks", "player's swapped?"),
        *("white", "black", "whiterating", "blackrating", "whiteelo", "blackelo"),
        *(f"player {seat} {what}" for seat in range(1, 5) for what in ("name", "rating", "type")),
    }
)
"""The names, in lower case, of tags that the text format reads and writes for fields of a record."""
