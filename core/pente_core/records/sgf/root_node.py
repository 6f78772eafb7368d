"""Reader for the root node of an SGF game: everything except the moves."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from pente_core.clock.clock import TimeControl
from pente_core.identity import PlayerKind
from pente_core.records.model.bad_record import BadRecord
from pente_core.records.model.calendar_day import Day, DayTime, parse_day, parse_day_time
from pente_core.records.model.field_formats import (
    implied_ruleset,
    parse_control_seconds,
    parse_ruleset,
    parse_termination,
)
from pente_core.records.model.record import NOBODY, Contestant, End
from pente_core.records.model.sanitize import quoted, tidy
from pente_core.records.sgf.properties import TAGS, codes_of
from pente_core.records.sgf.scanner import SgfNode
from pente_core.rules.outcome import Termination
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
