"""Where a store keeps things."""

from collections.abc import Awaitable, Callable

from pente_server.store import Store

OpenStore = Callable[[], Awaitable[Store]]
"""Makes one more store on the same data, as one more node would."""
