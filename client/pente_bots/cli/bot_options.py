"""Options of every bot program: the connection, which invitations to accept, and how to behave."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeVar

from pente_bots.play.behaviour import CLAIM_AFTER, DRAWS_AFTER, PACE_WITH_PEOPLE, Behaviour
from pente_bots.play.policy import OpponentKind, Policy
from pente_bots.players.player import Player
from pente_client.options.connection_options import (
    Group,
    add_accept_address,
    add_insecure,
    add_key,
    add_log_file,
    add_name,
    add_wait,
)
from pente_client.options.values import read_name, read_seconds, read_time_control, whole_number
from pente_core.rating import Speed
from pente_core.rules.ruleset import RULESETS

EXIT_STATUS: Final = """
environment: PENTE_URL is the default for URL, PENTE_STATE is the directory of your names and secrets,
PENTE_KEY is a key to sign in with, in place of these.
exit status: 0 stopped by SIGTERM, or the challenge is over; 1 connection lost; 2 usage error; 3 cannot
connect; 4 rejected by the server or the opponent; 130 interrupted.
"""
_LONGEST_MESSAGE: Final = 200
T = TypeVar("T")


def add_bot_connection(parser: argparse.ArgumentParser, name: str) -> None:
    """Add the bot's account and connection; the help shows ``name`` as the default name."""
    group = parser.add_argument_group("connection")
    add_name(group, name)
    add_key(group)
    add_credentials(group)
    add_insecure(group)
    add_wait(group)
    add_accept_address(group)
    add_log_file(group)
    add_log_level(group)


def add_log_level(group: Group) -> None:
    """Add how much a bot program logs."""
    group.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="info",
        help="how much to log to stderr (default: %(default)s)",
    )


def add_credentials(group: Group) -> None:
    """Add the file with the names and secrets of a bot."""
    group.add_argument(
        "--identities",
        type=Path,
        metavar="FILE",
        help="the file of names and secrets (default: accounts.json in PENTE_STATE)",
    )


def add_seed(group: Group) -> None:
    """Add the seed of a bot's random choices."""
    group.add_argument(
        "--seed", type=int, metavar="N", help="make all random choices repeatable (default: games differ)"
    )


def add_policy(parser: argparse.ArgumentParser) -> None:
    """Add the options that select invitations."""
    group = parser.add_argument_group("invitations", "The bot declines all others, and says why.")
    group.add_argument(
        "--accept-from",
        type=_opponents,
        default=(OpponentKind.ANYONE, ()),
        metavar="WHO",
        help="anyone, persons, bots, or names separated by commas (default: anyone)",
    )
    group.add_argument(
        "--accept-rulesets",
        type=_rulesets,
        default=(),
        metavar="R,R",
        help="names of rulesets (default: all that the player supports)",
    )
    group.add_argument(
        "--accept-speeds",
        type=_speeds,
        default=(),
        metavar="S,S",
        help=f"any of {', '.join(Speed)} (default: all)",
    )
    group.add_argument(
        "--fastest", type=read_time_control, metavar="T", help="the fastest clock, such as 3+2"
    )
    group.add_argument(
        "--slowest", type=read_time_control, metavar="T", help="the slowest clock, such as 3d/move"
    )
    group.add_argument("--rated", action="store_true", help="accept rated games too")
    group.add_argument(
        "--accepts-rating",
        action="store_true",
        help="with --rated: accept private games too, whose results the ratings show",
    )
    group.add_argument(
        "--max-games",
        type=whole_number(1),
        default=20,
        metavar="N",
        help="play at most N games at a time (default: %(default)s)",
    )
    group.add_argument(
        "--max-each",
        type=whole_number(1),
        metavar="N",
        help="play at most N games at a time with one player (default: no limit)",
    )


def add_behaviour(parser: argparse.ArgumentParser) -> None:
    """Add the options for the behaviour in a game."""
    group = parser.add_argument_group("behaviour")
    group.add_argument("--greet", type=_message, metavar="TEXT", help="say TEXT when a game starts")
    group.add_argument("--thank", type=_message, metavar="TEXT", help="say TEXT when a game has ended")
    group.add_argument(
        "--no-draws",
        action="store_true",
        help="decline all draws (default: accept one in an unrated game without an advantage)",
    )
    group.add_argument(
        "--pace",
        type=read_seconds,
        metavar="SECONDS",
        help="take at least this long for each move, if the clock allows; 0: none "
        f"(default: {PACE_WITH_PEOPLE:g} against people, none against bots)",
    )
    group.add_argument(
        "--draws-after",
        type=whole_number(0),
        default=DRAWS_AFTER,
        metavar="N",
        help="consider a draw only once each side has placed N stones (default: %(default)s)",
    )
    group.add_argument(
        "--resign-after",
        type=whole_number(1),
        metavar="N",
        help="resign once the player has judged the game as lost N times in a row (default: play on)",
    )
    _add_claims(group)
    group.add_argument(
        "--answer-why",
        action="store_true",
        help='answer "why?" in the chat of an unrated game with a line about the last move',
    )


def _add_claims(group: Group) -> None:
    claims = group.add_mutually_exclusive_group()
    claims.add_argument(
        "--claim-after",
        type=read_seconds,
        default=CLAIM_AFTER,
        metavar="SECONDS",
        help="claim the win so long after the server allows it, because the opponent is away "
        "(default: %(default)g)",
    )
    claims.add_argument("--no-claims", action="store_true", help="wait for opponents who are away")


def policy_of(args: argparse.Namespace, player: Player) -> Policy:
    """The policy that the options describe, for a bot with this player."""
    opponents, names = args.accept_from
    return Policy(
        supports=player.supports,
        why_not=player.objection,
        rulesets=args.accept_rulesets,
        speeds=args.accept_speeds,
        fastest=args.fastest,
        slowest=args.slowest,
        opponents=opponents,
        names=names,
        rated=args.rated,
        accepts_rating=args.accepts_rating,
        most_games=args.max_games,
        most_each=args.max_each,
    )


def behaviour_of(args: argparse.Namespace, policy: Policy) -> Behaviour:
    """The behaviour that the options describe."""
    return Behaviour(
        policy,
        pace=args.pace,
        greeting=args.greet or "",
        thanks=args.thank or "",
        draws=not args.no_draws,
        draws_after=args.draws_after,
        resigns_after=args.resign_after or 0,
        claims_after=None if args.no_claims else args.claim_after,
        explains=args.answer_why,
    )


def _opponents(text: str) -> tuple[OpponentKind, tuple[str, ...]]:
    """A kind of players, or some players by name."""
    if text in list(OpponentKind):
        return OpponentKind(text), ()
    return OpponentKind.ANYONE, tuple(read_name(name) for name in text.split(","))


def _rulesets(text: str) -> tuple[str, ...]:
    return _known(text, {name: name for name in RULESETS}, "ruleset")


def _speeds(text: str) -> tuple[Speed, ...]:
    return _known(text, {speed.value: speed for speed in Speed}, "speed")


def _known(text: str, known: Mapping[str, T], what: str) -> tuple[T, ...]:
    """The values of words that are separated by commas."""
    for word in text.split(","):
        if word not in known:
            raise argparse.ArgumentTypeError(f"there is no {what} {word!r}; choose from {', '.join(known)}")
    return tuple(known[word] for word in text.split(","))


def _message(text: str) -> str:
    """A text that fits one chat message."""
    if not text.strip() or len(text) > _LONGEST_MESSAGE or not text.isprintable():
        raise argparse.ArgumentTypeError(f"a message is a line of 1 to {_LONGEST_MESSAGE} characters")
    return text
