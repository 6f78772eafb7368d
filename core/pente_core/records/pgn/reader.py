"""Reader for pente.org's text format.

It accepts everything that pente.org accepts, and also points in lower case, moves without numbers, opening
choices among the moves, comments in braces, several games per file, and any line ends. Whether moves are
legal is not checked.

Tags may be missing, and have any order and case. A value that can't be understood is an error, except in
tags that other programs use with their own meaning (`Game` next to a `Ruleset`, `TimeControl`, `Opening`,
`Termination`): their text is kept.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from msgspec import Struct

from pente_core.clock.clock import TimeControl
from pente_core.identity import PlayerKind
from pente_core.notation import parse_setup
from pente_core.records.model.calendar_day import parse_day, parse_day_time
from pente_core.records.model.field_formats import (
    GAMES,
    implied_ruleset,
    parse_clocks,
    parse_control,
    parse_control_seconds,
    parse_placed,
    parse_result,
    parse_ruleset,
    parse_termination,
    quoted,
)
from pente_core.records.model.record import NOBODY, Comment, Contestant, End, Record, tag_is_typed
from pente_core.records.model.review_notes import parse_stone_review
from pente_core.records.model.scanned_record import BadRecord, ScannedRecord, records
from pente_core.records.pgn.scanner import CONTINUED, RESULT, PgnOutline, PgnTag, PgnWord, outlines
from pente_core.review.review import GameReview
from pente_core.rules.game import Retirement, Turn, parse_turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import BadPoint, Point
from pente_core.rules.ruleset import RULESETS, Ruleset, Swap

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


_NUMBER: Final = re.compile(r"[0-9]{1,9}\.*")
_RESIGNED: Final = frozenset({"resign", "forfeit"})
"""The words with which pente.org marks a resignation."""


def read_pgn(lines: Iterable[str]) -> Iterator[Record]:
    """Yield the games of a text. Raises BadRecord at the first that can't be read."""
    return records(scan_pgn(lines))


def scan_pgn(lines: Iterable[str]) -> Iterator[ScannedRecord]:
    """Yield the games of a text, and errors in place of those that can't be read."""
    for outline in outlines(lines):
        try:
            yield _entry(outline)
        except BadRecord as error:
            yield ScannedRecord(outline.line, error)


class _Moves(Struct):
    """The moves of a game, parsed from its words. Mutable."""

    stones: list[tuple[Point, int]] = []
    """The points, each with its line number."""
    others: list[tuple[int, Choice | Retirement, int]] = []
    """The turns that place no stone: the number of stones before, the turn, and its line number."""
    plies: list[int] = []
    """The number of stones before each word."""
    result: PgnWord | None = None
    resigned: bool = False

    def turns(self) -> Iterator[tuple[Turn, int]]:
        """All turns in order, each with its line number."""
        others = iter(self.others)
        due = next(others, None)
        for ply in range(len(self.stones) + 1):
            while due is not None and due[0] == ply:
                yield due[1:]
                due = next(others, None)
            yield from self.stones[ply : ply + 1]


def _entry(outline: PgnOutline) -> ScannedRecord:
    if outline.error is not None:
        raise outline.error
    tags = PgnTags(outline.tags)
    rules, control = tags.rules(), tags.control()
    setup = tags.read(lambda text: parse_setup(text, rules), "position")
    moves = _moves(outline, rules.size)
    if not moves.others:
        moves.others = _others(tags, rules, len(moves.stones), has_opening=setup is None)
    end = _end(tags, rules, moves)
    turns = list(moves.turns())
    try:
        record = Record(
            ruleset=rules,
            players=tuple(tags.player(number) for number in range(1, rules.sides + 1)),
            turns=tuple(turn for turn, _ in turns),
            end=end,
            rated=tags.rated(),
            control=control,
            day=tags.read(parse_day, "date"),
            time=tags.read(parse_day_time, "time"),
            clocks=tags.read(parse_clocks, "clocks") or (),
            comments=tuple(Comment(moves.plies[words], text) for words, text in outline.comments),
            tags=tags.kept(rules, control, *_meant_otherwise(tags, moves, end)),
            setup=setup,
            review=tags.review(rules.size),
            line_end=outline.line_end,
        )
    except BadRecord:
        raise
    except ValueError as error:
        raise BadRecord(outline.line, 1, f"expected a consistent game: {error}") from None
    return ScannedRecord(outline.line, record, tuple(line for _, line in turns))


