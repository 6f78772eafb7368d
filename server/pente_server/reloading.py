"""What a running server reads again at SIGHUP: its password, its allow list and the level of its log."""

import argparse
import logging
from collections.abc import Callable
from typing import Final

from pente_server.access.access_control import AccessControl
from pente_server.access.chosen_access import InvalidAccessOptions, allow_list_from, server_password
from pente_server.access.host_files import UnusableFile
from pente_server.diagnostics.log_format import log_event, set_log_level
from pente_server.options import OPTIONS
from pente_server.serve_arguments import InvalidOptions, flags_of, parse_options

RELOADED: Final = frozenset(row.name for row in OPTIONS if row.reloads)
"""The options that can change while a server runs, if they stand in a file of options."""

_log = logging.getLogger(__name__)


class Reloader:
    """Reads the files of a server again, each for itself: what can't be used stays as it was. Mutable."""

    def __init__(self, args: argparse.Namespace, access_control: AccessControl) -> None:
        """``args`` are the options of the start."""
        self._started = self._args = args
        self._access_control = access_control

    def reload(self) -> None:
        """Read everything again, and log what could not be used."""
        self._attempt("the options can't be reloaded and stay as they were", self._read_options)
        self._attempt("the password can't be reloaded and stays as it was", self._read_password)
        self._attempt("the allow list can't be reloaded and stays as it was", self._read_allow_list)
        set_log_level(self._args.log_level)
        log_event(_log, logging.INFO, "reloaded", log_level=self._args.log_level)

    def _attempt(self, complaint: str, read: Callable[[], None]) -> None:
        try:
            read()
        except (InvalidOptions, InvalidAccessOptions, UnusableFile) as problem:
            _log.error("%s: %s", complaint, problem)

    def _read_options(self) -> None:
        """Parse the command line again, and with it the files of options that it names."""
        args = parse_options(self._started.typed)
        fixed = [
            name
            for name, value in vars(args).items()
            if name not in RELOADED and value != getattr(self._started, name)
        ]
        if fixed:
            _log.warning(
                "some changed options take effect when the server is started again: %s",
                ", ".join(flags_of(fixed)),
            )
        self._args = args

    def _read_password(self) -> None:
        self._access_control.set_password(server_password(self._args))

    def _read_allow_list(self) -> None:
        self._access_control.set_allowed(allow_list_from(self._args))
