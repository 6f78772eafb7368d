"""The text forms of a record's fields, as pairs of parse and format functions.

The parse functions raise ValueError with a sentence that says what was expected.

Text is sanitized first, so that it can't control a terminal or break a format.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from pente_core.clock.clock import (
    BadTimeControl,
    ByoYomi,
    Delay,
    Fischer,
    Odds,
    PerMove,
    TimeControl,
    Unlimited,
    parse_time_control,
)
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import odds_of
from pente_core.rules.game import Retirement, Turn, format_turn, parse_turn
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import BadPoint
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Opening, Ruleset, ruleset_from


def tidy(text: str) -> str:
    r"""Return text as one line: unprintable characters count as white space, which becomes single spaces.

    >>> tidy("  Ann\x1b[2J\n  and\u202eBob ")
    'Ann [2J and Bob'
    """
    if not text.isprintable():
        text = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(text.split())


def is_tidy(text: str) -> bool:
    """Whether `tidy` leaves the text unchanged."""
    return text == tidy(text)


def quoted(text: str, longest: int = 40) -> str:
    """Quote untrusted text for an error message: shortened and safe to display."""
    short = tidy(text[: 4 * longest])
    return repr(short if len(short) <= longest else short[: longest - 1] + "…")


def wrapped(words: Iterable[str], width: int) -> Iterator[str]:
    """Join words to lines of at most ``width`` characters; a longer word gets a line of its own.

    >>> list(wrapped(["1.", "K10", "L10", "2."], 8))
    ['1. K10', 'L10 2.']
    """
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


GAMES: Final = {
    "pente": "Pente",
    "pente-casual": "Pente",
    "keryo-pente": "Keryo-Pente",
    "g-pente": "G-Pente",
    "d-pente": "D-Pente",
    "d-keryo": "DK-Pente",
    "swap2-pente": "Swap2-Pente",
    "swap2-keryo": "Swap2-Keryo",
    "poof-pente": "Poof-Pente",
    "o-pente": "O-Pente",
    "boat-pente": "Boat-Pente",
    "gomoku": "Gomoku",
    "connect6": "Connect6",
    "freestyle": "Freestyle",
}
"""pente.org's name for each named ruleset, and Freestyle, which pente.org does not have."""


def implied_ruleset(game: str, *, rated: bool | None) -> Ruleset | None:
    """The ruleset of a game of which only pente.org's name is known; None if the name is unknown.

    pente.org's unrated games have no opening restrictions.

    >>> implied_ruleset("Speed Pente", rated=False).base
    'pente-casual'
    """
    base = _BASES.get(_key(re.sub("^(speed|turn-based) ", "", game.casefold())))
    if base is None or rated is not False:
        return RULESETS.get(base or "")
    if base == "pente":
        return RULESETS["pente-casual"]
    if base in _FREE_WHEN_UNRATED:
        return ruleset_from({"base": base, "opening": "free", "second_move": "free"})
    return RULESETS[base]


def parse_ruleset(text: str) -> Ruleset:
    """Parse the name of a ruleset, or its parameters as a JSON object."""
    try:
        return ruleset_from(json.loads(text) if text.startswith("{") else text)
    except InvalidRuleset as error:
        raise ValueError(f"expected a ruleset: {quoted(str(error), 160)}") from None
    except (ValueError, RecursionError):
        raise ValueError("expected a ruleset: a name, or its parameters as a JSON object") from None


def format_ruleset(rules: Ruleset) -> str:
    """The inverse of `parse_ruleset`."""
    return rules.spec if isinstance(rules.spec, str) else json.dumps(rules.spec)


def parse_result(text: str, rules: Ruleset) -> tuple[int, ...] | None:
    """Parse a result: the seats that won, empty for a draw; None if the result is unknown.

    >>> parse_result("0-1", RULESETS["pente"])
    (1,)
    """
    if text in _UNKNOWN:
        return None
    if text in _DRAWS:
        return ()
    for seat in range(rules.sides):
        if text == format_result(rules.team(seat), rules):
            return rules.team(seat)
    won = (format_result(rules.team(seat), rules) for seat in range(2 if rules.teams else rules.sides))
    raise ValueError(f"expected a result ({', '.join(won)}, 1/2-1/2 or ?), not {quoted(text)}")


