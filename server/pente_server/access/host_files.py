"""Small text files that the host of a server writes: passwords and lists."""

from pathlib import Path


class UnusableFile(Exception):
    """A file that can't be used; the message is one sentence that says what to do."""


def read_text(path: Path) -> str:
    """The content of a file. Raises UnusableFile."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UnusableFile(
            f"can't read {path} ({error.strerror}); check the path and its permissions"
        ) from None
    except UnicodeDecodeError:
        raise UnusableFile(f"{path} is not valid UTF-8; save it as UTF-8 text") from None


def read_password(path: Path) -> str:
    """The first line of a file. Raises UnusableFile."""
    password = read_text(path).partition("\n")[0].rstrip("\r")
    if not password:
        raise UnusableFile(f"the first line of {path} is empty; put the password there")
    return password
