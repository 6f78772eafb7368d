"""A bot with one of the players that ship: its options, and the bot that they describe."""

import argparse
import logging
import re
from collections.abc import Callable
from random import Random
from typing import Final

from pente_bots.cli.bot_options import add_seed, behaviour_of, policy_of
from pente_bots.cli.engine_options import add_engine, engine_command, introduced
from pente_bots.engines.engine_player import EnginePlayer
from pente_bots.engines.engine_thinker import EngineThinker
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.policy import Policy
from pente_bots.play.ports import OwnThinker
from pente_bots.play.program.challenger import ChallengePlan
from pente_bots.play.program.service import BotService, BotUsageError
from pente_bots.players.catalogue import PLAYERS, make_player
from pente_bots.players.player import Player
from pente_bots.players.player_options import PlayerOption, split_option
from pente_bots.thinking.thinker import Thinker
from pente_bots.thinking.workers import Workers
from pente_client.options.connection_options import Group
from pente_core.clock.clock import format_time_control
from pente_protocol.untrusted_text import BadName, check_name

_LOG: Final = logging.getLogger("pente.bot")
_SWITCH_VALUES: Final = "on, off"
_INTRODUCED: Final = "introduced"
_LONGEST_NAME: Final = 16
"""Characters of a name, so that there is room for "-bot"."""


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add the player and its options."""
    group = parser.add_argument_group("player")
    group.add_argument("--player", metavar="PLAYER", help=f"one of {', '.join(PLAYERS)}")
    add_seed(group)
    group.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the player; --list shows them, and each is also a flag:",
    )
    for name, options in _own_flags().items():
        texts = (f"{player}: {option.help} ({option.values})" for player, option in options.items())
        help_ = "; ".join(texts).replace("%", "%%")
        if all(option.values == _SWITCH_VALUES for option in options.values()):
            switch = argparse.BooleanOptionalAction
            group.add_argument(f"--{name}", dest=f"option_{name}", action=switch, help=help_)
        else:
            group.add_argument(f"--{name}", dest=f"option_{name}", metavar=name[0].upper(), help=help_)


def _own_flags() -> dict[str, dict[str, PlayerOption]]:
    """All options by name, each with the players that have it."""
    flags: dict[str, dict[str, PlayerOption]] = {}
    for entry in PLAYERS.values():
        for option in entry.options:
            flags.setdefault(option.name, {})[entry.name] = option
    return flags


def add_player_or_engine(parser: argparse.ArgumentParser) -> None:
    """Add the player with its options, and a foreign engine in place of it."""
    add_player(parser)
    add_engine(parser)


def add_showcase(group: Group) -> None:
    """Add the opponent of a game for people to watch."""
    group.add_argument("--showcase", metavar="NAME", help="keep playing NAME, for people to watch")


def service_of(
    args: argparse.Namespace, *, workers: Workers | None = None, credential: str = ""
) -> BotService:
    """The bot that the options describe. Raises BotUsageError and InvalidOption.

    ``workers`` are shared by the bots of one process; ``credential`` is that of a known account.
    """
    if args.engine:
        player, thinker = _engine_of(args)
    else:
        player, thinker = player_of(args), Thinker.of(args.player, _given(args), args.seed, workers)
    challenge = _challenge(args, player)
    return BotService(
        url=args.url,
        name=_name(args, player),
        identities=args.identities,
        insecure=args.insecure,
        accepts_address=args.accept_address,
        wait=args.wait,
        thinker=thinker,
        behaviour=_behaviour(args, player),
        seed=args.seed,
        credential=credential,
        challenge=challenge,
        report=_result_printer(args),
    )


def introduce_engine(args: argparse.Namespace) -> None:
    """Ask the engine of the options, if there is one, what it says of itself, and note that in ``args``.

    `service_of` does so too. Where it runs in an event loop, a signal has to wait for the engine. Raises
    BotUsageError.
    """
    if args.engine and getattr(args, _INTRODUCED, None) is None:
        setattr(args, _INTRODUCED, introduced(engine_command(args)))


def _engine_of(args: argparse.Namespace) -> tuple[Player, OwnThinker]:
    """The engine as a player, to ask it what it supports, and as what thinks. Raises BotUsageError."""
    introduce_engine(args)
    command = engine_command(args)
    player = EnginePlayer(Random(0), command, getattr(args, _INTRODUCED))
    return player, EngineThinker(command, args.engine_processes)


def player_of(args: argparse.Namespace) -> Player:
    """One of the players, to ask it what it supports. Raises BotUsageError and InvalidOption."""
    if not args.player:
        raise BotUsageError(f"Choose a --player: {', '.join(PLAYERS)}; or name an --engine")
    return make_player(args.player, _given(args), Random(args.seed))


def _given(args: argparse.Namespace) -> dict[str, str]:
    """The options of the player; ``--option`` overrides the flags."""
    own = {name: getattr(args, f"option_{name}") for name in _own_flags()}
    words = {True: "on", False: "off"}
    given = {name: words.get(value, value) for name, value in own.items() if value is not None}
    return given | dict(split_option(text) for text in args.option)


def _name(args: argparse.Namespace, player: Player) -> str:
    own = args.player or (player.name if isinstance(player, EnginePlayer) else "")
    try:
        return check_name(args.name or f"{'-'.join(re.findall('[A-Za-z0-9]+', own))[:_LONGEST_NAME]}-bot")
    except BadName as error:
        raise BotUsageError(str(error)) from None


def _behaviour(args: argparse.Namespace, player: Player) -> Behaviour:
    """The behaviour that the options describe; during a challenge, the bot accepts no other games."""
    policy = policy_of(args, player)
    return behaviour_of(args, Policy(policy.supports, most_games=0) if args.challenge else policy)


def _challenge(args: argparse.Namespace, player: Player) -> ChallengePlan | None:
    if args.showcase and args.challenge:
        raise BotUsageError("--showcase and --challenge can't be combined; use one of them")
    if not (args.showcase or args.challenge):
        return None
    rules, time = args.ruleset, format_time_control(args.time)
    if rules.sides != 2:
        raise BotUsageError("A challenge has one opponent; choose a ruleset with two sides")
    if not player.supports(rules):
        if args.engine:
            raise BotUsageError(f"The engine says: {player.objection(rules)}")
        raise BotUsageError(f"{args.player} does not support {rules.base} with these parameters")
    if args.showcase:
        return ChallengePlan(args.showcase, rules, time, rest=3 * args.pace)
    return ChallengePlan(args.challenge, rules, time, args.games, args.concurrency, rated=args.rated)


def _result_printer(args: argparse.Namespace) -> Callable[[str], None]:
    """What prints results: those of a challenge to stdout, those of a showcase to the log."""

    def say(line: str) -> None:
        if args.challenge:
            print(line, flush=True)
        else:
            _LOG.info("%s", line)

    return say
