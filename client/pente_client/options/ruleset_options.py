"""Options for what is played: a ruleset by name, file or JSON, its parameters, and the time control."""

import argparse
import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pente_client.files.ruleset_file import is_ruleset_file, read_ruleset_file
from pente_client.options.values import reader
from pente_core.clock.time_control import TimeControl
from pente_core.rules.ruleset import RULESETS, InvalidRuleset, Ruleset, ruleset_from
from pente_core.value import replace
from pente_protocol.game_options import PARAMETERS, RULESET, TIME
from pente_protocol.option import Option, Parsed, Text
from pente_protocol.option_arguments import Where, add_options, add_sections
from pente_protocol.sentences import tell

RulesetSpec = str | dict[str, Any]


def add_rules(parser: argparse.ArgumentParser, where: Where) -> None:
    """Add all parameters of a ruleset, and the ruleset itself to ``where``."""
    add_named_ruleset(where)
    add_sections(parser, PARAMETERS)


def add_named_ruleset(where: Where) -> None:
    """Add the ruleset, which may be one of a file too; it is read with the parameters that change it."""
    names = ", ".join(RULESETS)
    row = replace(RULESET, kind=Text(10_000), key="ruleset-line", places=(("names", names),))
    add_options(where, [row])


def ruleset_option(default: str | None, key: str = "ruleset-whole") -> Option[Ruleset]:
    """A ruleset as a whole, without its parameters; ``key`` is that of its help among those of a game."""
    return Option(
        name=RULESET.name,
        kind=Parsed(ruleset_of, "kind.ruleset", lambda rules: json.dumps(rules.spec).strip('"')),
        texts=RULESET.texts,
        key=key,
        default=None if default is None else ruleset_of(default),
        metavar="R",
    )


def time_option(usual: str, default: str | None = None) -> Option[TimeControl]:
    """A time control; ``default`` is read like a value, and ``usual`` says what it is."""
    return replace(TIME, default=None if default is None else TIME.parse(default), usual=usual)


def read_ruleset(text: str) -> Ruleset:
    """A reader of rulesets for ``type=`` of argparse."""
    return reader(ruleset_of, InvalidRuleset)(text)


def ruleset_asked_for(values: Mapping[str, Any]) -> RulesetSpec | None:
    """The ruleset that the values of options describe; None without any of them.

    Raises InvalidRuleset, with the reason why it can't be played.
    """
    changes = parameters_asked_for(values)
    if values["ruleset"] is None and not changes:
        return None
    return ruleset_of(values["ruleset"] or "pente", changes).spec


def parameters_asked_for(values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that are given."""
    return {row.name: values[row.name] for row in PARAMETERS if values.get(row.name) is not None}


def ruleset_of(text: str, changes: Mapping[str, Any] = MappingProxyType({})) -> Ruleset:
    """A ruleset by name, file or JSON object, with changes. Raises InvalidRuleset."""
    if is_ruleset_file(text):
        return _changed_file(text, changes)
    if not text.startswith("{"):
        return ruleset_from({"base": text, **changes})
    try:
        spec = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRuleset.as_a_whole(tell("flag.the-ruleset-is-not-valid", error=error)) from None
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
            raise InvalidRuleset.as_a_whole(f"{name}: {worse}") from None
        raise bad from None
