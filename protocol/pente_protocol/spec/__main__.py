"""Write the specification: ``python -m pente_protocol.spec DIRECTORY``."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from pente_protocol.spec.asyncapi import asyncapi_json
from pente_protocol.spec.golden_vectors import golden_json
from pente_protocol.spec.pages import PAGES, page_md
from pente_protocol.spec.samples.login_vectors import login_json
from pente_protocol.spec.typescript import declarations_ts

FILES: Final[Mapping[str, Callable[[], str]]] = {
    "asyncapi.json": asyncapi_json,
    "golden.json": golden_json,
    "login.json": login_json,
    "pente.d.ts": declarations_ts,
    **{page: partial(page_md, page) for page in PAGES},
}
"""The files of the specification, with their generators."""


def main() -> None:
    parser = ArgumentParser(prog="python -m pente_protocol.spec", description="Write the specification.")
    parser.add_argument("directory", type=Path, help="where to write it; protocol/spec in a checkout")
    directory: Path = parser.parse_args().directory
    directory.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (directory / name).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
