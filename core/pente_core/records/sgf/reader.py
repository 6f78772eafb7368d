"""Reader for SGF, formats FF[1] to FF[4]; see `pente_core.records.sgf.properties` for the properties.

Unknown properties are ignored, and of variations what can't be read. A game without one of our rulesets is
read as Gomoku with a free opening on a board of its size, in which the side that places the first stone moves
first. Whether moves are legal is not checked.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any, Final, TypeVar

from msgspec import Struct

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.records.model.calendar_day import Day, DayTime, parse_day, parse_day_time
from pente_core.records.model.field_formats import (
    implied_ruleset,
    parse_control_seconds,
    parse_ruleset,
    parse_seconds,
    parse_termination,
    quoted,
    tidy,
)
from pente_core.records.model.record import NOBODY, Comment, Contestant, End, Record
from pente_core.records.model.review_notes import parse_stone_review
from pente_core.records.model.scanned_record import BadRecord, ScannedRecord, records
from pente_core.records.sgf.properties import (
    CODES,
    PROPERTIES,
    TAGS,
    TurnOrder,
    codes_of,
    parse_place,
    read_setup,
)
from pente_core.records.sgf.scanner import SgfNode, SgfTree, SgfValue, trees
from pente_core.records.sgf.variations import notes_of, read_variations
from pente_core.review.review import GameReview, StoneReview
from pente_core.rules.game import Retirement, Turn, parse_turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import BadPoint
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from

_T = TypeVar("_T")
_RESULT: Final = re.compile(r"([A-Za-z]+)\+(.*)")
_HOW: Final = {
    "r": Termination.RESIGNATION,
    "resign": Termination.RESIGNATION,
    "t": Termination.TIME,
    "time": Termination.TIME,
    "f": Termination.FORFEIT,
    "forfeit": Termination.FORFEIT,
}
_WITHOUT_WINNER: Final = {
    "?": None,
    "void": End((), Termination.ABORTED),
    "0": End(),
    "draw": End(),
}


class SgfRoot:
    """The root node of a game. Its methods raise BadRecord for a value that makes no sense."""

    def __init__(self, node: SgfNode, first: str | None) -> None:
        """``first`` is the property of the first stone; None if the game does not begin with a stone."""
        self._node: Final = node
        self._first: Final = first

    def rules(self) -> Ruleset:
        """The ruleset: as given by its parameters, or else adapted to the board size and the first stone."""
        size, named = self._read(_size, "SZ"), self._named()
        if isinstance(named, Ruleset):
            if size not in (None, named.size):
                raise self._bad("SZ", f"expected {named.size}, the board size of the ruleset")
            return named
        spec = {**named} if size is None else {**named, "size": size}
        if self._first == "B":
            spec["first"] = "black"
        try:
            return ruleset_from(spec)
        except InvalidRuleset as error:
            raise self._bad("SZ", f"expected a board for the ruleset: {error}") from None

    def players(self, rules: Ruleset) -> tuple[Contestant, ...]:
        return tuple(map(self._player, codes_of(rules)))

    def end(self, rules: Ruleset) -> End | None:
        why = self._read(parse_termination, "END")
        if why is Termination.ABORTED:
            return End((), why)
        end = self._read(lambda text: _end(text, rules), "RE")
        if end is None and why is not None:
            raise self._bad("END", "expected a property RE that says who won")
        return None if end is None else End(end.winners, why or end.termination)

    def rated(self) -> bool | None:
        return self._read(lambda text: text.casefold() in {"y", "yes"}, "RATED")

    def control(self) -> TimeControl | None:
        exact = self._read(parse_control_seconds, "CLOCK")
        return exact or self._read(self._standard_control, "TM")

    def day(self) -> Day | None:
        return self._read(_day, "DT")

    def time(self) -> DayTime | None:
        return self._read(parse_day_time, "TIME")

    def reviewer(self) -> str:
        """Who made the review of the game; empty: it has none."""
        return tidy(self._text("REVIEWER"))

    def tags(self) -> tuple[tuple[str, str], ...]:
        """The other tags of the game; of several with the same name, the first counts."""
        tags: dict[str, tuple[str, str]] = {}
        for name, value in self._all_tags():
            tags.setdefault(name.casefold(), (name, value))
        return tuple(tags.values())

    def _named(self) -> "Ruleset | dict[str, Any]":
        """The ruleset if its parameters are given, else a spec of what is known about it."""
        text = self._text("RU")
        if text.startswith("{"):
            return self._read(parse_ruleset, "RU") or RULESETS["pente"]
        rules = RULESETS.get(text) or implied_ruleset(text, rated=self.rated())
        if rules is not None:
            return {"base": rules.spec} if isinstance(rules.spec, str) else rules.spec
        if self._text("GM") not in ("", "4"):
            raise self._bad("GM", "expected 4, for Gomoku and its relatives, or a known ruleset in RU")
        return dict(_GOMOKU)

    def _player(self, code: str) -> Contestant:
        return Contestant(
            tidy(self._text(f"P{code}")) or NOBODY,
            self._read(_rating, f"{code}R"),
            self._read(_kind, f"KIND{code}"),
        )

    def _standard_control(self, text: str) -> TimeControl | None:
        """The time control of TM and OT; None if it is not one that we have."""
        more = re.fullmatch(
            "([0-9.]+) fischer|([0-9]+x[0-9.]+) byo-?yomi", self._text("OT") or "0 fischer", re.IGNORECASE
        )
        try:
            return parse_control_seconds(f"{text}+{more[1] or more[2]}") if more else None
        except ValueError:
            return None

    def _all_tags(self) -> Iterator[tuple[str, str]]:
        for name, code in TAGS.items():
            if value := self._node.first(code):
                yield name, tidy(value.text)
        for value in self._node.properties.get("TAG", ()):
            composed = value.split()
            if composed is None:
                raise value.bad("expected a name and a value with a colon between")
            yield tidy(composed[0]), tidy(composed[1])
        rules = tidy(self._text("RU"))
        if rules and self._named() == _GOMOKU:
            yield "Rules", rules

    def _text(self, name: str) -> str:
        value = self._node.first(name)
        return "" if value is None else value.text.strip()

    def _read(self, parse: Callable[[str], _T], name: str) -> _T | None:
        value = self._node.first(name)
        if value is None or not value.text.strip():
            return None
        try:
            return parse(value.text.strip())
        except ValueError as error:
            raise value.bad(error) from None

    def _bad(self, name: str, expected: str) -> BadRecord:
        """The error for a property that is present with an unexpected value."""
        value = self._node.first(name)
        assert value is not None
        return value.bad(expected)


_GOMOKU: Final = {"base": "gomoku", "opening": "free"}
"""The ruleset of a game that does not name its rules."""


def _size(text: str) -> int:
    found = re.fullmatch("([0-9]{1,2})(?::([0-9]{1,2}))?", text)
    if found is None or found[2] not in (None, found[1]):
        raise ValueError(f"expected the size of a square board, not {quoted(text)}")
    return int(found[1])


def _end(text: str, rules: Ruleset) -> End | None:
    word = text.casefold()
    if word in _WITHOUT_WINNER:
        return _WITHOUT_WINNER[word]
    found, codes = _RESULT.fullmatch(text), codes_of(rules)
    code = found[1].upper() if found else ""
    if found is None or code not in codes:
        raise ValueError(f"expected a result, like {codes[0]}+, {codes[1]}+R or Draw, not {quoted(text)}")
    return End(rules.team(codes.index(code)), _HOW.get(found[2].casefold()))


def _rating(text: str) -> int | None:
    """The rating; None for a rank that is not a number, such as 3d."""
    found = re.fullmatch(r"(-?[0-9]{1,5})\??", text)
    return None if found is None else int(found[1])


def _kind(text: str) -> PlayerKind:
    return PlayerKind.PERSON if text.casefold() in {"human", "person"} else PlayerKind.BOT


def _day(text: str) -> Day | None:
    """The first of the days that DT may list; None for a partial date."""
    try:
        return parse_day(text[:10])
    except ValueError:
        return None


def read_sgf(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the games of a text. Raises BadRecord at the first that can't be read."""
    return records(scan_sgf(lines))


