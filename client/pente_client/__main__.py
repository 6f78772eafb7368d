"""`python -m pente_client` is `pente`."""

import signal
import sys

from pente_client.options.quiet_end import ended_quietly


def start() -> None:
    """Run the command line of this process, and exit.

    Ctrl-C ends the process silently before there is anything to clean up, and again after it was cleaned up.
    """
    _end_at_ctrl_c()
    if sys.argv[1:] == ["--version"]:  # the rest of the command line takes longer than the answer
        from pente_client.options.version import print_version

        status = ended_quietly(print_version)
    else:
        from pente_client.cli import main
        from pente_client.files.stdout import writing_whole

        sys.stdout = writing_whole(sys.stdout)
        status = main()
    _end_at_ctrl_c()
    sys.exit(status)


def _end_at_ctrl_c() -> None:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else the parent made us ignore it
        signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    start()
