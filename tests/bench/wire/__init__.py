"""What playing over the wire costs: a server in a process of its own, and light peers that drive it.

The peers speak the protocol without the client package, so that the driver is not what is measured.
"""

import tests.bench.wire.comebacks
import tests.bench.wire.compare
import tests.bench.wire.memory
import tests.bench.wire.nodes
import tests.bench.wire.other_node
import tests.bench.wire.round_trip
import tests.bench.wire.throughput  # noqa: F401 -- importing them registers them
