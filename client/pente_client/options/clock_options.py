"""The option for the time control of a game."""

from typing import Final

from pente_client.options.connection_options import Group
from pente_client.options.values import read_time_control
from pente_core.clock.time_control import FORMS

DEFAULT_TIME: Final = "10+5"


def add_time(group: Group, shown: str, default: str | None = None) -> None:
    """Add the time control; ``default`` is parsed like a value, and ``shown`` in the help."""
    group.add_argument(
        "--time",
        metavar="T",
        type=read_time_control,
        default=default,
        help=f"the clock, as minutes+seconds per turn or another of {FORMS} (default: {shown})",
    )
