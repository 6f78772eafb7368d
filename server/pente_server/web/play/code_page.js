// A join code: it leads to its room.

import { el } from "../dom/elements.js";
import { sentence } from "../dom/forms.js";
import { t } from "../words/words.js";

export async function open({ session, params: [code], go }) {
  const element = el("section", { class: "gate" }, el("h1", {}, t("start.join")), el("p", { role: "status" }, t("start.looks")));
  find().catch((error) => {
    element.lastChild.replaceWith(el("p", { class: "problem", role: "alert" }, sentence(error)), el("a", { class: "button", href: "/" }, t("room.other-games")));
  });
  return { element, title: t("start.join"), close() {} };

  async function find() {
    const { room } = await session.client.request({ t: "find_code", code });
    history.replaceState(null, "", `/r/${room}`);
    go(`/r/${room}`);
  }
}
