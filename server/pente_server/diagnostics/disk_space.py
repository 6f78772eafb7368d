"""The free space on the disk of the private store."""

import shutil
from pathlib import Path

from pente_server.embedded.data_dir import FULL_BELOW
from pente_server.store import ProblemCode, StoreUnavailable


def blame_full_disk(directory: Path, error: StoreUnavailable) -> StoreUnavailable:
    """The error of a store with its data in ``directory``; a better one if the disk is full.

    The private store ends when it can't write, so that all it leaves is a connection that was closed.
    """
    try:
        free = shutil.disk_usage(directory).free
    except OSError:
        return error
    if free >= FULL_BELOW:
        return error
    text = f"the store's disk is full ({free:,} bytes free); free some space, then it goes on"
    return StoreUnavailable(text, ProblemCode.DISK_FULL, detail=f"{directory}; {error}")
