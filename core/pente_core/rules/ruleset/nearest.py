"""Parameters that fit each other."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from pente_core.rules.ruleset.parameters import Opening, SecondMove, Swap

FREE: Final[dict[str, Any]] = {"opening": Opening.FREE, "second_move": SecondMove.FREE}
"""The parameters of an opening without restrictions, as on boards without a centre."""


def nearest_values(values: Mapping[str, Any], bases: Collection[str]) -> dict[str, Any]:
    """The parameters of the playable ruleset with the fewest changes to ``values``.

    If two parameters contradict each other, the one declared first in `Ruleset` is kept: the board, then
    captures, then sides.
    """
    near = dict(values)
    near["base"] = near["base"] if near["base"] in bases else "pente"
    near["size"] = clamped(near["size"], 3, 25)
    near["line"] = clamped(near["line"], 3, near["size"])
    near["sides"] = 4 if near["teams"] and near["sides"] != 3 else clamped(near["sides"], 2, 4)
    near["teams"] = near["teams"] and near["sides"] == 4
    near["stones_per_turn"] = clamped(near["stones_per_turn"], 1, 2)
    near.update(_nearest_captures(near))
    if near["sides"] > 2:
        near.update(poof=(), unbreakable=False, swap=Swap.NONE)
    if near["unbreakable"] or near["swap"] is not Swap.NONE:
        near["stones_per_turn"] = 1
    near.update(_nearest_opening(near))
    near["goals"] = ()
    return near


def clamped(value: int, least: int, most: int) -> int:
    return max(least, min(value, most))


def _nearest_captures(near: Mapping[str, Any]) -> dict[str, Any]:
    size = near["size"]
    captures, poof = (
        tuple(sorted({length for length in near[name] if 1 <= length <= size}))
        for name in ("captures", "poof")
    )
    if not captures:
        return {"captures": (), "goal": 0, "poof": (), "unbreakable": False}
    return {
        "captures": captures,
        "goal": clamped(near["goal"], 1, size**2),
        "poof": poof,
        "dead_draw": False,
    }


def _nearest_opening(near: Mapping[str, Any]) -> dict[str, Any]:
    if near["size"] % 2 == 0:
        return FREE
    if near["second_move"] is SecondMove.G_PENTE and near["size"] != 19:
        return {"second_move": SecondMove.TOURNAMENT if near["size"] > 5 else SecondMove.FREE}
    if near["size"] <= 5:  # the closed zone would cover the whole board
        return {"second_move": SecondMove.FREE}
    return {}


def adapted(base: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of ``base`` that have to change to fit the given ones (see `ruleset_from`)."""
    fit: dict[str, Any] = {}
    if given.get("size", base["size"]) % 2 == 0:
        fit.update(FREE)
    if given.get("captures", base["captures"]):
        if not base["captures"]:
            fit.update(goal=10, dead_draw=False)
    else:
        fit.update(goal=0, poof=(), unbreakable=False)
    if given.get("sides", base["sides"]) > 2 and not given.get("teams", base["teams"]):
        fit.update(line=4)
    return fit
