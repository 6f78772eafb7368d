// What waits until the server answers again: modules that load after the page that they are for, and documents.

const FIRST_PAUSE = 1000; // milliseconds before the first question whether the server is back
const LONGEST_PAUSE = 15_000;
const ANSWERED_WITHIN = 10_000;

/**
 * What `load` gives, an import. A browser asks only once for a module: where one did not come, as the server was away, the
 * document is loaded anew as soon as the server is back, and not a second time if that did not help.
 */
export async function late(load) {
  try {
    return await load();
  } catch (error) {
    if (performance.getEntriesByType("navigation")[0]?.type !== "reload") serverBack().then(() => location.reload());
    throw error;
  }
}

/** Wait until the server says that it is well: it is asked after 1, 2, 4 … 15 s, not by all pages at once. */
export async function serverBack() {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    await new Promise((resolve) => {
      setTimeout(resolve, pause * (0.75 + Math.random() / 2));
      addEventListener("online", resolve, { once: true });
    });
    const answer = fetch("/healthz", { signal: AbortSignal.timeout(ANSWERED_WITHIN) });
    if (await answer.then(({ ok }) => ok, () => false)) return;
  }
}
