"""The subcommands of `pente` as a table: a name, a line of help, and the module that implements each."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Final

AddArguments = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand of `pente`. Its module is imported only when it is chosen."""

    name: str
    help: str
    module: str
    """Has `add_arguments(parser)`, and `run(args)`, which imports what it needs itself."""
    actions: tuple[str, ...] = ()
    """The actions it offers; the first is the default."""

    def load(self) -> tuple[AddArguments, Run]:
        """Import the module. Raises ModuleNotFoundError, also for a package that the module needs."""
        module = import_module(self.module)
        add_arguments: AddArguments = module.add_arguments
        run: Run = module.run
        return add_arguments, run


def import_needs(run: Run) -> None:
    """Import the modules that a `run` imports itself, before it is called. Raises ModuleNotFoundError."""
    assert isinstance(run, FunctionType)
    for name in run.__code__.co_names:
        if "." in name:  # so it stands in an import: no other name has a dot
            import_module(name)


# import-linter does not see imports by name: this table is the one place where the client reaches for the
# server and the bots, and a test holds it to the modules named here.
SUBCOMMANDS: Final = (
    Subcommand("lobby", "see who is online and find a game", "pente_client.cli.commands.lobby"),
    Subcommand("play", "play a game", "pente_client.cli.commands.play"),
    Subcommand("local", "play here without a server", "pente_client.cli.commands.local"),
    Subcommand("tutorial", "learn Pente in two minutes", "pente_client.cli.commands.tutorial"),
    Subcommand(
        "puzzle",
        "solve puzzles, and make them from games",
        "pente_client.cli.commands.puzzle",
        actions=("play", "make"),
    ),
    Subcommand("join", "join a friend's room by its code or link", "pente_client.cli.commands.join"),
    Subcommand("people", "see who is online", "pente_client.cli.commands.people"),
    Subcommand("challenge", "invite a player to a game", "pente_client.cli.commands.challenge"),
    Subcommand("friends", "list and change your friends", "pente_client.cli.commands.friends"),
    Subcommand("messages", "read messages, and write to players", "pente_client.cli.commands.messages"),
    Subcommand("report", "report a player to the host", "pente_client.cli.commands.report"),
    Subcommand("watch", "watch a game", "pente_client.cli.commands.watch"),
    Subcommand(
        "inbox", "list what waits for you: your turns, invitations", "pente_client.cli.commands.inbox"
    ),
    Subcommand("bot", "run a bot", "pente_bots.cli.bot"),
    Subcommand("bots", "run many bots in one process", "pente_bots.cli.bots"),
    Subcommand("arena", "run matches between computer players", "pente_bots.cli.arena"),
    Subcommand("ladder", "keep bots playing each other on a server", "pente_bots.cli.ladder"),
    Subcommand("shell", "play and judge positions by commands, or by GTP", "pente_bots.cli.shell"),
    Subcommand("engine", "be an engine for programs of others", "pente_bots.cli.engine"),
    Subcommand("serve", "run a server", "pente_server.cli"),
    Subcommand("ssh-door", "let people play over SSH", "pente_client.cli.commands.ssh_door"),
    Subcommand("account", "manage your names on servers", "pente_client.cli.commands.account"),
    Subcommand("profile", "show a player's ratings and results", "pente_client.cli.commands.profile"),
    Subcommand("leaders", "show the highest rated players", "pente_client.cli.commands.leaders"),
    Subcommand("admin", "export, import and check the data of a server", "pente_server.admin.cli"),
    Subcommand("import", "put recorded games into the archive of a server", "pente_server.admin.games.cli"),
    Subcommand(
        "games",
        "list, show and export the finished games of a server",
        "pente_client.cli.commands.games",
        actions=("list", "show", "export"),
    ),
    Subcommand("why", "show how the time of a game was counted", "pente_client.cli.commands.why"),
    Subcommand("explore", "explore openings in finished games", "pente_client.cli.commands.explore"),
    Subcommand("replay", "replay a recorded game move by move", "pente_client.cli.commands.replay"),
    Subcommand(
        "analyse",
        "find the best lines of a position, the mistakes of a game",
        "pente_bots.cli.analyse",
    ),
    Subcommand("show", "draw a position of a recorded game", "pente_client.cli.commands.show"),
    Subcommand("convert", "convert recorded games to another format", "pente_client.cli.commands.convert"),
    Subcommand("check", "check recorded games for errors", "pente_client.cli.commands.check"),
    Subcommand("settings", "show and change your settings", "pente_client.cli.commands.settings"),
    Subcommand(
        "doctor", "find what is wrong with terminal, files, server", "pente_client.cli.commands.doctor"
    ),
    Subcommand("completion", "complete words in a shell", "pente_client.cli.commands.completion"),
    Subcommand("manual", "print the manual page", "pente_client.cli.commands.manual"),
    Subcommand("rulesets", "list and explain the rulesets", "pente_client.cli.commands.rulesets"),
    Subcommand("rules", "show the rules of a game, with diagrams", "pente_client.cli.commands.rules"),
    Subcommand(
        "check-client",
        "check a client in any language against a scripted server",
        "pente_client.cli.commands.check_client",
    ),
    Subcommand("judge", "apply the rules to moves, for other programs", "pente_client.cli.commands.judge"),
)
