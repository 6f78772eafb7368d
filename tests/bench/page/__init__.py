"""What the page of a browser costs: those who watch with it, and the browser itself."""

import tests.bench.page.first_board
import tests.bench.page.paint
import tests.bench.page.viewers  # noqa: F401 -- importing them registers them
