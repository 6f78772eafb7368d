// Starts the page within a page of others: one game to look at, and nothing else. It knows no account, and keeps
// nothing in the browser; links open the whole page in a tab of their own.

import { Client, readFragment } from "../client/index.js";
import { liveRegions } from "../dom/announce.js";
import { el, fill } from "../dom/elements.js";
import { serverUrl } from "../dom/server.js";
import { open as openRoom } from "../room/room_page.js";
import { t } from "../words/words.js";

const ROOM = location.pathname.split("/")[2];

/** A session of a viewer without an account, as pages use it. */
class EmbeddedSession extends EventTarget {
  me = null;
  state = { state: "connecting", reason: "" };

  constructor() {
    super();
    this.client = new Client(`${serverUrl()}/`);
    this.client.addEventListener("state", ({ detail }) => {
      this.state = detail;
      this.dispatchEvent(new CustomEvent("state", { detail }));
    });
    this.ready = this.client.connect();
    this.ready.catch(() => {}); // the state says why
  }
}

function openElsewhere(event) {
  const link = event.target.closest?.("a[href]");
  if (!link || link.getAttribute("href").startsWith("#")) return;
  link.target = "_blank";
  link.rel = "noopener";
}

async function show(main, session) {
  const context = { session, params: [ROOM], query: new URLSearchParams(), hash: readFragment(location.hash.slice(1)).place, isEmbedded: true };
  try {
    fill(main, (await openRoom({ ...context, go: (path) => open(path, "_blank", "noopener") })).element);
  } catch (error) {
    fill(main, el("p", { class: "message" }, t("app.failed", { reason: error.message })));
  }
}

const session = new EmbeddedSession();
const state = el("p", { class: "connection", role: "status" });
const showState = () => fill(state, session.state.state === "connected" ? "" : t(`app.${session.state.state}`, session.state));
const main = el("main", { id: "main", class: "embedded" });
session.addEventListener("state", showState);
showState();
document.addEventListener("click", openElsewhere, true);
document.body.append(main, el("footer", { class: "embedded" }, el("a", { href: `/r/${ROOM}` }, t("app.whole-page")), state), ...liveRegions());
show(main, session);
