"""Whether a store is as durable as the options say that it has to be."""

import argparse

from pente_server.store import Durability, DurabilityLevel


class NotDurable(Exception):
    """The store is less durable than it has to be; the message is one sentence that says what to do."""


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
