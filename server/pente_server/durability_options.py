"""The option for how durable the store has to be."""

import argparse
from typing import Final

from pente_server.settings.environment import Reader, default_from

CHOICES: Final = ("strict", "any")


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


def _durability(text: str) -> str:
    if text not in CHOICES:
        raise argparse.ArgumentTypeError(f"{text!r} is not a durability; give strict or any")
    return text
