"""A bot with one of the players that ship, as its options describe it."""

import argparse
import logging
import re
from collections.abc import Callable
from random import Random
from typing import Final

from pente_bots.cli.bot_options import PLAYER_FLAGS
from pente_bots.cli.chosen_behaviour import behaviour_of, policy_of
from pente_bots.cli.chosen_engine import chosen_engine
from pente_bots.cli.own_bot import name_of
from pente_bots.engine.kernel import IS_COMPILED
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.policy import Policy
from pente_bots.play.ports import OwnThinker
from pente_bots.play.program.challenger import ChallengePlan
from pente_bots.play.program.review_service import reviewer_of
from pente_bots.play.program.service import BotService, BotUsageError
from pente_bots.players.player import Player
from pente_bots.review.reviewer import Reviewer
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.roster.own_file import OwnPlayerMaker
from pente_bots.roster.player_text import parse_player, plain_name, player_names, with_options
from pente_bots.thinking.think_request import CataloguePlayerMaker
from pente_bots.thinking.thinker import Thinker
from pente_bots.thinking.workers import Workers
from pente_client.options.given_key import given_key
from pente_core.clock.clock import format_time_control
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import BadName, check_name

_LOG: Final = logging.getLogger("pente.bot")
_LONGEST_NAME: Final = 16
"""Characters of the name of an engine in that of its bot."""
_LONGEST_REVIEWER: Final = 60
"""Characters of the name of a player in that of a reviewer, which all readers of its reviews see."""


def service_of(
    args: argparse.Namespace, *, workers: Workers | None = None, credential: str = ""
) -> BotService:
    """The bot that the options describe. Raises BotUsageError and InvalidPlayerOption.

    ``workers`` are shared by the bots of one process; ``credential`` is that of a known account.
    """
    if args.engine:
        player, thinker, own_name = _engine_of(args)
    else:
        named = named_player_of(args)
        player, own_name = named.make(Random(args.seed)), player_name(args.player)
        thinker = Thinker(named.make, args.seed, is_heavy=named.is_heavy, workers=workers)
    challenge = _challenge(args, player)
    credential = credential or given_key(args)
    return BotService(
        url=args.url,
        name=_name(args, own_name),
        identities=args.identities,
        insecure=args.insecure,
        accepts_address=args.accept_address,
        wait=args.wait or 0.0,
        thinker=thinker,
        behaviour=_behaviour(args, player),
        seed=args.seed,
        credential=credential,
        challenge=challenge,
        reviewers=_reviewers(args),
        report=_result_printer(args),
    )


def _engine_of(args: argparse.Namespace) -> tuple[Player, OwnThinker, str]:
    """A foreign engine as player and thinker, and its name. Raises BotUsageError."""
    player, thinker = chosen_engine(args)
    return player, thinker, player.name


def named_player_of(args: argparse.Namespace) -> NamedPlayer:
    """The player that ``--player`` names, with the options that are given. Raises BotUsageError and
    InvalidPlayerOption.
    """
    if not args.player:
        raise BotUsageError(tell("cli-bot.choose-a-player-or-name", player_names=player_names()))
    return with_options(parse_player(args.player), _given(args))


def player_of(args: argparse.Namespace) -> Player:
    """The same, to ask it what it supports and how it sees a position."""
    return named_player_of(args).make(Random(args.seed))


def player_name(typed: str) -> str:
    """What a bot is named after, from what was typed for its player; options that it has beside do not count.

    A file gives the name of its class, as when it is run by itself. Raises InvalidPlayerOption.

    >>> player_name("patterns:level=5"), player_name("3")
    ('patterns-5', 'level-3')
    """
    player = parse_player(typed)
    if isinstance(player.make, OwnPlayerMaker):
        return name_of(player.make.player_class).removesuffix("-bot")
    return plain_name(player).replace("patterns-level-", "patterns-")


def _given(args: argparse.Namespace) -> dict[str, str]:
    """The options of the player; ``--option`` overrides the flags."""
    own = {row.name: getattr(args, row.name) for row in PLAYER_FLAGS}
    words = {True: "on", False: "off"}
    given = {name: words.get(value, value) for name, value in own.items() if value is not None}
    return given | dict(args.option)


def _name(args: argparse.Namespace, own_name: str) -> str:
    try:
        return check_name(args.name or bot_name(own_name))
    except BadName as error:
        raise BotUsageError(str(error)) from None


def bot_name(own_name: str) -> str:
    """The name of a bot after that of its player.

    >>> bot_name("GNU Go"), bot_name("!")
    ('GNU-Go-bot', 'engine-bot')
    """
    own = "-".join(re.findall("[A-Za-z0-9]+", own_name))[:_LONGEST_NAME].rstrip("-") or "engine"
    return f"{own}-bot"


def _behaviour(args: argparse.Namespace, player: Player) -> Behaviour:
    """The behaviour that the options describe; one that challenges or reviews accepts no other games."""
    policy = policy_of(args, player)
    is_busy = args.challenge or args.reviews
    return behaviour_of(args, Policy(policy.supports, most_games=0) if is_busy else policy)


def _reviewers(args: argparse.Namespace) -> tuple[Reviewer, ...]:
    """The player as a reviewer, if the bot reviews games, and one for rules under which it does not play.

    Raises BotUsageError and InvalidPlayerOption.
    """
    if not args.reviews:
        return ()
    if args.engine or args.challenge or args.showcase:
        raise BotUsageError(tell("cli-bot.reviews-needs-a-player-and"))
    make = named_player_of(args).make
    chosen = reviewer_of(make, player_name(args.player)[:_LONGEST_REVIEWER], args.reviews)
    other = reviewer_of(CataloguePlayerMaker("patterns", (("level", "3"),)), "patterns", args.reviews)
    is_engine = isinstance(make, CataloguePlayerMaker) and make.player == "engine"
    is_slow = is_engine and not IS_COMPILED  # it would not look far enough in the time that it has
    return (other,) if is_slow else (chosen, other)


def _challenge(args: argparse.Namespace, player: Player) -> ChallengePlan | None:
    if args.showcase and args.challenge:
        raise BotUsageError(tell("cli-bot.showcase-and-challenge-cant-be"))
    if not (args.showcase or args.challenge):
        return None
    rules, time = args.ruleset, format_time_control(args.time)
    if rules.sides != 2:
        raise BotUsageError(tell("cli-bot.a-challenge-has-one-opponent"))
    if not player.supports(rules):
        raise BotUsageError(tell("cli-bot.no-game-by-the-ruleset", objection=player.objection(rules)))
    if args.showcase:
        rest = 3 * (args.pace or 0.0) if args.rest is None else args.rest
        is_rated, rests_first = args.rated and time != "-", args.rest is not None
        return ChallengePlan(args.showcase, rules, time, None, 1, rest, is_rated, rests_first, args.seat)
    count = args.games, args.concurrency
    return ChallengePlan(args.challenge, rules, time, *count, rated=args.rated, seat=args.seat)


def _result_printer(args: argparse.Namespace) -> Callable[[str], None]:
    """What prints results: those of a challenge to stdout, those of a showcase to the log."""

    def say(line: str) -> None:
        if args.challenge:
            print(line, flush=True)
        else:
            _LOG.info("%s", line)

    return say
