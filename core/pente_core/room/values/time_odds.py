"""Time odds, and the rulesets for which they are."""

from pente_core.clock.clock import BadTimeControl, Odds, TimeControl
from pente_core.rules.ruleset import Ruleset, Swap


def check_odds(control: TimeControl, rules: Ruleset) -> None:
    """Check that a time control fits a ruleset. Raises BadTimeControl."""
    if not isinstance(control, Odds):
        return
    if len(control.initial) != rules.sides:
        raise BadTimeControl(f"time odds need a time control for each of the {rules.sides} sides")
    if rules.swap is not Swap.NONE:
        raise BadTimeControl("time odds need an opening without a swap, in which the players exchange seats")
