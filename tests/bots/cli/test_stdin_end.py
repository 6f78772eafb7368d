"""The end of standard input ends a program, in an orderly way if it can."""

import subprocess
import sys

import pytest

PROGRAM = """
import asyncio
import threading
from types import SimpleNamespace
from pente_bots.cli import stdin_end

refused = threading.Event()  # the time is over as soon as the work has refused to end, and else much later
stdin_end.time = SimpleNamespace(sleep=lambda _: refused.wait(60))

async def obedient():
    try:
        await asyncio.Event().wait()
    finally:
        print("cleaned up")

async def stubborn():
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            print("no", flush=True)
            refused.set()

async def quick():
    print("done")

asyncio.run(stdin_end.until_stdin_ends({work}()))
"""


@pytest.mark.parametrize(
    ("work", "status", "said"),
    [("obedient", 0, "cleaned up\n"), ("stubborn", 1, "no\n"), ("quick", 0, "done\n")],
)
def test_the_work_ends_with_the_input(work: str, status: int, said: str) -> None:
    command = [sys.executable, "-c", PROGRAM.format(work=work)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        out, _ = process.communicate("a line that nobody reads\n")
    assert (process.returncode, out) == (status, said)