def _moves(outline: PgnOutline, size: int) -> _Moves:
    moves = _Moves()
    for word in outline.words:
        moves.plies.append(len(moves.stones))
        if RESULT.fullmatch(word.text):
            moves.result = word
        elif word.text.casefold() in _RESIGNED:
            moves.resigned = True
        elif not _NUMBER.fullmatch(word.text):
            _take(moves, word, size)
    moves.plies.append(len(moves.stones))
    return moves


def _take(moves: _Moves, word: PgnWord, size: int) -> None:
    """Add a turn; it may be attached to its move number."""
    text = re.sub(r"^[0-9]{1,9}\.+", "", word.text)
    is_named = re.fullmatch("[A-Za-z][0-9]+", text) is not None
    try:
        turn = parse_turn(text.lower() if text.isascii() and not is_named else text, size)
    except BadPoint as error:
        expected = str(error) if is_named else f"not {quoted(word.text)}"
        raise word.bad(f"expected a point, a move number, a comment or a result: {expected}") from None
    match turn:
        case Choice() | Retirement():
            moves.others.append((len(moves.stones), turn, word.line))
        case int():
            moves.stones.append((turn, word.line))


def _others(
    tags: PgnTags, rules: Ruleset, stones: int, *, has_opening: bool
) -> list[tuple[int, Choice | Retirement, int]]:
    """The turns that place no stone, from tags."""
    chosen = tags.try_to_read(parse_placed, "opening")
    if chosen is None and rules.swap is Swap.D_PENTE and has_opening:
        chosen = tags.read(lambda text: _swapped(text, stones), "player's swapped?")
    retired = tags.read(parse_placed, "retired")
    tag = tags.get("opening", "player's swapped?", "retired")
    placed = sorted((*(chosen or ()), *(retired or ())), key=lambda placed: placed[0])
    if tag is not None and placed and placed[-1][0] > stones:
        raise tag.bad(f"expected no turn after stone {stones}, the last one")
    return [(ply, turn, tag.line) for ply, turn in placed if tag is not None]


def _swapped(text: str, stones: int) -> tuple[tuple[int, Choice], ...]:
    """The choice in a D-Pente game of pente.org, which only records whether the players swapped."""
    if text.casefold() == "yes" and stones >= 4:
        return ((4, Choice.SWAP),)
    return ((4, Choice.STAY),) if stones > 4 else ()


def _end(tags: PgnTags, rules: Ruleset, moves: _Moves) -> End | None:
    """The end of the game, from its last word and its tags. Raises BadRecord if they disagree."""
    winners = tags.read(lambda text: parse_result(text, rules), "result")
    told = _last_word(moves, rules)
    if winners is not None and told is not None and winners != told and moves.result is not None:
        raise moves.result.bad("expected the same result as in the tag Result, or ?")
    winners = told if winners is None else winners
    why = tags.try_to_read(parse_termination, "termination")
    if why is Termination.ABORTED and not winners:
        return End((), why)
    if winners is None and why is not None:
        tag = tags.get("termination")
        assert tag is not None
        raise tag.bad("expected a tag Result with the winner")
    if winners is None:
        return None
    return End(winners, Termination.RESIGNATION if why is None and moves.resigned else why)


def _last_word(moves: _Moves, rules: Ruleset) -> tuple[int, ...] | None:
    if moves.result is None:
        return None
    try:
        return parse_result(moves.result.text, rules)
    except ValueError as error:
        raise moves.result.bad(error) from None


def _meant_otherwise(tags: PgnTags, moves: _Moves, end: End | None) -> Iterator[str]:
    """The tags that other programs have used with a meaning different from ours."""
    chosen = any(isinstance(turn, Choice) for _, turn, _ in moves.others)
    if not chosen and tags.try_to_read(parse_placed, "opening") is None:
        yield "Opening"
    why = tags.try_to_read(parse_termination, "termination")
    if why is None and (end is None or end.termination is None):
        yield "Termination"
