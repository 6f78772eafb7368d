"""The version of the product."""

from importlib.metadata import PackageNotFoundError, version


def version_text() -> str:
    """The program with its version, as in ``pente 0.1.0``."""
    try:
        return f"pente {version('pente')}"
    except PackageNotFoundError:
        return "pente (not installed)"


def print_version() -> int:
    """What `pente --version` does; the exit status."""
    print(version_text())
    return 0
