"""`pente account`: your names on servers, and their secrets."""

import argparse
from typing import Final

from pente_client.options.connection_options import add_connection, add_server, add_url
from pente_client.options.output_options import add_json
from pente_client.options.values import DashedWord, read_name
from pente_protocol.sentences import tell

DESCRIPTION: Final = tell("cli-account.description")
EXAMPLES: Final = tell("cli-account.examples")
_VACATION: Final = tell("cli-account.vacation")
_DEVICE: Final = DashedWord("-([A-Za-z0-9_-]{21}|[A-Za-z0-9_][A-Za-z0-9_-]{2,20})")
"""The id of a device that begins with a dash: all of it, or how it begins if that can be no long option."""
_NOTIFY: Final = tell("cli-account.notify")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pente account`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.set_defaults(action="show", url=None, name=None, json=False)
    actions = parser.add_subparsers(metavar="ACTION", title=tell("cli-account.actions"))
    _add_show(actions)
    _add_create(actions)
    _add_rename(actions)
    _add_devices(actions)
    _add_export(actions)
    _add_import(actions)
    _add_blocking(actions)
    _add_vacation(actions)
    _add_notify(actions)
    _add_data(actions)
    _add_delete(actions)
    _add_servers(actions)


def run(args: argparse.Namespace) -> int:
    """Run the action; the exit status."""
    from pente_client.cli.steps.own_account import run_action

    return run_action(args)


def _add_show(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    show = actions.add_parser("show", help=tell("cli-account.action-show"))
    add_url(show, tell("cli-account.all-servers"), "")
    add_json(show)
    show.set_defaults(action="show", name=None)


def _add_create(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    create = actions.add_parser("create", help=tell("cli-account.action-create"))
    create.add_argument("name", metavar="NAME", type=read_name, help=tell("cli-account.name"))
    _add_server(create, names=False)
    create.set_defaults(action="create")


def _add_rename(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    rename = actions.add_parser("rename", help=tell("cli-account.action-rename"))
    rename.add_argument("new_name", metavar="NEW", type=read_name, help=tell("cli-account.new-name"))
    _add_server(rename, names=True)
    rename.set_defaults(action="rename")


def _add_server(parser: argparse.ArgumentParser, *, names: bool) -> None:
    add_url(parser)
    add_connection(parser, names=names)
    add_json(parser)


def _add_devices(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    link = actions.add_parser(
        "link",
        help=tell("cli-account.action-link"),
        description=tell("cli-account.without-a-code-get-one"),
    )
    link.add_argument("words", nargs="*", metavar="WORD", help=tell("cli-account.words"))
    add_server(link)
    add_connection(link)
    add_json(link)
    link.set_defaults(action="link")
    shown = actions.add_parser("devices", help=tell("cli-account.action-devices"))
    _add_server(shown, names=True)
    shown.set_defaults(action="devices")
    allow = actions.add_parser(
        "allow",
        help=tell("cli-account.action-allow"),
        description=tell("cli-account.let-a-device-manage-your"),
    )
    allow.add_argument("device", type=_DEVICE, metavar="DEVICE", help=tell("cli-account.device"))
    _add_rights(allow, "account")
    _add_server(allow, names=True)
    allow.set_defaults(action="allow")
    key = actions.add_parser(
        "key",
        help=tell("cli-account.action-key"),
        description=tell("cli-account.add-a-device-to-your"),
    )
    key.add_argument("file", metavar="FILE", help=tell("cli-account.file"))
    key.add_argument("--device", metavar="NAME", default="bot", help=tell("cli-account.device-2"))
    _add_rights(key, "play")
    add_server(key)
    add_connection(key)
    key.set_defaults(action="key")
    revoke = actions.add_parser("revoke", help=tell("cli-account.action-revoke"))
    revoke.add_argument("device", type=_DEVICE, metavar="DEVICE", help=tell("cli-account.device-3"))
    _add_server(revoke, names=True)
    revoke.set_defaults(action="revoke")
    for parser in (shown, allow, key, revoke):
        parser.add_argument("--bot", action="store_true", help=tell("cli-account.bot"))


def _add_rights(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--rights",
        choices=["play", "account"],
        default=default,
        help=tell("cli-account.rights", default=default),
    )


def _add_export(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = actions.add_parser("export", help=tell("cli-account.action-export"))
    export.add_argument("file", metavar="FILE", help=tell("cli-account.file"))
    add_url(export, tell("cli-account.all-servers"), "")
    export.add_argument("--name", metavar="NAME", help=tell("cli-account.name-2"))
    export.set_defaults(action="export")


def _add_import(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    import_ = actions.add_parser("import", help=tell("cli-account.action-import"))
    import_.add_argument("file", metavar="FILE", help=tell("cli-account.file-2"))
    import_.set_defaults(action="import")


def _add_blocking(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    for action, is_block in (("block", True), ("unblock", False)):
        parser = actions.add_parser(action, help=tell(f"cli-account.action-{action}"))
        parser.add_argument("player", metavar="PLAYER", help=tell("cli-account.player"))
        _add_server(parser, names=True)
        parser.set_defaults(action="block", is_block=is_block)
    blocked = actions.add_parser("blocked", help=tell("cli-account.action-blocked"))
    _add_server(blocked, names=True)
    blocked.set_defaults(action="blocked")


def _add_data(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    data = actions.add_parser(
        "data",
        help=tell("cli-account.action-data"),
        description=tell("cli-account.write-what-a-server-keeps"),
    )
    data.add_argument("file", metavar="FILE", help=tell("cli-account.file-3"))
    add_url(data)
    add_connection(data)
    data.set_defaults(action="data")


def _add_delete(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    delete_ = actions.add_parser(
        "delete",
        help=tell("cli-account.action-delete"),
        description=tell("cli-account.delete-your-account-at-a"),
    )
    delete_.add_argument("--yes", action="store_true", help=tell("cli-account.yes"))
    _add_server(delete_, names=True)
    delete_.set_defaults(action="delete")


def _add_vacation(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "vacation",
        help=tell("cli-account.action-vacation"),
        description=_VACATION,
    )
    parser.add_argument("change", nargs="?", choices=["on", "off"], help=tell("cli-account.change"))
    parser.add_argument("days", nargs="?", metavar="DAYS", type=int, help=tell("cli-account.days"))
    add_server(parser)
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(action="vacation")


def _add_notify(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = actions.add_parser(
        "notify",
        help=tell("cli-account.action-notify"),
        description=_NOTIFY,
    )
    parser.add_argument("change", nargs="?", choices=["on", "off"], help=tell("cli-account.change-2"))
    add_server(parser)
    add_connection(parser)
    add_json(parser)
    parser.set_defaults(action="notify")


def _add_servers(actions: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    servers = actions.add_parser("servers", help=tell("cli-account.action-servers"))
    servers.add_argument(
        "--forget",
        metavar="SERVER",
        help=tell("cli-account.forget"),
    )
    add_json(servers)
    servers.set_defaults(action="servers")
