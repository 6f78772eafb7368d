// Whether the connection is lost. What was asked for meanwhile goes out once it is back; this is to say so.

let isLost = false;
const listeners = new Set();

/** The frame of the page knows it. */
export function setLost(lost) {
  if (lost === isLost) return;
  isLost = lost;
  for (const listener of [...listeners]) listener(isLost);
}

/** Tell a listener now and at each change whether the connection is lost, until the function that this gives is called. */
export function onLost(listener) {
  listeners.add(listener);
  listener(isLost);
  return () => listeners.delete(listener);
}

/** Wait for a promise, but not while the connection is lost. */
export function unlessLost(promise) {
  return new Promise((resolve) => {
    const stop = onLost((lost) => lost && resolve());
    const done = () => {
      stop();
      resolve();
    };
    promise.then(done, done);
  });
}
