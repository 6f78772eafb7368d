// What a game is about: its rules, time and options, who watches, and where it can be read elsewhere.

import { el, fill } from "../dom/elements.js";
import { momentText } from "../words/phrases.js";
import { t } from "../words/words.js";
import { factsOf, headline, rulesLines } from "./sentences/rules_text.js";
import { outcomeText } from "./sentences/status.js";

/** Mutable: shows the room of the latest `update`. `moderation`: of the host, see moderation.js; null for others. */
export class About {
  #text = "";

  constructor(moderation = null) {
    this.moderation = moderation;
    this.shown = el("div");
    this.element = el("div", { class: "about" }, this.shown, moderation?.element);
  }

  /** `endedAt`: when the game ended, if that is known. */
  update(room, endedAt = null) {
    this.moderation?.update(room);
    const facts = factsOf(room);
    const watchers = room.presence?.viewer_names ?? [];
    const text = JSON.stringify([facts, watchers, room.status, room.outcome, endedAt]);
    if (text === this.#text) return;
    this.#text = text;
    const result = outcomeText(room);
    fill(
      this.shown,
      el("h2", {}, headline(room)),
      result && el("p", { class: "outcome" }, result),
      endedAt && el("p", {}, t("room.played", { moment: momentText(endedAt) })),
      rulesLines(room.rules).map((line) => el("p", { class: "rule" }, line)),
      el("dl", {}, facts.map(([key, value]) => [el("dt", {}, t(key)), el("dd", {}, value)])),
      watchers.length > 0 && el("p", { class: "watchers" }, this.moderation ? watchers.map((name) => this.moderation.button(name)) : watchers.join(", ")),
    );
  }
}
