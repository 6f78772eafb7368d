"""New files that only the user may read: secrets and personal data."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def new_private_file(path: str) -> Iterator[TextIO]:
    """A new text file, which is removed again if the block raises, as on Ctrl-C. Raises OSError."""
    # O_EXCL: an existing file might be open in another process, and must not be overwritten.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            yield file
    except BaseException:
        Path(path).unlink()
        raise
