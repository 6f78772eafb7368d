"""axe-core, which finds in a page what keeps people from using it."""

from functools import cache
from pathlib import Path
from typing import Final

from tests.support.npm import node_modules

_LOCKED: Final = Path(__file__).with_name("axe")

VIOLATIONS: Final = """axe.run({resultTypes: ["violations"]}).then(({violations}) =>
  violations.flatMap(({id, help, nodes}) =>
    nodes.map(({target, html, failureSummary}) => [id, help, target, html, failureSummary].join(" | "))))"""
"""An expression, once the source is loaded: a line for each element that breaks a rule."""


@cache
def axe_source() -> str:
    """The script that brings `axe`; skips the test where it can't be installed."""
    return (node_modules(_LOCKED, oldest=18) / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
