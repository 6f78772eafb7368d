"""Help is quick because it imports little: what is slow is imported when a command runs."""

import subprocess
import sys

from pente_client.cli.subcommands import SUBCOMMANDS

SLOW = (
    "aiohttp",
    "asyncio",
    "asyncssh",
    "http",
    "multiprocessing",
    "pente_bots.play.bot",
    "pente_client.client_check.run",
    "pente_client.connection",
    "pente_client.screen",
    "pente_client.stream",
    "pente_protocol.messages",
    "pente_server.node",
    "prompt_toolkit",
    "redis",
    "segno",
    "shtab",
    "ssl",
    "uvloop",
    "websockets",
)
PROGRAM = f"""
import sys
from pente_client.cli import main
for command in sys.argv[1:]:
    before = set(sys.modules)
    status = main([*command.split(), "--help"])
    slow = {SLOW!r}
    found = [name for name in slow if name in sys.modules and name not in before]
    if found or status:
        sys.stderr.write(f"pente {{command}} --help: {{status}} {{found}}\\n")
main(["--version"])
found = [name for name in slow if name in sys.modules]
sys.stderr.write(f"pente --version: {{found}}\\n" if found else "")
"""


def test_no_help_imports_what_is_slow() -> None:
    names = [command.name for command in SUBCOMMANDS]
    commands = ["", *names, "account create", "games export"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *commands], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.returncode == 0
