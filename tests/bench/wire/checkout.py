"""A checkout whose servers are measured."""

import asyncio
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PARTS: Final = ("core", "protocol", "server", "client")


@dataclass(frozen=True, slots=True)
class Checkout:
    """A directory with a version of the product; it runs on the Python and the libraries of this one."""

    root: Path

    @property
    def environment(self) -> dict[str, str]:
        """What makes Python import the product from there, wherever it is installed from."""
        return {"PYTHONPATH": os.pathsep.join(str(self.root / part) for part in PARTS)}

    @property
    def is_whole(self) -> bool:
        return all((self.root / part).is_dir() for part in PARTS)

    async def known(self, options: Sequence[tuple[str, str]]) -> list[str]:
        """Those of the options with their values that its ``serve`` knows: an older one may have fewer."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "pente_client", "serve", "--help", "all"),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **self.environment},
        )
        text, _ = await process.communicate()
        words = {word.strip("[]") for word in text.decode().split()}
        return [part for option in options if option[0] in words for part in option]


HERE: Final = Checkout(Path(__file__).parents[3])
"""The one that the benchmarks belong to."""
