"""`python -m pente_client` is `pente`."""

import sys

from pente_client.cli import main

if __name__ == "__main__":
    sys.exit(main())
