"""The process in which all house bots play."""

from collections.abc import Callable

from pente_server.children.child_program import ChildProgram


async def keep_running(url: str, describe: Callable[[], bytes]) -> None:
    """Run the bots until cancelled; ``describe`` gives their description, with fresh credentials each time.

    The secrets come over stdin, not on a command line that others can read. The process ends when stdin does,
    because the server is gone: also on systems where the kernel would not end it.
    """
    # The connection stays on this machine, hence --insecure.
    options = ("--insecure", "--workers", "1", "--wait", "10", "--log-level", "warning", "--until-eof")
    await ChildProgram("house bots", ("bots", "-", url, *options), describe, verb="have").keep_running()