def scan_sgf(lines: Iterable[str]) -> Iterator[ScannedRecord]:
    """Yield the games of a text, and errors in place of those that can't be read."""
    for tree in trees(lines):
        try:
            yield _entry(tree)
        except BadRecord as error:
            yield ScannedRecord(tree.line, error)


class _Line(Struct):
    """The main line read so far. Mutable."""

    rules: Ruleset
    order: TurnOrder
    turns: list[Turn] = []
    clocks: list[Millis | None] = []
    lines: list[int] = []
    comments: list[Comment] = []
    stones: int = 0
    reviews: list[StoneReview] = []
    """Those of the first stones, up to the first stone without one."""
    places: dict[int, tuple[int, TurnOrder]] = {}
    """For each node, by its identity, the number of turns up to it, and the order after them."""


def _entry(tree: SgfTree) -> ScannedRecord:
    if tree.error is not None:
        raise tree.error
    if not tree.nodes:
        raise BadRecord(tree.line, tree.column, "expected a game with nodes")
    first = _first_stone(tree.nodes)
    # With setup stones, the side of the first stone need not be the one that moves first by the rules.
    root = SgfRoot(tree.nodes[0], None if tree.nodes[0].first(*PROPERTIES) else first)
    rules = root.rules()
    setup, reviewer = read_setup(tree.nodes[0], rules, first), root.reviewer()
    line = _Line(rules, TurnOrder(rules, setup))
    for node in tree.nodes:
        _check_setup(node, is_root=node is tree.nodes[0])
        _follow(line, node)
        line.places[id(node)] = len(line.turns), copy(line.order)
    try:
        record = Record(
            ruleset=rules,
            players=root.players(rules),
            turns=tuple(line.turns),
            end=root.end(rules),
            rated=root.rated(),
            control=root.control(),
            day=root.day(),
            time=root.time(),
            clocks=tuple(line.clocks),
            comments=tuple(line.comments),
            tags=root.tags(),
            setup=setup,
            variations=read_variations(tree.others, rules, len(line.turns), line.places),
            review=GameReview(reviewer, tuple(line.reviews)) if reviewer else None,
            line_end=tree.line_end,
        )
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(tree.line, tree.column, f"expected a consistent game: {error}") from None
    return ScannedRecord(tree.line, record, tuple(line.lines))