def format_result(winners: tuple[int, ...] | None, rules: Ruleset) -> str:
    """The inverse of `parse_result`: a score for each seat, or for each of two teams.

    >>> format_result((2,), ruleset_from({"sides": 3}))
    '0-0-1'
    """
    if winners is None:
        return "?"
    if not winners:
        return "1/2-1/2"
    seats = range(2 if rules.teams else rules.sides)
    return "-".join("1" if seat in winners else "0" for seat in seats)


def parse_termination(text: str) -> Termination:
    """Parse the reason why a game ended."""
    if text not in _TERMINATIONS:
        raise ValueError(f"expected one of {', '.join(Termination)}, not {quoted(text)}")
    return Termination(text)


TURN_BASED: Final = "Turn-based Game"
"""pente.org's event name for correspondence games, in which a bare number means days per move."""


def is_turn_based(event: str) -> bool:
    """Whether an event is pente.org's for correspondence games, in any case.

    >>> is_turn_based("Turn-based game"), is_turn_based("Casual Game")
    (True, False)
    """
    return event.casefold() == TURN_BASED.casefold()


def parse_control(text: str, event: str = "") -> TimeControl:
    """Parse a time control of pente.org: minutes, and seconds for each turn.

    >>> parse_control("7", TURN_BASED)
    PerMove(each=604800000)
    """
    try:
        if is_turn_based(event) and re.fullmatch("[0-9]{1,2}", text):
            return PerMove(Millis(int(text) * _DAY))
        return parse_time_control(text)
    except BadTimeControl as error:
        raise ValueError(f"expected a time control: {quoted(str(error), 160)}") from None


def format_control(control: TimeControl, event: str = "") -> str | None:
    """The inverse of `parse_control`; None for a time control that pente.org's form can't express.

    That is every kind but Fischer, fractions of minutes and seconds, and minutes alone in a turn-based game.

    >>> format_control(Fischer(Millis(300_000), Millis(3000))), format_control(Fischer(Millis(1000)))
    ('5+3', None)
    """
    match control:
        case Unlimited():
            return "-"
        case Fischer(initial, increment):
            if initial % 60_000 or increment % 1000 or (is_turn_based(event) and not increment):
                return None
            return f"{initial // 60_000}" + (f"+{increment // 1000}" if increment else "")
        case PerMove(each) if is_turn_based(event) and each % _DAY == 0:
            return str(each // _DAY)
        case PerMove() | Delay() | ByoYomi() | Odds():
            return None
        case _ as unreachable:
            assert_never(unreachable)


def parse_control_seconds(text: str) -> TimeControl:
    """Parse a time control in seconds with up to three decimals: ``90+1.5``, or ``-`` for none.

    A delay is written ``90d1.5``, byo-yomi ``600+5x30``, a time for every turn ``30/move``, and time odds as
    such a text for each seat, with commas between.
    """
    try:
        return _control_seconds(text)
    except BadTimeControl as error:
        raise ValueError(f"expected a time control: {error}") from None


def _control_seconds(text: str) -> TimeControl:
    if text == "-":
        return Unlimited()
    if "," in text:
        return odds_of(map(_control_seconds, text.split(",")[:5]))
    if text.endswith("/move"):
        return PerMove(parse_seconds(text.removesuffix("/move")))
    initial, is_delay, delay = text.partition("d")
    if is_delay:
        return Delay(parse_seconds(initial), parse_seconds(delay))
    initial, _, increment = text.partition("+")
    periods, is_byo_yomi, period = increment.partition("x")
    if is_byo_yomi:
        return ByoYomi(parse_seconds(initial), _periods(periods), parse_seconds(period))
    return Fischer(parse_seconds(initial), parse_seconds(increment or "0"))


def _periods(text: str) -> int:
    if re.fullmatch("[0-9]{1,2}", text) is None:
        raise ValueError(f"expected a number of periods, not {quoted(text)}")
    return int(text)


def format_control_seconds(control: TimeControl) -> str:
    """The inverse of `parse_control_seconds`.

    >>> format_control_seconds(Fischer(Millis(90_000), Millis(1500)))
    '90+1.5'
    """
    match control:
        case Unlimited():
            return "-"
        case Fischer(initial, increment):
            return f"{format_seconds(initial)}+{format_seconds(increment)}"
        case Delay(initial, delay):
            return f"{format_seconds(initial)}d{format_seconds(delay)}"
        case ByoYomi(initial, periods, period):
            return f"{format_seconds(initial)}+{periods}x{format_seconds(period)}"
        case PerMove(each):
            return f"{format_seconds(each)}/move"
        case Odds():
            return ",".join(map(format_control_seconds, control.each))
        case _ as unreachable:
            assert_never(unreachable)


def parse_seconds(text: str) -> Millis:
    """Parse a span of time in seconds with up to three decimals."""
    if re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,3})?", text) is None:
        raise ValueError(f"expected seconds, like 299.5, not {quoted(text)}")
    whole, _, part = text.partition(".")
    return Millis(int(whole) * 1000 + int(part.ljust(3, "0")))


