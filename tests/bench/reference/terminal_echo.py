"""A program on a terminal that does next to nothing: it answers keys, and shows a clock.

Each key is answered with one cell at a place on the screen. With an argument, a clock is written every so
many seconds.
"""

import asyncio
import os
import sys
import time
import tty

END = b"\x1b[?25h"
"""Ends what is written for a key, as with the program that is measured."""


async def main() -> None:
    tty.setraw(0)
    loop = asyncio.get_running_loop()
    loop.add_reader(0, _answer)
    os.write(1, b"ready" + END)
    every = float(sys.argv[1]) if len(sys.argv) > 1 else 3600
    while True:
        await asyncio.sleep(every)
        os.write(1, f"\x1b[?25l\x1b[2;70H{time.monotonic():.1f}".encode() + END)


def _answer() -> None:
    if not os.read(0, 1024):
        raise SystemExit
    os.write(1, b"\x1b[?25l\x1b[5;5Hx" + END)


if __name__ == "__main__":
    asyncio.run(main())
