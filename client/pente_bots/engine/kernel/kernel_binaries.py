"""Which binaries belong to which sources of the kernel, so that an edited source never runs as an old binary.

Used while the package is built too, so it imports nothing but the standard library.
"""

from collections.abc import Iterator
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""How the file of a binary for this Python ends: others have another, so that they can share a folder."""
_SOURCES_ONLY: Final = frozenset({"__init__", "kernel_binaries"})
FOLDER: Final = "compiled"
"""The folder in that of the kernel which holds all binaries."""


def kernel_modules(kernel: Path) -> Iterator[Path]:
    """The sources of the modules that are compiled, sorted: all but the package itself and this one."""
    return (file for file in sorted(kernel.glob("*.py")) if file.stem not in _SOURCES_ONLY)


def binaries_folder(kernel: Path) -> Path:
    """Where the binaries of the sources as they are now belong; it is there only if they were compiled.

    Raises OSError.
    """
    return kernel / FOLDER / f"{_digest(kernel)}{SUFFIX.rpartition('.')[0]}"


def _digest(kernel: Path) -> str:
    """Tells the sources of a kernel, with their declarations, from all others.

    The line ends of a checkout make no difference.
    """
    digest = blake2b(digest_size=8)
    for file in sorted((*kernel.glob("*.py"), *kernel.glob("*.pxd"))):
        for part in (file.name.encode(), file.read_bytes().replace(b"\r\n", b"\n")):
            digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()
