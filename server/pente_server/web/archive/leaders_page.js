// The highest ratings of a ruleset, by the speed of the games.

import { el } from "../dom/elements.js";
import { Loaded } from "../dom/loaded.js";
import { playerLink } from "../dom/players.js";
import { select } from "../dom/select.js";
import { RULESET_NAMES } from "../rules/ruleset.js";
import { RULESET_CHOICES, ratingText, speedName } from "../words/phrases.js";
import { t } from "../words/words.js";
import { scoreText } from "./scores.js";

/** Makes the page; see web/README.md. */
export function open({ session, query, go }) {
  let ruleset = rulesetOf(query);
  const menu = select(t("phrase.rules"), RULESET_CHOICES, ruleset, (name) => go(`/leaders?ruleset=${name}`));
  const boards = new Loaded(() => session.client.request({ t: "leaders", ruleset }), ({ boards: found = [] }) => boardsElement(found, ruleset));
  const searched = (next) => {
    ruleset = rulesetOf(next);
    menu.control.value = ruleset;
    boards.reload();
  };
  const element = el("div", {}, el("header", { class: "tv-head" }, el("h1", {}, t("archive.leaders")), menu.label), boards.element);
  return { element, title: t("archive.leaders"), searched, close: () => boards.close() };
}

function rulesetOf(query) {
  const asked = query.get("ruleset") ?? "";
  return RULESET_NAMES.includes(asked) ? asked : RULESET_NAMES[0];
}

function boardsElement(boards, ruleset) {
  if (!boards.length) return el("div", { class: "card" }, el("p", { class: "quiet" }, t("archive.no-leaders", { ruleset })));
  return el("div", { class: "leader-boards" }, boards.map(boardElement));
}

function boardElement({ ruleset, speed, leaders = [], provisional = [] }) {
  return el(
    "section",
    { class: "card" },
    el("h2", {}, `${ruleset} · ${speedName(speed)}`),
    leaders.length > 0 && el("ol", { class: "rows" }, leaders.map((leader, place) => leaderRow(leader, String(place + 1)))),
    provisional.length > 0 && [el("h3", {}, t("archive.provisional")), el("ul", { class: "rows" }, provisional.map((leader) => leaderRow(leader, "")))],
  );
}

function leaderRow({ player, score }, place) {
  return el(
    "li",
    { class: "row leader" },
    el("span", { class: "place", "aria-hidden": "true" }, place),
    playerLink({ ...player, rating: null }),
    el("span", { class: "value" }, ratingText(score)),
    el("span", { class: "facts" }, scoreText(score)),
  );
}
