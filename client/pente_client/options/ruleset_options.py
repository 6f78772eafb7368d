"""Options for the rules of a game: a ruleset by name, file or JSON, and each of its parameters."""

import argparse
import json
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from msgspec import structs

from pente_client.files.ruleset_file import is_ruleset_file, read_ruleset_file
from pente_client.options.connection_options import Group
from pente_client.options.values import reader, whole_number
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from
from pente_protocol.untrusted_text import clean

RulesetSpec = str | dict[str, Any]

PARAMETERS: Final = {
    "size": "columns and rows of the board, 3 to 25",
    "line": "stones in a row that win, 3 to the board size",
    "exact_line": "only rows of exactly that length win",
    "captures": "lengths of the runs that can be captured, such as 2,3",
    "goal": "captured stones that win",
    "poof": "lengths of the runs that vanish when you move them between enemy stones, such as 2",
    "unbreakable": "a row wins only when no capture can break it",
    "opening": "where the first stone may go",
    "second_move": "where the first player's second stone may not go",
    "swap": "who may exchange seats in the opening",
    "stones_per_turn": "1 or 2; the first turn always has one",
    "sides": "number of players: 2, 3 or 4",
    "teams": "two teams of two: seats 0 and 2 against 1 and 3",
    "first": "the colour that moves first",
    "announce": "tria and tessera are announced",
    "dead_draw": "the game is drawn as soon as no row can be completed",
    "goals": "captured stones that win for each seat, such as 10,6, as a handicap",
}
"""The help of every parameter of a ruleset."""

NOTHING: Final = {"captures": "no captures", "poof": "no stones vanish", "goals": "the same for all seats"}
"""The help of the options for empty lists."""


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the ruleset and all its parameters."""
    group = parser.add_argument_group(
        "rules of the game", "A ruleset, and changes to it; parameters that you don't give keep their values."
    )
    names = ", ".join(RULESETS)
    group.add_argument(
        "--ruleset",
        metavar="R",
        help=f"one of {names} (default: pente), or a .toml or .json file with a base and parameters",
    )
    for entry in structs.fields(Ruleset):
        if entry.name in PARAMETERS:
            _add_parameter(group, entry.name, entry.default)


def add_ruleset(group: Group, *, default: str | None, what: str = "the ruleset") -> None:
    """Add a ruleset as a whole, without its parameters."""
    shown = f" (default: {default})" if default else ""
    group.add_argument(
        "--ruleset",
        metavar="R",
        type=read_ruleset,
        default=default,
        help=f"{what}: a name, a file, or JSON{shown}",
    )


def read_ruleset(text: str) -> Ruleset:
    """A reader of rulesets for ``type=`` of argparse."""
    return reader(ruleset_of, InvalidRuleset)(text)


def ruleset_asked_for(args: argparse.Namespace) -> RulesetSpec | None:
    """The ruleset that the options describe; None without any of them.

    Raises InvalidRuleset, with the reason why it can't be played.
    """
    changes = parameters_asked_for(args)
    if args.ruleset is None and not changes:
        return None
    rules = ruleset_of(args.ruleset or "pente", changes)
    if args.seat is not None and args.seat >= rules.sides:
        raise InvalidRuleset(f"there is no seat {args.seat}; the {rules.sides} seats are numbered from 0")
    return rules.spec


def parameters_asked_for(args: argparse.Namespace) -> dict[str, Any]:
    """The parameters that the options give."""
    given = {name: getattr(args, name) for name in PARAMETERS}
    return {name: value for name, value in given.items() if value is not None}


def ruleset_of(text: str, changes: Mapping[str, Any] = MappingProxyType({})) -> Ruleset:
    """A ruleset by name, file or JSON object, with changes. Raises InvalidRuleset."""
    if is_ruleset_file(text):
        return _changed_file(text, changes)
    if not text.startswith("{"):
        return ruleset_from({"base": text, **changes})
    try:
        spec = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRuleset(f"the ruleset is not valid JSON: {error}") from None
    return ruleset_from({**spec, **changes})


def _changed_file(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """The ruleset of a file with changes. An error in the file itself is reported with the file's name."""
    spec = read_ruleset_file(name)
    try:
        return ruleset_from({**spec, **changes})
    except InvalidRuleset as bad:
        try:
            ruleset_from(spec)
        except InvalidRuleset as worse:
            raise InvalidRuleset(f"{name}: {worse}") from None
        raise bad from None


def _add_parameter(group: "argparse._ArgumentGroup", name: str, default: object) -> None:
    """Add the option of a parameter; the type of ``default``, its value in `Ruleset`, decides its form."""
    flag, text = f"--{name.replace('_', '-')}", PARAMETERS[name]
    match default:
        case bool():
            group.add_argument(flag, action=argparse.BooleanOptionalAction, help=text)
        case StrEnum():
            group.add_argument(flag, choices=[kind.value for kind in type(default)], help=text)
        case tuple():
            either = group.add_mutually_exclusive_group()
            either.add_argument(flag, metavar="N,N", type=_lengths, help=text)
            either.add_argument(f"--no-{name}", dest=name, action="store_const", const=[], help=NOTHING[name])
        case _:
            group.add_argument(flag, metavar="N", type=whole_number(0), help=text)


def _lengths(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{clean(text, 20)!r} is not a list of lengths such as 2,3"
        ) from None