def _first_stone(nodes: Iterable[SgfNode]) -> str | None:
    """The property of the first turn, if it is a stone."""
    for node in nodes:
        if node.first("CHOICE", "OUT"):
            return None
        for code in CODES.values():
            if node.first(code):
                return code
    return None


def _check_setup(node: SgfNode, *, is_root: bool) -> None:
    """Raises BadRecord for a node that changes the board by other means than a turn."""
    if later := node.first("AE", *(() if is_root else PROPERTIES)):
        raise later.bad("expected setup stones in the first node only, and none that are cleared")


def _follow(line: _Line, node: SgfNode) -> None:
    """Add a node: its turn, if it has one, and its comment."""
    if told := _turn(line, node):
        turn, clock = told
        actor = turn.seat if isinstance(turn, Retirement) else line.order.to_act
        line.turns.append(turn)
        line.clocks.append(_left(line, node, actor, clock))
        line.lines.append(node.line)
        if not isinstance(turn, Choice | Retirement):
            _review(line, node)
            line.stones += 1
        line.order.take(turn)
    line.comments.extend(Comment(line.stones, text) for text in notes_of(node, line.rules.size))


def _review(line: _Line, node: SgfNode) -> None:
    """Add the review of the stone of a node, unless there is a stone without one before it."""
    value = node.first("REVIEW")
    if value is None or len(line.reviews) < line.stones:
        return
    try:
        line.reviews.append(parse_stone_review(value.text.strip(), line.rules.size))
    except ValueError as error:
        raise value.bad(error) from None


def _turn(line: _Line, node: SgfNode) -> tuple[Turn, str | None] | None:
    """The turn of a node, with the property of its stone; None if the node has no turn."""
    found = [
        (name, value)
        for name in (*CODES.values(), "CHOICE", "OUT")
        for value in node.properties.get(name, ())
    ]
    if not found:
        return None
    if len(found) > 1:
        raise found[1][1].bad("expected one turn in a node")
    name, value = found[0]
    if name in ("CHOICE", "OUT"):
        return _other(value, name, line.rules), None
    expected = codes_of(line.rules)[line.order.colour]
    if name != expected:
        raise value.bad(f"expected a stone of {expected}, whose turn it is, not of {name}")
    return parse_place(value, value.text, line.rules.size), name


def _other(value: SgfValue, name: str, rules: Ruleset) -> Choice | Retirement:
    try:
        turn = parse_turn(value.text, 19)
    except BadPoint:
        turn = None
    if isinstance(turn, Choice) and name == "CHOICE":
        return turn
    if isinstance(turn, Retirement) and name == "OUT" and turn.seat < rules.sides:
        return turn
    example = "swap, stay or pass" if name == "CHOICE" else "a seat that drops out, like time:2"
    raise value.bad(f"expected {example}, not {quoted(value.text)}")


def _left(line: _Line, node: SgfNode, actor: int, colour: str | None) -> Millis | None:
    """The time left of the player of a turn; other programs write it for the colour of the stone."""
    value = node.first(f"{codes_of(line.rules)[actor]}L", f"{colour}L")
    try:
        return None if value is None else parse_seconds(value.text)
    except ValueError:
        return None
