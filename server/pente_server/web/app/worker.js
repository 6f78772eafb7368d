// The service worker: for an installed page, and for notifications. There is none on plain http in a LAN, which is no
// secure context.

const PATH = "/sw.js";

/** Have the browser take the worker once the page is loaded, where it takes one. */
export function startWorker() {
  if (!globalThis.isSecureContext || !navigator.serviceWorker) return;
  addEventListener("load", () => navigator.serviceWorker.register(trusted()).catch(() => {}), { once: true }); // none in private windows
}

function trusted() {
  return globalThis.trustedTypes?.createPolicy("service-worker", { createScriptURL: () => PATH }).createScriptURL("") ?? PATH;
}
