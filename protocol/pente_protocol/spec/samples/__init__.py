"""Sample messages for the golden vectors: at least one of every kind.

Their ids, times and keys are made up. Adding a sample is harmless; changing one changes the vectors that
other implementations are tested with.
"""

from typing import Final

from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.from_server import FROM_SERVER

MESSAGES: Final[dict[str, ClientMessage | ServerMessage]] = {**FROM_CLIENT, **FROM_SERVER}
