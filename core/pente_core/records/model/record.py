"""Game records, independent of the text format.

Whether the moves are legal and the result fits is checked by `pente_core.records.replay`, not here.

Variations of a recorded game: stones that were not played, and what was said of them.

A node is a place in the tree of a game: the nodes from 0 to the number of turns are the game after so many of
its turns, and the stones of the variations have the numbers after those, one after the other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Final

from msgspec.structs import astuple, force_setattr

from pente_core.clock.clock import BadTimeControl, TimeControl
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records.model.calendar_day import Day, DayTime
from pente_core.records.model.field_formats import (
    GAMES,
    is_tidy,
    parse_control,
    parse_placed,
    parse_termination,
)
from pente_core.review.review import GameReview, problems_of_review
from pente_core.room.options import check_odds
from pente_core.rules.game import RETIREMENTS, Game, Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import BadPoint, Point, format_point, parse_point
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import BadSetup, Setup
from pente_core.value import Value

LONGEST_TEXT: Final = 100_000
"""The maximum number of characters of a name, of a tag with its name, and of all comments on one position."""
_MARKS: Final = re.compile(r"(?:[^\s:]+ )?marks ((?:[A-Z]\d{1,2} ?)+)", re.ASCII)


class Comment(Value):
    """A comment on a position."""

    ply: int
    """The number of stones placed before the comment; in a variation, of its own stones."""
    text: str


def format_marks(points: Sequence[Point], size: int, who: str = "") -> str:
    """Marked points as the text of a comment.

    >>> format_marks([Point(0), Point(1)], 19, "eve")
    'eve marks A1 B1'
    """
    return f"{who} marks {' '.join(format_point(point, size) for point in points)}".strip()


def parse_marks(text: str, size: int) -> tuple[Point, ...]:
    """The points that a comment marks; none for a comment that says something else.

    >>> parse_marks("eve marks A1 B1", 19), parse_marks("eve: he marks A1", 19)
    ((0, 1), ())
    """
    found = _MARKS.fullmatch(text)
    try:
        return tuple(parse_point(word, size) for word in found[1].split()) if found else ()
    except BadPoint:
        return ()


class RecordVariation(Value):
    """Stones that go on from a node of the game, or from one of an earlier variation."""

    node: int
    points: tuple[Point, ...]
    comments: tuple[Comment, ...] = ()
    """In ascending order of their plies, which are at least 1."""


@dataclass(slots=True)
class _Stone:
    """A stone while the tree is put in order. Mutable."""

    point: Point
    texts: list[str] = field(default_factory=list)
    following: "list[_Stone]" = field(default_factory=list)


def in_text_order(turn_count: int, variations: Sequence[RecordVariation]) -> tuple[RecordVariation, ...]:
    """The same tree, in the only order in which its text can have it.

    The first branch at a stone belongs to the variation of that stone, and all others are variations of
    their own; the later a variation begins in another one, the earlier it comes. Raises ValueError for a
    variation that goes on from nowhere, or for a comment on none of its stones.
    """
    branches = _tree(turn_count, variations)
    found: list[RecordVariation] = []
    waiting = [(node, stone) for node in range(turn_count + 1) for stone in reversed(branches[node])]
    following = turn_count + 1
    while waiting:
        node, stone = waiting.pop()
        chain = [stone, *_chain(stone)]
        found.append(_variation(node, chain))
        for number, each in enumerate(chain, following):
            waiting += [(number, branch) for branch in reversed(each.following[1:])]
        following += len(chain)
    return tuple(found)


def _tree(turn_count: int, variations: Sequence[RecordVariation]) -> list[list[_Stone]]:
    """The branches at each node, without the turns of the game."""
    branches: list[list[_Stone]] = [[] for _ in range(turn_count + 1)]
    for variation in variations:
        if not 0 <= variation.node < len(branches):
            raise ValueError("a variation must go on from a turn, or from an earlier variation")
        if not all(1 <= comment.ply <= len(variation.points) for comment in variation.comments):
            raise ValueError("a comment of a variation must belong to one of its stones")
        last = branches[variation.node]
        for ply, point in enumerate(variation.points, 1):
            stone = _Stone(point, [comment.text for comment in variation.comments if comment.ply == ply])
            last.append(stone)
            branches.append(last := stone.following)
    return branches


def _chain(stone: _Stone) -> Iterator[_Stone]:
    """The stones after a stone, along the first branches."""
    while stone.following:
        stone = stone.following[0]
        yield stone


def _variation(node: int, chain: Sequence[_Stone]) -> RecordVariation:
    comments = tuple(Comment(ply, text) for ply, stone in enumerate(chain, 1) for text in stone.texts)
    return RecordVariation(node, tuple(stone.point for stone in chain), comments)


def problems_of_variations(variations: Sequence[RecordVariation], points: int) -> Iterator[str]:
    """What the formats can't express, on a board of so many points."""
    for variation in variations:
        if not all(0 <= point < points for point in variation.points):
            yield "the stones of a variation must be on the board"
        yield from problems_of_comments(variation.comments)


