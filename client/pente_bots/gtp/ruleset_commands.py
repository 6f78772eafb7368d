"""The extension of docs/gtp.md: rulesets, captures, swap openings, and clocks with an increment."""

import json
from typing import Final

from pente_bots.gtp.gtp_arguments import SYNTAX_ERROR
from pente_bots.gtp.gtp_clock import GtpClock
from pente_bots.gtp.gtp_engine import COLOURS, GtpEngine
from pente_bots.gtp.gtp_lines import GtpError
from pente_core.clock.clock import BadTimeControl, Odds
from pente_core.clock.time_control import parse_time_control
from pente_core.notation import BadPosition, format_position, parse_position
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, ruleset_from

_MANY_SIDES: Final = ruleset_from({"base": "pente", "sides": 4})
EVERYTHING: Final = "*"
"""Says that all rulesets are played, with any parameters."""


def rulesets(engine: GtpEngine, _rest: str) -> str:
    supports = engine.player.supports
    names = [name for name, rules in RULESETS.items() if supports(rules)]
    return EVERYTHING if len(names) == len(RULESETS) and supports(_MANY_SIDES) else " ".join(names)


def position(engine: GtpEngine, rest: str) -> str:
    """The position now, or another one from which the game goes on."""
    if not rest:
        return format_position(engine.game.position)
    try:
        found = parse_position(rest)
    except BadPosition as bad:
        raise GtpError(f"unacceptable position: {bad}") from None
    engine.check(found.rules)
    engine.go_on(engine.game.again(found.rules).beginning_at(found))
    return ""


def ruleset(engine: GtpEngine, rest: str) -> str:
    """The ruleset now, or another one."""
    if not rest:
        spec = engine.game.rules.spec
        return spec if isinstance(spec, str) else json.dumps(spec, separators=(",", ":"))
    try:
        rules = ruleset_from(json.loads(rest) if rest.startswith("{") else rest)
    except InvalidRuleset as bad:
        raise GtpError(f"unacceptable ruleset: {bad}") from None
    except (ValueError, RecursionError):
        raise GtpError("unacceptable ruleset: not valid JSON") from None
    engine.check(rules)
    engine.begin(rules)
    return ""


def captures(engine: GtpEngine, _rest: str) -> str:
    return " ".join(map(str, engine.game.position.taken))


def choices(engine: GtpEngine, _rest: str) -> str:
    return "" if engine.game.game.is_over else " ".join(engine.game.position.choices)


def outcome(engine: GtpEngine, _rest: str) -> str:
    end = engine.game.game.outcome
    if end is None:
        return "none"
    winners = " ".join(COLOURS[seat] for seat in end.winners)
    return f"{winners or 'draw'} {end.termination}"


def time_settings(engine: GtpEngine, rest: str) -> str:
    try:
        control = parse_time_control(rest)
    except BadTimeControl as bad:
        raise GtpError(f"{SYNTAX_ERROR}: {bad}") from None
    if isinstance(control, Odds):
        raise GtpError(f"{SYNTAX_ERROR}: both sides have the same clock")
    engine.clock = GtpClock.of(control)
    return ""
