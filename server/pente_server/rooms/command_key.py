"""The key of a command: its id, and what tells it from another command under the same id."""

from typing import NamedTuple

from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.store import Duplicate


class CommandKey(NamedTuple):
    """The id of a command in the store, and a digest of the command."""

    id: str
    digest: int = 0
    """32 bits; 0 for a command of the server itself, which is never another one."""

    def version(self, done: Duplicate | None) -> int | None:
        """The version that the command led to when it was carried out; None if it was not.

        Raises RequestDenied if another command was carried out under the same id. One without a digest, of an
        import or an earlier release, is taken for the same.
        """
        if done is None:
            return None
        if self.digest and done.digest and self.digest != done.digest:
            text = "This command_id was used for another command. Choose a new one for each command."
            raise RequestDenied(ErrorCode.COMMAND_ID_REUSED, text)
        return done.version
