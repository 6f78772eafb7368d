"""The option for how durable the store has to be, and what follows from it at the start."""

import argparse
from typing import Final

from pente_server.settings.environment import Reader, default_from
from pente_server.store import Durability, DurabilityLevel

CHOICES: Final = ("strict", "any")


class NotDurable(Exception):
    """The store is less durable than it has to be; the message is one sentence that says what to do."""


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Add --durability."""
    parser.add_argument(
        "--durability",
        metavar="{strict,any}",
        type=Reader(_durability),
        default=default_from("PENTE_DURABILITY") or None,
        help="strict: serve only while the store can't lose an acknowledged move; any: serve all the same,"
        " and warn (default: strict; with --store memory: any)",
    )


def needs_strict(args: argparse.Namespace) -> bool:
    """Whether the server may serve only while its store is strictly durable."""
    return args.durability == "strict" or (args.durability is None and args.store != "memory")


def check(found: Durability, args: argparse.Namespace) -> None:
    """Check that a server may start with a store. Raises NotDurable.

    A store that will be durable in a moment may be started with: requests are refused until then.
    """
    if found.is_strict or found.is_passing or not needs_strict(args):
        return
    if found.level is DurabilityLevel.MEMORY:
        raise NotDurable(
            "a store in memory is not durable;"
            " omit --store memory, or --durability strict and PENTE_DURABILITY"
        )
    raise NotDurable(
        f"the durability of the store is {found.level}, not strict: {found.reason},"
        " or accept with --durability any that moves can be lost"
    )


def _durability(text: str) -> str:
    if text not in CHOICES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a durability; give strict or any")
    return text