def problems_of_comments(comments: Iterable[Comment]) -> Iterator[str]:
    """What the formats can't express."""
    for _, group in groupby(comments, key=lambda comment: comment.ply):
        texts = [comment.text for comment in group]
        if sum(map(len, texts)) + len(texts) - 1 > LONGEST_TEXT:
            yield f"the comments on a position must have at most {LONGEST_TEXT} characters"
        if not all(text and is_tidy(text) for text in texts):
            yield "a comment must be one line of text"


NOBODY: Final = "?"
"""The name of an unknown player."""


LINE_ENDS: Final = ("\r\n", "\n", "\r")
"""The line ends that a text of records may have."""


class Contestant(Value):
    """A player in a record; None means unknown."""

    name: str = NOBODY
    rating: int | None = None
    kind: PlayerKind | None = None


class End(Value):
    """The end of a game, as far as it is known."""

    winners: tuple[int, ...] = ()
    """The seats that won, ascending, with all partners of a team; empty for a draw or an aborted game."""
    termination: Termination | None = None


class Record(Value, kw_only=True, eq=False):
    """The record of a game. Raises ValueError for a field that the formats can't express."""

    ruleset: Ruleset
    players: tuple[Contestant, ...]
    """By seat, after all swaps."""
    turns: tuple[Turn, ...] = ()
    end: End | None = None
    """None for an unfinished game or an unknown result."""
    rated: bool | None = None
    control: TimeControl | None = None
    day: Day | None = None
    time: DayTime | None = None
    """When the game began."""
    clocks: tuple[Millis | None, ...] = ()
    """For each turn, the time that its player had left after it; empty if all are unknown."""
    comments: tuple[Comment, ...] = ()
    """In ascending order of their plies."""
    tags: tuple[tuple[str, str], ...] = ()
    """Further names and values, sorted by name after Site, Event, Round and Section."""
    setup: Setup | None = None
    """The position in which the game began; None: on the empty board."""
    variations: tuple[RecordVariation, ...] = ()
    """What might have been played instead, in the order of `in_text_order`."""
    review: GameReview | None = None
    """What a computer says about its stones; None: nothing."""
    line_end: str = "\n"
    """The line end of its text, so that the text is written as it was read. Records are equal without it."""

    def __post_init__(self) -> None:
        force_setattr(self, "tags", tuple(sorted(self.tags, key=_rank)))
        force_setattr(self, "variations", in_text_order(len(self.turns), self.variations))
        if not any(left is not None for left in self.clocks):
            force_setattr(self, "clocks", ())
        if self.line_end not in LINE_ENDS:
            raise ValueError("lines must end with a line feed, a carriage return, or both")
        for problem in _problems(self):
            raise ValueError(problem)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and _content(self) == _content(other)

    def __hash__(self) -> int:
        return hash(_content(self))

    @property
    def beginning(self) -> Game:
        """The game before its first turn."""
        return Game.new(self.ruleset, self.setup)

    @property
    def stones(self) -> int:
        """The number of stones placed, without those of the setup."""
        return sum(not isinstance(turn, Choice | Retirement) for turn in self.turns)


def _content(record: Record) -> tuple[object, ...]:
    """All fields but the last, the line end."""
    return astuple(record)[:-1]


def tag_is_typed(name: str) -> bool:
    """Whether a record has a field for what a tag of this name says. Upper and lower case are equal."""
    return name.casefold() in _TYPED


