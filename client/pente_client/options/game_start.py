"""How a game begins, from the values of options: rules and clocks, perhaps a position or a handicap."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pente_client.options.positions import InvalidFilter, position_of
from pente_client.options.ruleset_options import RulesetSpec
from pente_core.clock.clock import TimeControl
from pente_core.clock.time_control import Odds, odds_of
from pente_core.rules.point import BadPoint, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_core.rules.setup import BadSetup, Setup
from pente_core.value.invalid_option import InvalidOption
from pente_protocol.sentences import tell, template
from pente_protocol.untrusted_text import clean

_RIVALS: Final = (
    *(("give", "position"), ("give", "from"), ("position", "from")),
    *(("time_odds", "time"), ("needs", "goals")),
)
"""Options that can't be combined."""


@dataclass(frozen=True, slots=True)
class GameStart:
    """How a game is to begin; None: as usual."""

    ruleset: RulesetSpec | None = None
    time: TimeControl | None = None
    seat: int | None = None
    setup: Setup | None = None
    keeps_seats: bool = False
    """Whether the players keep their seats in the next game."""


def game_start(
    values: Mapping[str, Any], ruleset: RulesetSpec | None, origin: Position | None = None
) -> GameStart:
    """How the values of options let a game begin.

    ``origin`` is the position that ``from`` names, once it is known; before, the game begins as without it.
    Raises InvalidOption, and InvalidRuleset.
    """
    _check(values)
    usual = GameStart(ruleset, values["time"], values["seat"])
    if values["from"] is not None and origin is None:
        return usual
    return _with_handicap(values, _start(values, usual, origin))


def _check(values: Mapping[str, Any]) -> None:
    """Check that the options can be combined. Raises InvalidOption."""
    for one, other in _RIVALS:
        if values[one] is not None and values[other] is not None:
            raise InvalidOption(one, tell("flag.and-cant-be-combined-use", one=one, other=other))


def _start(values: Mapping[str, Any], usual: GameStart, origin: Position | None) -> GameStart:
    if values["give"] is not None:
        return _with_given(values["give"], usual)
    rules = None if usual.ruleset is None else ruleset_from(usual.ruleset)
    name, position = "from" if values["position"] is None else "position", origin
    try:
        if values["position"] is not None:
            position = position_of(values["position"].split(), rules)
        if position is None:
            return usual
        rules = rules or position.rules
        setup = Setup.of(position)
        setup.position(rules)
    except (InvalidFilter, BadSetup) as bad:
        raise InvalidOption(name, "{problem}", problem=bad) from None
    return replace(usual, ruleset=rules.spec, setup=setup)


def _with_given(text: str, start: GameStart) -> GameStart:
    """The start with stones of the opponent on the board; after them the player moves."""
    rules = ruleset_from(start.ruleset or "pente")
    if rules.sides != 2:
        raise InvalidOption("give", template("flag.is-for-games-of-two"))
    seat = 1 if start.seat is None else start.seat
    try:
        points = tuple(sorted({parse_point(name.strip(), rules.size) for name in text.split(",")}))
        setup = Setup(
            ((), points) if seat == 0 else (points, ()), colour=seat, stones_left=rules.stones_per_turn
        )
        setup.position(rules)
    except (BadPoint, BadSetup) as bad:
        raise InvalidOption("give", "{problem}", problem=clean(str(bad))) from None
    return replace(start, seat=seat, setup=setup, keeps_seats=True)


def _with_handicap(values: Mapping[str, Any], start: GameStart) -> GameStart:
    """The start with the player's and the others' times and goals, by seat."""
    odds: Odds | None = values["time_odds"]
    if odds is None and values["needs"] is None:
        return start
    rules = ruleset_from(start.ruleset or "pente")
    seat = secrets.randbelow(rules.sides) if start.seat is None else start.seat
    own = rules.team(seat)
    if odds is not None:
        mine, others = odds.each
        start = replace(start, time=odds_of(mine if n in own else others for n in range(rules.sides)))
    if values["needs"] is not None:
        goal, of_others = values["needs"]
        goals = [goal if n in own else of_others for n in range(rules.sides)]
        start = replace(start, ruleset=_with_goals(rules, goals).spec)
    return replace(start, seat=seat)


def _with_goals(rules: Ruleset, goals: list[int]) -> Ruleset:
    spec = {"base": rules.spec} if isinstance(rules.spec, str) else rules.spec
    try:
        return ruleset_from({**spec, "goals": goals})
    except InvalidRuleset as bad:
        raise InvalidOption("needs", "{problem}", problem=bad.problems[0]) from None
