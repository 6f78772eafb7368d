// The service worker of the page, where a browser takes one. It keeps the files of the page, of one version at a time,
// and says it when no server answers. Documents, and all that a server tells, are never kept.
//
// The server writes the address of its files in here: with a new version there is a new worker, which takes over at once.

const ROOT = "{root}";
const FILES = "{files}".split(" ");
const OFFLINE = "/offline";
const KEPT = `files ${ROOT}`;
const NO_SERVER = [502, 503, 504]; // what a proxy says that reaches none
const FOR_PROGRAMS = /^\/(api|healthz|readyz)\b/; // where a server says so itself

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepFirst());
});

addEventListener("activate", (event) => event.waitUntil(Promise.all([forgetOthers(), clients.claim()])));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(ROOT)) event.respondWith(file(request));
  else if (request.mode === "navigate" && !FOR_PROGRAMS.test(pathname)) event.respondWith(page(request));
});

// A notification leads to the page that its `data.path` names: to a tab that shows it, or else to any tab, or a new one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { pathname } = new URL(event.notification.data?.path ?? "/", location.origin);
  event.waitUntil(show(pathname));
});

async function keepFirst() {
  const cache = await caches.open(KEPT);
  const page = await fetch(OFFLINE, { headers: { Accept: "text/html" } });
  // While servers are replaced, another one may answer, which has files of its own.
  if (!page.ok || !(await page.clone().text()).includes(ROOT)) throw new Error("another version");
  await cache.put(OFFLINE, page);
  const files = await Promise.all(FILES.map((path) => file(new Request(path))));
  if (!files.every(({ ok }) => ok)) throw new Error("a file is missing");
}

async function file(request) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request).catch(() => Response.error());
  if (response.ok && response.headers.get("Cache-Control")?.includes("immutable")) await cache.put(request, response.clone());
  return response;
}

async function page(request) {
  const response = await fetch(request).catch(() => null);
  if (response && !NO_SERVER.includes(response.status)) return response;
  return (await caches.match(OFFLINE, { ignoreVary: true })) ?? response ?? Response.error();
}

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
}

async function show(path) {
  const pages = await clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (!page) return clients.openWindow(path);
  await page.focus();
  return new URL(page.url).pathname === path ? page : page.navigate(path);
}
