// Which live rooms are listed: a choice of rules, state, speed and kind of player. It lasts as long as the tab.

import { el } from "../dom/elements.js";
import { select } from "../dom/select.js";
import { RULESET_CHOICES, SPEED_CHOICES } from "../words/phrases.js";
import { t } from "../words/words.js";

let chosen = { ruleset: "", status: "", speed: "", isPeople: false };

/** What is chosen in this tab. */
export function chosenRooms() {
  return chosen;
}

/** The choices as a part of the page. `onChange(chosen)` is told of each change. `reset` shows everything. */
export function filterBar(onChange) {
  const choose = (changes) => {
    chosen = { ...chosen, ...changes };
    onChange(chosen);
  };
  const menu = (name, label, choices) => select(label, choices, chosen[name], (value) => choose({ [name]: value }));
  const menus = [
    menu("ruleset", t("phrase.rules"), [["", t("phrase.all-rules")], ...RULESET_CHOICES]),
    menu("speed", t("lobby.speed"), [["", t("lobby.all-speeds")], ...SPEED_CHOICES]),
    menu("status", t("lobby.status"), ["", "waiting", "playing"].map((status) => [status, t(`lobby.status-${status || "all"}`)])),
  ];
  const people = el("input", { type: "checkbox", checked: chosen.isPeople, onchange: () => choose({ isPeople: people.checked }) });
  const fields = el("div", { class: "filters" }, menus.map(({ label }) => label), el("label", { class: "check" }, people, t("lobby.people-only")));
  const reset = () => {
    for (const { control } of menus) control.value = "";
    people.checked = false;
    choose({ ruleset: "", status: "", speed: "", isPeople: false });
  };
  return { element: el("details", { class: "filter-box", open: isChosen() }, el("summary", {}, t("lobby.filter")), fields), reset };
}

/** Whether anything is chosen. */
export function isChosen() {
  return Object.values(chosen).some(Boolean);
}
