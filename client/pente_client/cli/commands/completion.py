"""`pente completion`: words that a shell completes."""

import argparse
from collections.abc import Callable
from typing import Final

SHELLS: Final = ("bash", "zsh", "fish")
DESCRIPTION: Final = """
Print a script with which a shell completes commands, options and their values.
"""
EXAMPLES: Final = """
examples:
  pente completion bash > ~/.local/share/bash-completion/completions/pente
  pente completion zsh > ~/.zfunc/_pente      with fpath+=~/.zfunc before compinit in ~/.zshrc
  pente completion fish > ~/.config/fish/completions/pente.fish

exit status: 0 success, 2 usage error.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `pente completion`."""
    parser.description = DESCRIPTION
    parser.epilog = EXAMPLES
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or fish")


def work() -> Callable[[argparse.Namespace], int]:
    """Import what this command does."""
    from pente_client.cli.work.setup import completion

    return completion.run
