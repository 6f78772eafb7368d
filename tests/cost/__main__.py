"""Count everything, and hold it against the table of costs; with ``--update``, write the table."""

import argparse
import os
import sys

from tests.cost.calls import count_all
from tests.cost.cost_table import NoReason, excesses, update

SEED = "0"
"""Of the hashes of texts, on which the order of sets depends."""


def main() -> int:
    """The exit status: whether something costs too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.cost", description=__doc__)
    parser.add_argument("--update", action="store_true", help="write the table instead")
    parser.add_argument("--reason", default="", help="why something costs more than before")
    options = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != SEED:
        os.execve(sys.executable, sys.orig_argv, {**os.environ, "PYTHONHASHSEED": SEED})
    rows = list(count_all())
    try:
        found = update(rows, options.reason) if options.update else excesses(rows)
    except NoReason as error:
        found, options.update = [str(error)], False
    print("\n".join(found))
    return bool(found) and not options.update


if __name__ == "__main__":
    sys.exit(main())
