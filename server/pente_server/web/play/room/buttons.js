// What else a player may do: the usual things in a row, the rest under "More".

import { ask } from "../../dom/dialog.js";
import { el } from "../../dom/elements.js";
import { t } from "../../words/words.js";
import { button } from "./answers.js";
import { ACTIONS, ownOffer, possible } from "./possible.js";

/** The buttons, as {facts, make}. `others` has what does more than send a command, by name. */
export function buttons(desk, others) {
  const names = possible(desk.room, desk.seat);
  const facts = names.length ? [names, desk.room.sequel, names.map((name) => desk.isPending(ACTIONS[name].command?.t))] : null;
  return { facts, make: () => row(desk, names, { ...others, resign, abort, next, withdraw }) };
}

function row(desk, names, others) {
  const one = (name) => {
    const action = others[name] ? () => others[name](desk) : () => desk.act(ACTIONS[name].command);
    const kind = ["rematch", "next", "resume"].includes(name) ? "main" : "";
    return button(t(`play.do-${name}`), action, desk.isPending(ACTIONS[name].command?.t), kind);
  };
  const [shown, rest] = [names.filter((name) => ACTIONS[name].first), names.filter((name) => !ACTIONS[name].first)];
  const more = el("details", { class: "others" }, el("summary", { role: "button" }, t("app.more")), el("p", { class: "buttons" }, rest.map(one)));
  return [el("p", { class: "buttons" }, shown.map(one)), rest.length > 0 && more];
}

function withdraw(desk) {
  desk.act({ t: "decline", offer: ownOffer(desk.room, desk.seat) });
}

async function resign(desk) {
  if (await ask(t("play.resign-question"), { yes: t("play.do-resign") })) desk.act({ t: "resign" });
}

async function abort(desk) {
  if (await ask(t("play.abort-question"), { yes: t("play.do-abort") })) desk.act({ t: "abort" });
}

function next(desk) {
  desk.page.go(`/r/${desk.room.sequel}`);
}
