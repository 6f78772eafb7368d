// Modules that load after the page that they are for.

const PAUSE = 1000; // milliseconds, at least, between two questions whether the server is back

/**
 * What `load` gives, an import. A browser asks only once for a module: where one did not come, as the server was away, the
 * document is loaded anew as soon as the server is back, and not a second time if that did not help.
 */
export async function late(load) {
  try {
    return await load();
  } catch (error) {
    if (performance.getEntriesByType("navigation")[0]?.type !== "reload") loadAnew();
    throw error;
  }
}

async function loadAnew() {
  while (!(await fetch("/healthz").then(({ ok }) => ok, () => false))) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE * (1 + Math.random())));
  }
  location.reload();
}
