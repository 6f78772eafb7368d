"""Options of `pente play` that describe the room to open."""

import argparse
import re
from collections.abc import Mapping
from typing import Any, Final

from pente_client.options.clock_options import DEFAULT_TIME
from pente_client.options.connection_options import Group
from pente_client.options.house_levels import HOUSE_LEVELS_HELP, read_level
from pente_client.words.viewer_delay import parse_viewer_delay
from pente_core.clock.clock import TimeControl, parse_time_control
from pente_core.rating import Unrated, rated_pool
from pente_core.room import (
    BadOptions,
    BotPolicy,
    ChatPolicy,
    Options,
    RatingRange,
    ViewerDelay,
    WatchPolicy,
)
from pente_core.rules.ruleset import ruleset_from
from pente_protocol.untrusted_text import clean

_ONLY_NEW: Final = {
    "--private": "private",
    "--room-password": "room_password",
    "--no-takebacks": "no_takebacks",
    "--watchers": "watchers",
    "--chat": "chat",
    "--ratings": "ratings",
    "--ready": "ready",
    "--bots": "bots",
    "--named-only": "named_only",
    "--viewer-delay": "viewer_delay",
    "--hints": "hints",
}
"""Options that describe a new room, and do not select among the open ones."""


TOLD: Final = "This game is private, but rated: everyone can see its result in the players' ratings."


class InvalidRoomOptions(ValueError):
    """Options that can't be combined; the message says what to change."""


def add_room_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a room."""
    group = parser.add_argument_group("a new room (with --new or --against)")
    group.add_argument("--rated", action="store_true", help="play a rated game")
    group.add_argument(
        "--set", dest="is_set", action="store_true", help="play a set: two games, with seats exchanged"
    )
    group.add_argument(
        "--private", action="store_true", help="hide the room: only those who know its id can join"
    )
    group.add_argument(
        "--room-password",
        action="store_true",
        help="protect the room with a password (you are asked for it)",
    )
    group.add_argument("--no-takebacks", action="store_true", help="do not allow takebacks")
    group.add_argument(
        "--watchers",
        choices=[who.value for who in WatchPolicy],
        help="who may watch (default: anybody); /watchers changes it during the game",
    )
    group.add_argument(
        "--chat", choices=[who.value for who in ChatPolicy], help="who may chat (default: anybody)"
    )
    group.add_argument(
        "--ratings",
        metavar="LOW-HIGH",
        type=_ratings,
        help="uninvited players need a rating in this range",
    )
    group.add_argument("--ready", action="store_true", help="start only when all players have typed /ready")
    group.add_argument(
        "--bots", choices=[who.value for who in BotPolicy], help="which bots may join (default: invited)"
    )
    group.add_argument(
        "--named-only", action="store_true", help="guests can neither join nor chat without an invitation"
    )
    group.add_argument(
        "--viewer-delay",
        metavar="N",
        type=_viewer_delay,
        help="those who watch see the game 1 to 20 moves later, as in 3, or 5 to 900 seconds, as in 30s",
    )
    group.add_argument(
        "--hints", action="store_true", help="allow /hint, /why and /eval during the game; all see that"
    )


def add_accept_rating(group: Group) -> None:
    """Add the option that accepts private rated games."""
    group.add_argument(
        "--accept-rating",
        action="store_true",
        help="accept that a rating shows the result of a private rated game",
    )


def add_seat(group: Group) -> None:
    """Add the seat of the player."""
    group.add_argument(
        "--seat", metavar="N", type=int, choices=range(4), help="your seat; 0 moves first (default: random)"
    )


def add_opponent(where: Group) -> None:
    """Add who may join a new room: a player, or anybody."""
    where.add_argument("--against", metavar="NAME", default="", help="challenge this player")
    where.add_argument(
        "--level",
        dest="against",
        metavar="LEVEL",
        type=read_level,
        help=f"challenge a bot of the server's house: {HOUSE_LEVELS_HELP}",
    )
    where.add_argument("--new", action="store_true", help="open a new room and wait for an opponent")


def room_options_of(args: argparse.Namespace) -> Options:
    """The options of the room to open."""
    return Options(
        rated=args.rated,
        takebacks=not args.no_takebacks,
        watch=WatchPolicy(args.watchers or WatchPolicy.ANYBODY),
        chat=ChatPolicy(args.chat or ChatPolicy.ANYBODY),
        private=args.private,
        ratings=args.ratings,
        ready_check=args.ready,
        games=2 if args.is_set else 1,
        bots=BotPolicy(args.bots) if args.bots else None,
        named_only=args.named_only,
        viewer_delay=args.viewer_delay,
        hints=args.hints,
    )


def check_room_options(
    args: argparse.Namespace,
    options: Options,
    ruleset: str | Mapping[str, Any] | None,
    time: TimeControl | None,
) -> None:
    """Check that the options can be combined. Raises InvalidRoomOptions."""
    given = [flag for flag, name in _ONLY_NEW.items() if getattr(args, name)]
    if args.room is not None:
        both = [*given, *(["--rated"] if args.rated else []), *(["--set"] if args.is_set else [])]
        if both:
            raise InvalidRoomOptions(f"{both[0]} is for a new room; leave out {both[0]} or --room")
    elif given and not (args.new or args.against):
        raise InvalidRoomOptions(f"{given[0]} is for a new room; add --new or --against NAME")
    if args.room_password_file and not (args.room or args.new or args.against):
        raise InvalidRoomOptions("--room-password-file needs a room; add --room ID or --new")
    if args.room_password and args.room_password_file:
        raise InvalidRoomOptions("--room-password and --room-password-file can't be combined; use one")
    rules = ruleset_from(ruleset or "pente")
    if options.ratings and args.against and rules.sides == 2:
        raise InvalidRoomOptions(
            "--ratings is for players who join uninvited, and --against leaves no seat for them"
        )
    if options.rated and options.hints:
        raise InvalidRoomOptions("--rated and --hints can't be combined; use one")
    if options.rated:
        try:
            rated_pool(rules, time or parse_time_control(DEFAULT_TIME))
        except Unrated as unrated:
            raise InvalidRoomOptions(str(unrated)) from None


def _viewer_delay(text: str) -> ViewerDelay:
    try:
        return parse_viewer_delay(text)
    except BadOptions as bad:
        raise argparse.ArgumentTypeError(f"{clean(text, 20)!r} is no delay: {bad}") from None


def _ratings(text: str) -> RatingRange:
    match = re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{clean(text, 20)!r} is not a range of ratings such as 1200-1800")
    try:
        return RatingRange(int(match[1]), int(match[2]))
    except BadOptions as bad:
        raise argparse.ArgumentTypeError(str(bad)) from None