def format_seconds(span: Millis) -> str:
    """The inverse of `parse_seconds`.

    >>> format_seconds(Millis(299_500)), format_seconds(Millis(10_000))
    ('299.5', '10')
    """
    whole, part = divmod(span, 1000)
    return f"{whole}.{part:03}".rstrip("0") if part else str(whole)


def parse_clocks(text: str) -> tuple[Millis | None, ...]:
    """Parse the clock times after each turn: seconds, or ``-`` if unknown."""
    return tuple(None if word == "-" else parse_seconds(word) for word in text.split())


def format_clocks(clocks: Iterable[Millis | None]) -> str:
    """The inverse of `parse_clocks`."""
    return " ".join("-" if left is None else format_seconds(left) for left in clocks)


Placed = tuple[int, Choice | Retirement]
"""A choice or retirement, with the number of stones placed before it."""


def placed_turns(turns: Iterable[Turn]) -> Iterator[Placed]:
    """The turns that place no stone, each with the number of stones placed before it."""
    ply = 0
    for turn in turns:
        if isinstance(turn, Choice | Retirement):
            yield ply, turn
        else:
            ply += 1


def parse_placed(text: str) -> tuple[Placed, ...]:
    """Parse turns with the number of stones before each: ``3:pass 5:swap``, ``14:time:2``."""
    placed = tuple(map(_parse_placed, text.split()))
    if [ply for ply, _ in placed] != sorted(ply for ply, _ in placed):
        raise ValueError("expected turns in the order of the game")
    return placed


def format_placed(placed: Iterable[Placed]) -> str:
    """The inverse of `parse_placed`."""
    return " ".join(f"{ply}:{format_turn(turn, 19)}" for ply, turn in placed)


def _parse_placed(word: str) -> Placed:
    ply, _, name = word.partition(":")
    if re.fullmatch("[0-9]{1,6}", ply):
        try:
            turn = parse_turn(name, 19)
        except BadPoint:
            turn = None
        if isinstance(turn, Choice | Retirement):
            return int(ply), turn
    raise ValueError(f"expected a number of stones and a turn, like 3:pass or 14:time:2, not {quoted(word)}")


_DAY: Final = 24 * 60 * 60 * 1000


def _key(name: str) -> str:
    return re.sub("[ _-]", "", name.casefold())


_FREE_WHEN_UNRATED: Final = frozenset(
    rules.base
    for rules in RULESETS.values()
    if rules.opening is Opening.CENTRE and rules.captures and rules.base != "g-pente"
)
_BASES: Final = (
    {_key(game): base for base, game in reversed(GAMES.items())}
    | {_key(base): base for base in RULESETS}
    | {"keryo": "keryo-pente"}
)
_TERMINATIONS: Final = frozenset(Termination)
_UNKNOWN: Final = frozenset({"?", "*", "-", ""})
_DRAWS: Final = frozenset({"1/2-1/2", "½-½", "0-0", "0-0-0", "0-0-0-0"})
