"""A ruleset in a file: an object ``{"base": name, parameter: value, ...}`` as TOML or JSON."""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pente_core.rules.ruleset import RULESETS, InvalidRuleset
from pente_protocol.sentences import tell

_READERS: Final[Mapping[str, Callable[[str], object]]] = {".toml": tomllib.loads, ".json": json.loads}


def is_ruleset_file(text: str) -> bool:
    """Whether a text is the path of a file rather than the name of a ruleset.

    >>> is_ruleset_file("house.toml"), is_ruleset_file("rules/house"), is_ruleset_file("gomoku")
    (True, True, False)
    """
    path = Path(text)
    return path.suffix.lower() in _READERS or len(path.parts) > 1


def read_ruleset_file(name: str) -> dict[str, Any]:
    """Read the object of a file. Its base is checked, its parameters are not.

    Raises InvalidRuleset, with the name of the file.
    """
    reader = _READERS.get(Path(name).suffix.lower())
    if reader is None:
        raise InvalidRuleset.as_a_whole(tell("reach.the-name-of-a-ruleset", name=name))
    try:
        spec = reader(Path(name).read_text("utf-8"))
    except OSError as error:
        raise InvalidRuleset.as_a_whole(
            tell("reach.cant-be-read", name=name, reason=error.strerror or error)
        ) from None
    except (ValueError, RecursionError) as error:
        raise InvalidRuleset.as_a_whole(tell("reach.cant-be-parsed", name=name, error=error)) from None
    if not isinstance(spec, dict):
        raise InvalidRuleset.as_a_whole(tell("reach.must-contain-an-object-such", name=name))
    if spec.get("base", "pente") not in list(RULESETS):
        raise InvalidRuleset.as_a_whole(
            tell("reach.base-cant-be-it-is", name=name, spec=repr(spec["base"]), rulesets=", ".join(RULESETS))
        )
    return spec
