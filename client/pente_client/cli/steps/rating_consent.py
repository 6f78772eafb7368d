"""Consent to a rated game that only its players can find, as the rating shows its result to everybody."""

import argparse
import sys
from typing import Final

from pente_client.cli.steps.connect import is_interactive
from pente_client.connection import RequestRejected
from pente_client.options.new_game import TOLD
from pente_core.room import Reason
from pente_protocol.sentences import tell

_REMEDY: Final = tell("steps.remedy")


class RatingShown(RequestRejected):
    """A private game is rated, and the player has not accepted that."""

    def __init__(self) -> None:
        super().__init__(Reason.RATING_SHOWN, f"{TOLD} {_REMEDY}")


def is_accepted(args: argparse.Namespace) -> bool:
    """Whether the player accepts such a game: by the option, or when asked at a terminal."""
    if args.accepts_rating:
        return True
    if not is_interactive(args):
        return False
    print(tell("steps.play-it-y-n-2", told=TOLD), end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}
