"""How long a check of a client waits, in seconds, unless it is told otherwise."""

from typing import Final

PATIENCE: Final = 30.0
"""How long a script waits for the client, in seconds: a person may have to type something."""
SILENCE: Final = 3.0
"""How long a client is watched that should do nothing, in seconds."""
