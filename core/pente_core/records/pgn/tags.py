"""Reader for the tags of pente.org's text format.

Tags may be missing, and have any order and case. A value that can't be understood is an error, except in
tags that other programs use with their own meaning (`Game` next to a `Ruleset`, `TimeControl`, `Opening`,
`Termination`): their text is kept.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from pente_core.clock.clock import TimeControl
from pente_core.identity import PlayerKind
from pente_core.records.model.field_formats import (
    GAMES,
    implied_ruleset,
    parse_control,
    parse_control_seconds,
    parse_ruleset,
)
from pente_core.records.model.record import NOBODY, Contestant, tag_is_typed
from pente_core.records.model.review_text import parse_stone_review
from pente_core.records.model.sanitize import quoted
from pente_core.records.pgn.scanner import CONTINUED, PgnTag
from pente_core.review.review import GameReview
from pente_core.rules.ruleset import RULESETS, Ruleset

_T = TypeVar("_T")
_UNKNOWN: Final = frozenset({"", "?", "-", "????.??.??"})
_OTHER_NAMES: Final = {1: ("white",), 2: ("black",)}
"""The names that some programs have for the tags of the players."""


class PgnTags:
    """The tags of a game, by name."""

    def __init__(self, tags: Iterable[PgnTag]) -> None:
        by_name: dict[str, list[PgnTag]] = {}
        for tag in tags:
            by_name.setdefault(tag.name.casefold(), []).append(tag)
        self._tags: Final = {
            name: _joined(same) if name in CONTINUED else same[-1] for name, same in by_name.items()
        }

    def get(self, *names: str) -> PgnTag | None:
        """The first of these tags (names in lower case) that has a value."""
        tags = (self._tags.get(name) for name in names)
        return next((tag for tag in tags if tag is not None and tag.value not in _UNKNOWN), None)

    def read(self, parse: Callable[[str], _T], *names: str) -> _T | None:
        """The parsed value of the first of these tags; None if all are missing. Raises BadRecord."""
        tag = self.get(*names)
        if tag is None:
            return None
        try:
            return parse(tag.value)
        except ValueError as error:
            raise tag.bad(error) from None

    def try_to_read(self, parse: Callable[[str], _T], name: str) -> _T | None:
        """The parsed value of a tag; None if it is missing or can't be parsed."""
        tag = self._tags.get(name)
        if tag is None:
            return None
        try:
            return parse(tag.value)
        except ValueError:
            return None

    def rated(self) -> bool | None:
        return self.read(lambda text: text.casefold() in {"y", "yes", "true", "1"}, "rated")

    def control(self) -> TimeControl | None:
        exact = self.read(parse_control_seconds, "timecontrolseconds")
        event = self._tags.get("event")
        name = "" if event is None else event.value
        return exact or self.try_to_read(lambda text: parse_control(text, name), "timecontrol")

    def review(self, size: int) -> GameReview | None:
        """The review of a game on a board of so many lines. Raises BadRecord."""
        by = self._tags.get("reviewedby")
        if by is None or not by.value:
            return None
        stones = self.read(
            lambda text: tuple(parse_stone_review(word, size) for word in text.split()), "stonereviews"
        )
        return GameReview(by.value, stones or ())

    def rules(self) -> Ruleset:
        """The ruleset, from its tag or from the name of the game. Raises BadRecord."""
        rules, game = self.read(parse_ruleset, "ruleset"), self.get("game", "gametype")
        if rules is None and game is not None:
            rules = implied_ruleset(game.value, rated=self.rated())
            if rules is None:
                known = ", ".join(dict.fromkeys(GAMES.values()))
                raise game.bad(f"expected one of {known} (or a Ruleset tag), not {quoted(game.value)}")
        return rules or RULESETS["pente"]

    def player(self, number: int) -> Contestant:
        """A player, numbered from 1. Raises BadRecord."""
        others = _OTHER_NAMES.get(number, ())
        names = (self._tags.get(name) for name in (f"player {number} name", *others))
        name = next((tag.value for tag in names if tag is not None and tag.value), NOBODY)
        ratings = (f"{other}{what}" for other in others for what in ("rating", "elo"))
        return Contestant(
            name,
            self.read(_rating, f"player {number} rating", *ratings),
            self.read(_kind, f"player {number} type"),
        )

    def kept(self, rules: Ruleset, control: TimeControl | None, *others: str) -> tuple[tuple[str, str], ...]:
        """The tags to keep as text. ``others`` have a field in records, but another meaning here."""
        kept = {tag.name: tag.value for tag in self._tags.values() if not tag_is_typed(tag.name)}
        game = self.get("game", "gametype")
        if game is not None and game.value != GAMES[rules.base]:
            kept["Game"] = game.value
        if control is None:
            others = (*others, "TimeControl")
        for name in others:
            if tag := self._tags.get(name.casefold()):
                kept[name] = tag.value
        return tuple(kept.items())


def _joined(parts: list[PgnTag]) -> PgnTag:
    """The tag whose value continues in further tags of its name."""
    first = parts[0]
    return PgnTag(first.name, " ".join(part.value for part in parts), first.line, first.column)


def _rating(text: str) -> int:
    if re.fullmatch("-?[0-9]{1,5}", text) is None:
        raise ValueError(f"expected a rating, like 1500 or ?, not {quoted(text)}")
    return int(text)


def _kind(text: str) -> PlayerKind:
    """The kind of a player. As on pente.org, everything except "human" is a computer."""
    return PlayerKind.PERSON if text.casefold() in {"human", "person"} else PlayerKind.BOT
