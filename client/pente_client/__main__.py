"""`python -m pente_client` is `pente`."""

import signal
import sys


def start() -> None:
    """Run the command line of this process, and end it.

    Before there is anything to tidy up, and after it was tidied up, Ctrl-C ends it without a word.
    """
    _end_at_ctrl_c()
    from pente_client.cli import main

    status = main()
    _end_at_ctrl_c()
    sys.exit(status)


def _end_at_ctrl_c() -> None:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # who started us may ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    start()
