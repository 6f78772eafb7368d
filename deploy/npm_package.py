"""Packs the page's client as a package for npm: ``python -m deploy.npm_package DIRECTORY``.

It has the modules as the page serves them: there is no copy. The same sources give the same bytes.
"""

import gzip
import io
import json
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
WEB: Final = ROOT / "server" / "pente_server" / "web"
NAME: Final = "pente-client"
TOP: Final = "package"
"""The folder in which npm wants everything."""


def package_files() -> Mapping[str, bytes]:
    """The files of the package by their paths in it."""
    return dict(sorted(_files()))


def _files() -> Iterator[tuple[str, bytes]]:
    yield "package.json", (json.dumps(_manifest(), indent=2) + "\n").encode()
    yield "LICENSE", (ROOT / "LICENSE").read_bytes()
    yield "README.md", (WEB / "client" / "README.md").read_bytes()
    yield "pente.d.ts", (ROOT / "protocol" / "spec" / "pente.d.ts").read_bytes()
    for folder in ("client", "vendor"):
        for file in (WEB / folder).rglob("*"):
            if file.is_file() and file != WEB / "client" / "README.md":
                yield str(file.relative_to(WEB)), file.read_bytes()


def _manifest() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {
        "name": NAME,
        "version": project["version"],
        "description": "A client of pente servers, for browsers and Node: plays, watches, reconnects",
        "license": project["license"],
        "type": "module",
        "exports": {".": {"types": "./client/index.d.ts", "default": "./client/index.js"}},
        "types": "./client/index.d.ts",
        "engines": {"node": ">=20"},
    }


def write_package(directory: Path) -> Path:
    """Write the package there; its path."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{NAME}-{_manifest()['version']}.tgz"
    with path.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        _write(packed)
    return path


def _write(packed: gzip.GzipFile) -> None:
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in package_files().items():
            entry = tarfile.TarInfo(f"{TOP}/{name}")
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    print(f"== wrote {write_package(Path(sys.argv[1]))}")