def _problems(record: Record) -> Iterator[str]:
    yield from _problems_of_setup(record)
    yield from _problems_of_players(record)
    yield from _problems_of_turns(record)
    yield from _problems_of_end(record)
    yield from _problems_of_comments(record)
    yield from problems_of_variations(record.variations, record.ruleset.size**2)
    yield from _problems_of_review(record)
    yield from _problems_of_tags(record)


def _problems_of_setup(record: Record) -> Iterator[str]:
    try:
        Game.new(record.ruleset, record.setup)
        if record.control is not None:
            check_odds(record.control, record.ruleset)
    except (BadSetup, BadTimeControl) as bad:
        yield str(bad)


def _problems_of_players(record: Record) -> Iterator[str]:
    if len(record.players) != record.ruleset.sides:
        yield f"a game of {record.ruleset.sides} sides needs as many players, not {len(record.players)}"
    for player in record.players:
        if not player.name or len(player.name) > LONGEST_TEXT or not is_tidy(player.name):
            yield f"a player's name must be one line of text of at most {LONGEST_TEXT} characters"
        if player.rating is not None and not -99_999 <= player.rating <= 99_999:
            yield "a rating must have at most five digits"


def _problems_of_turns(record: Record) -> Iterator[str]:
    points, someone_is_out = record.ruleset.size**2, False
    for turn in record.turns:
        match turn:
            case Choice():
                if someone_is_out:
                    yield "choices must come in the opening, before any seat drops out"
            case Retirement(seat, why):
                someone_is_out = True
                if not 0 <= seat < record.ruleset.sides:
                    yield f"a seat that drops out must be a number from 0 to {record.ruleset.sides - 1}"
                if why not in RETIREMENTS:
                    yield "a seat must drop out by resignation, time or forfeit"
            case int():
                if not 0 <= turn < points:
                    yield "a stone must be on the board"
    if record.clocks and len(record.clocks) != len(record.turns):
        yield f"{len(record.turns)} turns need as many clocks, not {len(record.clocks)}"
    if any(left is not None and not 0 <= left < 10**15 for left in record.clocks):
        yield "a clock time must not be negative"


def _problems_of_end(record: Record) -> Iterator[str]:
    if record.end is None or not record.end.winners:
        return
    if record.end.termination is Termination.ABORTED:
        yield "an aborted game can't have winners"
    first = record.end.winners[0]
    if not 0 <= first < record.ruleset.sides or record.end.winners != record.ruleset.team(first):
        yield "the winners must be one seat or one team"


def _problems_of_comments(record: Record) -> Iterator[str]:
    yield from problems_of_comments(record.comments)
    if not all(0 <= comment.ply <= record.stones for comment in record.comments):
        yield "a comment must belong to a stone that was placed"
    if any(before.ply > after.ply for before, after in pairwise(record.comments)):
        yield "comments must be in the order of the game"


def _problems_of_review(record: Record) -> Iterator[str]:
    if record.review is not None:
        yield from problems_of_review(record.review, record.stones, record.ruleset.size**2)
        if not is_tidy(record.review.by):
            yield "the name of a reviewer must be one line of text"


def _problems_of_tags(record: Record) -> Iterator[str]:
    names = [name.casefold() for name, _ in record.tags]
    if len(set(names)) != len(names):
        yield "a tag must have one value"
    for name, value in record.tags:
        if not name or '"' in name or not is_tidy(name) or not is_tidy(value):
            yield "a tag must be one line of text, and its name must not have quotation marks"
        if len(name) + len(value) > LONGEST_TEXT:
            yield f"a tag must have at most {LONGEST_TEXT} characters"
        if tag_is_typed(name) and not _says_nothing_else(record, name, value):
            yield f"the tag {name!r} is reserved for a field of the record"


def _says_nothing_else(record: Record, name: str, value: str) -> bool:
    """Whether a tag with a field of its own may be kept as text.

    Other programs write these tags, too. If the text means something that the field can't hold, it is kept.
    """
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
        *("termination", "ruleset", "position", "opening", "retired", "clocks", "player's swapped?"),
        *("reviewedby", "stonereviews"),
        *("white", "black", "whiterating", "blackrating", "whiteelo", "blackelo"),
        *(f"player {seat} {what}" for seat in range(1, 5) for what in ("name", "rating", "type")),
    }
)
"""The names, in lower case, of the tags that pente.org's format reads and writes for fields of a record."""
