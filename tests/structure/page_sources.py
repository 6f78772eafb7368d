"""The modules of the page."""

from functools import cache
from pathlib import Path

WEB = Path(__file__).parents[2] / "server" / "pente_server" / "web"
VENDOR = WEB / "vendor"
"""Files of others, loaded only to sign in."""


@cache
def page_modules() -> tuple[Path, ...]:
    """All modules of the page but those of others."""
    return tuple(sorted(path for path in WEB.rglob("*.js") if VENDOR not in path.parents))
