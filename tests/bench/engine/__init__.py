"""What the player `engine` does: how fast it searches, which forced wins it finds, how strong it is."""

import tests.bench.engine.elo
import tests.bench.engine.speed
import tests.bench.engine.tactics  # noqa: F401 -- importing them registers them
