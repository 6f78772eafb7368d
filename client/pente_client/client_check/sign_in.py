"""The greeting, and the sign-in of a client."""

import secrets
from typing import Final

from pente_client.client_check.cast import WATCHED
from pente_client.client_check.peer import Peer
from pente_client.client_check.stage import Stage, now
from pente_core.identity import Identity, PlayerId
from pente_protocol.codec import plain
from pente_protocol.messages import Hello, Wire
from pente_protocol.version import VERSION
