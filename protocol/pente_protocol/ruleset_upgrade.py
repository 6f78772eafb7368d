"""The upgrade of rulesets in values that were stored in log format 1.

There a ruleset was a name, or a map of a ``base`` and the parameters that differ from it. Now it is a map of
all parameters that differ from *pente*, with the name of the base under ``variant``. No map has both keys, so
either form is recognised wherever it stands.
"""

from msgspec import to_builtins

from pente_core.rules.ruleset import InvalidRuleset, ruleset_from
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import Wire
from pente_protocol.untrusted_text import clean


def with_explicit_ruleset(wire: Wire) -> Wire:
    """The map of an event or a summary with its ruleset in the new form; the same map if it is, or has none.

    Raises ProtocolError if the ruleset is none.
    """
    older = wire.get("ruleset")
    if not (isinstance(older, str) or (isinstance(older, dict) and "base" in older)):
        return wire
    try:
        return wire | {"ruleset": to_builtins(ruleset_from(older))}
    except InvalidRuleset as error:
        raise ProtocolError(clean(f"not a ruleset: {error}")) from None
