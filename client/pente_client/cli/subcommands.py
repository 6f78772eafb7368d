"""The subcommands of `pente` as a table: a name, and the module that implements each."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Final

from pente_protocol.sentences import tell

AddArguments = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A subcommand of `pente`. Its module is imported only when it is chosen."""

    name: str
    module: str
    """Has `add_arguments(parser)`, and `run(args)`, which imports what it needs itself."""
    actions: tuple[str, ...] = ()
    """The actions it offers; the first is the default."""

    @property
    def help(self) -> str:
        """What it is for, in a few words."""
        return tell(f"command.{self.name}")

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
    Subcommand("lobby", "pente_client.cli.commands.lobby"),
    Subcommand("play", "pente_client.cli.commands.play"),
    Subcommand("local", "pente_client.cli.commands.local"),
    Subcommand("tutorial", "pente_client.cli.commands.tutorial"),
    Subcommand(
        "puzzle",
        "pente_client.cli.commands.puzzle",
        actions=("play", "make"),
    ),
    Subcommand("join", "pente_client.cli.commands.join"),
    Subcommand("people", "pente_client.cli.commands.people"),
    Subcommand("challenge", "pente_client.cli.commands.challenge"),
    Subcommand("friends", "pente_client.cli.commands.friends"),
    Subcommand("messages", "pente_client.cli.commands.messages"),
    Subcommand("report", "pente_client.cli.commands.report"),
    Subcommand("watch", "pente_client.cli.commands.watch"),
    Subcommand("inbox", "pente_client.cli.commands.inbox"),
    Subcommand("bot", "pente_bots.cli.bot"),
    Subcommand("bots", "pente_bots.cli.bots"),
    Subcommand("arena", "pente_bots.cli.arena"),
    Subcommand("ladder", "pente_bots.cli.ladder"),
    Subcommand("shell", "pente_bots.cli.shell"),
    Subcommand("engine", "pente_bots.cli.engine"),
    Subcommand("serve", "pente_server.cli"),
    Subcommand("ssh-door", "pente_client.cli.commands.ssh_door"),
    Subcommand("account", "pente_client.cli.commands.account"),
    Subcommand("profile", "pente_client.cli.commands.profile"),
    Subcommand("leaders", "pente_client.cli.commands.leaders"),
    Subcommand("admin", "pente_server.admin.cli"),
    Subcommand("import", "pente_server.admin.games.cli"),
    Subcommand(
        "games",
        "pente_client.cli.commands.games",
        actions=("list", "show", "export"),
    ),
    Subcommand("why", "pente_client.cli.commands.why"),
    Subcommand("explore", "pente_client.cli.commands.explore"),
    Subcommand("replay", "pente_client.cli.commands.replay"),
    Subcommand(
        "analyse",
        "pente_bots.cli.analyse",
    ),
    Subcommand("show", "pente_client.cli.commands.show"),
    Subcommand("convert", "pente_client.cli.commands.convert"),
    Subcommand("check", "pente_client.cli.commands.check"),
    Subcommand("settings", "pente_client.cli.commands.settings"),
    Subcommand("doctor", "pente_client.cli.commands.doctor"),
    Subcommand("completion", "pente_client.cli.commands.completion"),
    Subcommand("manual", "pente_client.cli.commands.manual"),
    Subcommand("rulesets", "pente_client.cli.commands.rulesets"),
    Subcommand("rules", "pente_client.cli.commands.rules"),
    Subcommand(
        "check-client",
        "pente_client.cli.commands.check_client",
    ),
    Subcommand("judge", "pente_client.cli.commands.judge"),
)
