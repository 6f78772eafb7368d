"""The options that say what is played: a ruleset by name or file, and every parameter by itself."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from pente_client.files.ruleset_file import is_ruleset_file, read_ruleset_file
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from

RulesetSpec = str | dict[str, Any]

PARAMETERS: Final = {
    "size": "columns and rows of the board, 3 to 25",
    "line": "stones in a row that win, 3 to the size",
    "exact_line": "longer rows do not win",
    "captures": "lengths of the enemy runs that are taken, like 2,3",
    "goal": "captured stones that win",
    "poof": "lengths of the own runs that are lost between flanks, like 2",
    "unbreakable": "a row wins only once no capture can break it",
    "opening": "where the first stone goes",
    "second_move": "what is closed to the first side's second stone",
    "swap": "who may exchange seats in the opening",
    "stones_per_turn": "1 or 2; the very first turn has one",
    "sides": "2, 3 or 4 players",
    "teams": "four players in two teams: seats 0 and 2 against 1 and 3",
    "first": "what the colour that moves first is called",
    "announce": "tria and tessera are announced",
    "dead_draw": "drawn as soon as nobody can complete a row",
}
"""Every parameter of a ruleset, with what it says."""

NOTHING: Final = {"captures": "nothing is taken", "poof": "nothing is lost"}
"""What a list without lengths says."""


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add what is played."""
    group = parser.add_argument_group(
        "rules of the game", "A ruleset; what is given besides it is changed in it, and the rest stays."
    )
    names = ", ".join(RULESETS)
    group.add_argument(
        "--ruleset",
        metavar="R",
        help=f"one of {names} (pente), or a .toml or .json file with a base and parameters",
    )
    for entry in fields(Ruleset):
        if entry.name in PARAMETERS:
            _add_parameter(group, entry.name, entry.default)


def ruleset_asked_for(args: argparse.Namespace) -> RulesetSpec | None:
    """The ruleset that the options describe; None when they say nothing.

    Raises InvalidRuleset, with the reason why it can't be played.
    """
    given = {name: getattr(args, name) for name in PARAMETERS}
    changes = {name: value for name, value in given.items() if value is not None}
    if args.ruleset is None and not changes:
        return None
    rules = ruleset_of(args.ruleset or "pente", changes)
    if args.seat is not None and args.seat >= rules.sides:
        raise InvalidRuleset(f"there is no seat {args.seat} among {rules.sides}; they count from 0")
    return rules.spec


def ruleset_of(text: str, changes: Mapping[str, Any] = MappingProxyType({})) -> Ruleset:
    """A ruleset by name, file or JSON object, with changes. Raises InvalidRuleset."""
    if is_ruleset_file(text):
        return _changed_file(text, changes)
    if not text.startswith("{"):
        return ruleset_from({"base": text, **changes})
    try:
        spec = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRuleset(f"the ruleset is no JSON object: {error}") from None
    return ruleset_from({**spec, **changes})


def _changed_file(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a file with changes; what is wrong in the file itself is told with its name."""
    spec = read_ruleset_file(name)
    try:
        return ruleset_from({**spec, **changes})
    except InvalidRuleset as bad:
        try:
            ruleset_from(spec)
        except InvalidRuleset as worse:
            raise InvalidRuleset(f"{name}: {worse}") from None
        raise bad from None


def _add_parameter(group: "argparse._ArgumentGroup", name: str, usual: object) -> None:
    """Add the option of a parameter; ``usual`` is its value in `Ruleset`, which tells its type."""
    flag, text = f"--{name.replace('_', '-')}", PARAMETERS[name]
    match usual:
        case bool():
            group.add_argument(flag, action=argparse.BooleanOptionalAction, help=text)
        case StrEnum():
            group.add_argument(flag, choices=[kind.value for kind in type(usual)], help=text)
        case tuple():
            either = group.add_mutually_exclusive_group()
            either.add_argument(flag, metavar="N,N", type=_lengths, help=text)
            either.add_argument(f"--no-{name}", dest=name, action="store_const", const=[], help=NOTHING[name])
        case _:
            group.add_argument(flag, metavar="N", type=int, help=text)


def _lengths(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of lengths like 2,3") from None
