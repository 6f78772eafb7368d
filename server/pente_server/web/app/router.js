// Shows the page of the address, and follows links between pages without loading them anew.

import { OtherServer, readFragment } from "../client/index.js";
import { el, fill } from "../dom/elements.js";
import { t } from "../words/words.js";
import { markCurrent } from "./frame.js";
import { late } from "./late.js";
import { play } from "./play.js";
import { routeOf } from "./routes.js";

/** Mutable: it has the page that is shown. */
export class Router {
  #page = null;
  #number = 0;
  #path = null;
  #meant = ""; // the fingerprint of the server that the link is for

  constructor(main, session) {
    this.main = main;
    this.session = session;
    addEventListener("popstate", () => this.show());
    session.addEventListener("identity", () => this.#showAnew());
    addEventListener("storage", (event) => session.storageChanged(event));
    document.addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to a path of this server, such as "/r/…#12". */
  go(path) {
    history.pushState(null, "", path);
    this.show();
  }

  /** Show what the address says. */
  async show() {
    const { pathname, search } = location;
    const { place, fingerprint } = readFragment(location.hash.slice(1));
    const number = (this.#number += 1);
    if (this.#path === pathname + search && this.#page?.moved && ["", this.#meant].includes(fingerprint)) {
      this.#page.moved(place);
      return;
    }
    if (this.#path?.split("?")[0] === pathname && this.#page?.searched) {
      this.#path = pathname + search;
      this.#page.searched(new URLSearchParams(search));
      return;
    }
    this.#meant = fingerprint;
    const page = await this.#open(pathname, new URLSearchParams(search), place);
    if (number !== this.#number) page.close();
    else this.#replace(page, pathname + search);
  }

  /** Another account, or none any more: what is shown may be other than before. */
  #showAnew() {
    if (this.#path === null) return;
    this.#path = null;
    this.show();
  }

  async #open(path, query, hash) {
    const route = routeOf(path);
    if (!route) return message(t("app.not-found"));
    const problem = await this.#arrive(this.#meant).then(() => null, (error) => error);
    if (problem) return this.#gate(problem);
    try {
      const { open } = await late(route.load);
      return await open({ session: this.session, play, params: route.params, query, hash, go: (to) => this.go(to) });
    } catch (error) {
      console.warn(error);
      if (this.session.state.state !== "connected") return this.#later();
      return message(t("app.failed", { reason: error.message }));
    }
  }

  /** Resolves once the server lets one in that the link is for. */
  async #arrive(fingerprint) {
    await this.session.ready;
    if (fingerprint && !(await this.session.client.isOf(fingerprint))) throw new OtherServer("The link is for another server.");
  }

  /** The page can't be loaded without a connection: load it once there is one. */
  #later() {
    const number = this.#number;
    const tryAgain = ({ detail }) => {
      if (detail.state !== "connected") return;
      this.session.removeEventListener("state", tryAgain);
      if (number === this.#number) location.reload(); // a browser may keep that a module was not there
    };
    this.session.addEventListener("state", tryAgain);
    return message(t("app.later"));
  }

  async #gate(problem) {
    const { gate } = await import("../play/account/gate.js");
    return gate(this.session, problem);
  }

  #replace(page, path) {
    const isElsewhere = this.#path !== null;
    this.#page?.close();
    this.#page = page;
    this.#path = path;
    document.title = page.title ? `${page.title} · ${t("app.title")}` : t("app.title");
    fill(this.main, page.element);
    markCurrent(location.pathname);
    if (isElsewhere) this.main.focus({ preventScroll: true }); // screen readers go on there
    scrollTo(0, 0);
  }

  #follow(event) {
    const link = event.target.closest?.("a[href]");
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (!routeOf(link.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

function message(text) {
  return { element: el("h1", { class: "message" }, text), title: "", close() {} };
}
