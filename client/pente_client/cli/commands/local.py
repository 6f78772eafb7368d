"""`pente local`: play on this machine, without a server."""

import argparse

from pente_client.local.profiles import PROFILES
from pente_client.options.connection_options import add_connection, add_server
from pente_client.options.output_options import add_game_output
from pente_client.options.ruleset_options import add_rules, time_option
from pente_client.options.values import read_name, read_seconds
from pente_client.words.bots.levels import LEVELS
from pente_protocol.option_arguments import add_options
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

DESCRIPTION = tell("cli-local.description")
EXAMPLES = tell("cli-local.examples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente local`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES.format(profiles=_profiles(), levels=_levels())
    _add_players(parser)
    group = parser.add_argument_group(tell("cli-local.group-the-game"))
    group.add_argument(
        "--profile",
        choices=list(PROFILES),
        help=tell("cli-local.profile"),
    )
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--from",
        dest="start",
        metavar="WHAT",
        help=tell("cli-local.from"),
    )
    which.add_argument(
        "--continue",
        dest="game",
        metavar="ID",
        nargs="?",
        const="",
        help=tell("cli-local.continue"),
    )
    which.add_argument("--list", action="store_true", help=tell("cli-local.list"))
    group.add_argument("--save", metavar="FILE", help=tell("cli-local.save"))
    add_options(group, [time_option("no-clock")])
    add_rules(parser, group)
    add_connection(parser, needs_account=False)
    add_game_output(parser)
    add_server(parser)


def _levels() -> str:
    """A line for each level."""
    return "\n".join(f"  {number:>2}  {name}: {style}" for number, (name, style) in enumerate(LEVELS, 1))


def _profiles() -> str:
    """A line for each profile, and one for what may be changed in it."""
    return "\n".join(
        f"  {profile.name:<7} {profile.about}; players: {', '.join(profile.players)}"
        for profile in PROFILES.values()
    )


def run(args: argparse.Namespace) -> int:
    """Play; the exit status."""
    from pente_client.cli.steps.local_session import play_on_this_machine

    return play_on_this_machine(args)


def _add_players(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(tell("cli-local.group-players-default-people-who-share"))
    group.add_argument(
        "--against",
        metavar="WHO",
        help=tell("cli-local.against"),
    )
    group.add_argument(
        "--between",
        metavar="WHO",
        nargs="+",
        help=tell("cli-local.between"),
    )
    group.add_argument("--colour", metavar="COLOUR", help=tell("cli-local.colour"))
    group.add_argument(
        "--names",
        metavar="NAME,NAME",
        type=_names,
        help=tell("cli-local.names"),
    )
    group.add_argument(
        "--explain",
        action=argparse.BooleanOptionalAction,
        help=tell("cli-local.explain"),
    )
    group.add_argument(
        "--pace",
        metavar="SECONDS",
        type=read_seconds,
        help=tell("cli-local.pace"),
    )


def _names(text: str) -> list[str]:
    names = [read_name(name.strip()) for name in text.split(",")]
    if len({name.casefold() for name in names}) < len(names):
        raise argparse.ArgumentTypeError(tell("cli-local.has-a-name-twice", text=repr(clean(text, 60))))
    return names
