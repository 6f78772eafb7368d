// The frame around every page: navigation, the state of the connection, and the main part.

import { liveRegions } from "../dom/announce.js";
import { setLost } from "../dom/connection.js";
import { el, fill } from "../dom/elements.js";
import { t } from "../words/words.js";
import { preferences } from "../dom/preferences.js";
import { attention } from "../play/turns/attention.js";

const LINKS = [["/", "app.home"], ["/tv", "app.tv"], ["/games", "app.games"], ["/people", "app.people"]];

/** The main part of the page, in which pages are shown. */
export function makeFrame(session) {
  const main = el("main", { id: "main", tabindex: "-1" });
  const state = el("p", { class: "connection", role: "status" });
  const showState = () => {
    fill(state, sentence(session.state));
    setLost(["waiting", "connecting"].includes(session.state.state));
  };
  session.addEventListener("state", showState);
  showState();
  document.body.append(
    el("a", { class: "skip", href: "#main", onclick: (event) => skipTo(main, event) }, t("app.skip")),
    el("header", { class: "top" }, el("nav", {}, LINKS.map(([path, key]) => el("a", { href: path }, t(key)))), state, identity(session)),
    attention(session),
    main,
    ...liveRegions(),
  );
  const note = (text) => main.before(el("p", { class: "note", role: "status" }, text));
  session.addEventListener("new-key", () => note(t("app.new-key")));
  preferences.addEventListener("change", showTheme);
  showTheme();
  return main;
}

function skipTo(main, event) {
  event.preventDefault();
  main.focus();
}

/** Who one is, which leads to the account; for a viewer the way to one. */
function identity(session) {
  const element = el("p", { class: "identity" });
  const show = () => {
    const label = session.me ? t("app.account", { name: session.me.name }) : t("app.settings");
    const link = el("a", { href: "/settings", "aria-label": label }, el("span", { class: "clipped" }, session.me?.name ?? "⚙"));
    fill(element, !session.me && el("button", { type: "button", class: "quiet", onclick: () => session.signIn() }, t("app.sign-in")), link);
  };
  session.addEventListener("identity", show); // nothing before it is known
  return element;
}

/** Mark the link of the navigation that leads to the page which is shown. */
export function markCurrent(path) {
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.pathname === path) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function sentence({ state, reason }) {
  return state === "connected" ? "" : t(`app.${state}`, { reason });
}

function showTheme() {
  document.documentElement.dataset.theme = preferences.theme;
}
