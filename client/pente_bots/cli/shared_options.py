"""What the command lines of all bots have in common: the server, what to accept, and what to say."""

import argparse
import os
from pathlib import Path
from typing import Final, TypeVar

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.policy import OpponentKind, Policy
from pente_bots.players.player import Player
from pente_client.connection import DEFAULT_URL
from pente_core.clock.clock import BadTimeControl, TimeControl, parse_time_control
from pente_core.rating import Speed
from pente_core.rules.ruleset import RULESETS
from pente_protocol.untrusted_text import BadName, check_name

EXIT_STATUS: Final = """
environment: PENTE_URL stands in for the address, PENTE_STATE is where identities are kept.
exit status: 0 after SIGTERM and after the last game of a challenge, 1 when it could not go on, 2 for a wrong
command line, 3 when the server can't be reached, 4 when the server or the opponent refuses, 130 after Ctrl-C.
"""
_LONGEST_TEXT: Final = 200
T = TypeVar("T")


def add_url(parser: argparse.ArgumentParser) -> None:
    """Add the address of the server."""
    url = os.environ.get("PENTE_URL") or DEFAULT_URL
    parser.add_argument("url", nargs="?", metavar="URL", default=url, help="the server (%(default)s)")


def add_connection(parser: argparse.ArgumentParser, name: str) -> None:
    """Add who plays, and how the server is reached. ``name`` says which name is usual."""
    group = parser.add_argument_group("connection")
    group.add_argument("--name", metavar="NAME", type=_name, help=f"name to play under ({name})")
    add_trust(group)
    group.add_argument(
        "--wait",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="how long to try when the server can't be reached at first (%(default)s)",
    )
    group.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much is written to stderr (%(default)s)",
    )


def add_trust(group: "argparse._ArgumentGroup") -> None:
    """Add who we are at a server, and which servers may learn it."""
    group.add_argument(
        "--identities",
        type=Path,
        metavar="FILE",
        help="where identities are kept (identities.json in PENTE_STATE)",
    )
    group.add_argument(
        "--insecure", action="store_true", help="allow ws:// to another machine, in a network that you trust"
    )


def add_policy(parser: argparse.ArgumentParser) -> None:
    """Add which invitations are accepted."""
    group = parser.add_argument_group("invitations", "Others are declined, with a line that says why.")
    group.add_argument(
        "--accept-from",
        type=_company,
        default=(OpponentKind.ANYONE, ()),
        metavar="WHO",
        help="anyone, persons, bots, or names with commas (anyone)",
    )
    group.add_argument(
        "--accept-rulesets",
        type=_rulesets,
        default=(),
        metavar="R,R",
        help="by their names (all that the player can play)",
    )
    group.add_argument(
        "--accept-speeds",
        type=_speeds,
        default=(),
        metavar="S,S",
        help=f"of {', '.join(Speed)} (all)",
    )
    group.add_argument("--fastest", type=_time, metavar="T", help="nothing faster than, say, 3+2")
    group.add_argument("--slowest", type=_time, metavar="T", help="nothing slower than, say, 3d/move")
    group.add_argument("--rated", action="store_true", help="also games that count for ratings")
    group.add_argument(
        "--max-games", type=count, default=20, metavar="N", help="accept so many at once (%(default)s)"
    )
    group.add_argument(
        "--max-each", type=count, metavar="N", help="accept so many at once from one player (no limit)"
    )


def add_behaviour(parser: argparse.ArgumentParser) -> None:
    """Add how it behaves at the tables."""
    group = parser.add_argument_group("at the table")
    group.add_argument("--greet", type=_words, metavar="TEXT", help="say so when a game begins")
    group.add_argument("--thank", type=_words, metavar="TEXT", help="say so when it is over")
    group.add_argument(
        "--no-draws",
        action="store_true",
        help="never agree to a draw; usually it does in casual games where it does not stand better",
    )
    group.add_argument(
        "--pace",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="take at least so long for a move (%(default)s)",
    )


def policy_of(args: argparse.Namespace, player: Player) -> Policy:
    """The policy that was asked for, of a bot with this player."""
    company, names = args.accept_from
    return Policy(
        supports=player.supports,
        rulesets=args.accept_rulesets,
        speeds=args.accept_speeds,
        fastest=args.fastest,
        slowest=args.slowest,
        company=company,
        names=names,
        rated=args.rated,
        most_games=args.max_games,
        most_each=args.max_each,
    )


def behaviour_of(args: argparse.Namespace, policy: Policy) -> Behaviour:
    """The manners that were asked for."""
    return Behaviour(policy, args.pace, args.greet or "", args.thank or "", not args.no_draws)


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not 0 <= value < 10**6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return value


def count(text: str) -> int:
    """A number of things, one at least."""
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return int(text)


def _company(text: str) -> tuple[OpponentKind, tuple[str, ...]]:
    """A kind of players, or some by their names."""
    if text in list(OpponentKind):
        return OpponentKind(text), ()
    return OpponentKind.ANYONE, tuple(_name(name) for name in text.split(","))


def _name(text: str) -> str:
    try:
        return check_name(text)
    except BadName as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _rulesets(text: str) -> tuple[str, ...]:
    return _known(text, {name: name for name in RULESETS}, "ruleset")


def _speeds(text: str) -> tuple[Speed, ...]:
    return _known(text, {speed.value: speed for speed in Speed}, "speed")


def _known(text: str, known: dict[str, T], what: str) -> tuple[T, ...]:
    """Words with commas, each of which is known."""
    for word in text.split(","):
        if word not in known:
            raise argparse.ArgumentTypeError(f"there is no {what} {word!r}; there are {', '.join(known)}")
    return tuple(known[word] for word in text.split(","))


def _time(text: str) -> TimeControl:
    try:
        return parse_time_control(text)
    except BadTimeControl as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _words(text: str) -> str:
    """What can be said in one line of chat."""
    if not text.strip() or len(text) > _LONGEST_TEXT or not text.isprintable():
        raise argparse.ArgumentTypeError(f"say a line of 1 to {_LONGEST_TEXT} characters")
    return text
