"""Options of `pente play` for what a room is to be like."""

import argparse
import re
from collections.abc import Mapping
from typing import Any, Final

from pente_client.options.shared_options import DEFAULT_TIME
from pente_core.clock.clock import TimeControl, parse_time_control
from pente_core.rating import Unrated, rated_pool
from pente_core.room import BadOptions, ChatPolicy, Options, RatingRange, WatchPolicy
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
}
"""Options that say what a new room is like, and nothing about rooms that are there."""


class InvalidRoomOptions(ValueError):
    """Options that don't go together; the message says what to do."""


def add_room_options(parser: argparse.ArgumentParser) -> None:
    """Add what a room is to be like."""
    group = parser.add_argument_group("a new room (with --new or --against)")
    group.add_argument("--rated", action="store_true", help="a game that changes the ratings of both")
    group.add_argument("--set", dest="is_set", action="store_true", help="two games, with seats exchanged")
    group.add_argument(
        "--private", action="store_true", help="in no list; only who is told its name may come"
    )
    group.add_argument(
        "--room-password", action="store_true", help="ask for a password that others have to know"
    )
    group.add_argument("--no-takebacks", action="store_true", help="no turn can be taken back")
    group.add_argument(
        "--watchers", choices=[who.value for who in WatchPolicy], help="who may watch (anybody)"
    )
    group.add_argument("--chat", choices=[who.value for who in ChatPolicy], help="who may talk (anybody)")
    group.add_argument(
        "--ratings", metavar="LOW-HIGH", type=_ratings, help="the ratings of who may sit down uninvited"
    )
    group.add_argument("--ready", action="store_true", help="begin only once all have said /ready")


def room_options_of(args: argparse.Namespace) -> Options:
    """What the room is to be like."""
    return Options(
        rated=args.rated,
        takebacks=not args.no_takebacks,
        watch=WatchPolicy(args.watchers or WatchPolicy.ANYBODY),
        chat=ChatPolicy(args.chat or ChatPolicy.ANYBODY),
        private=args.private,
        ratings=args.ratings,
        ready=args.ready,
        games=2 if args.is_set else 1,
    )


def check_room_options(
    args: argparse.Namespace,
    options: Options,
    ruleset: str | Mapping[str, Any] | None,
    time: TimeControl | None,
) -> None:
    """Return when the options go together. Raises BadWish."""
    given = [flag for flag, name in _ONLY_NEW.items() if getattr(args, name)]
    if args.room is not None:
        both = [*given, *(["--rated"] if args.rated else []), *(["--set"] if args.is_set else [])]
        if both:
            raise InvalidRoomOptions(f"{both[0]} is for whoever opens a room; leave it out, or --room")
    elif given and not (args.new or args.against):
        raise InvalidRoomOptions(f"{given[0]} is for a new room; add --new, or --against NAME")
    if args.room_password_file and not (args.room or args.new or args.against):
        raise InvalidRoomOptions(
            "--room-password-file is for a room that you name or open; add --room ID or --new"
        )
    if args.room_password and args.room_password_file:
        raise InvalidRoomOptions("--room-password asks for what is in --room-password-file; give one of them")
    rules = ruleset_from(ruleset or "pente")
    if options.ratings and args.against and rules.sides == 2:
        raise InvalidRoomOptions(
            "--ratings is about who comes uninvited, and --against leaves no seat for them"
        )
    if options.rated:
        try:
            rated_pool(rules, time or parse_time_control(DEFAULT_TIME))
        except Unrated as unrated:
            raise InvalidRoomOptions(str(unrated)) from None


def _ratings(text: str) -> RatingRange:
    match = re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{clean(text, 20)!r} is no range of ratings like 1200-1800")
    try:
        return RatingRange(int(match[1]), int(match[2]))
    except BadOptions as bad:
        raise argparse.ArgumentTypeError(str(bad)) from None
