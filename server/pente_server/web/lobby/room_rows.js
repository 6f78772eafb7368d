// A live room as a row of a list. The row stays while the room changes.

import { el, fill } from "../dom/elements.js";
import { playerLabel, stoneDot } from "../dom/players.js";
import { gameText } from "../words/phrases.js";
import { t } from "../words/words.js";
import { freeSeats, mayJoin, notesOf, sidesOf, waiterOf } from "./summary.js";

/** A game that goes on: a link to its room. */
export function gameRow(listed) {
  const sides = el("span", { class: "sides" });
  const rules = el("span", { class: "rules" });
  const notes = el("span", { class: "facts" });
  const element = el("li", { class: "row now" }, el("a", { class: "cover", href: roomPath(listed) }, sides, rules, notes));
  const show = (row) => {
    fill(sides, sidesOf(row).map(sideLabel));
    fill(rules, gameText(row.room));
    fill(notes, notesOf(row).join(" · "));
  };
  show(listed);
  return { element, show };
}

/** A room that waits for players: who is there, and a link to join. `me` is the player who reads; null: a viewer. */
export function openRow(listed, me) {
  const who = el("span", { class: "sides" });
  const rules = el("span", { class: "rules" });
  const notes = el("span", { class: "facts" });
  const join = el("a", { class: "button", href: roomPath(listed) });
  const element = el("li", { class: "row open" }, who, rules, notes, join);
  const show = (row) => {
    fill(who, seatedIn(row));
    fill(rules, gameText(row.room));
    fill(notes, [...notesOf(row), ...openSeats(row)].join(" · "));
    const [text, label] = mayJoin(row, me) ? ["app.join", "lobby.join-game"] : ["lobby.look", "lobby.look-game"];
    fill(join, t(text));
    join.setAttribute("aria-label", t(label, { name: waiterOf(row) }));
  };
  show(listed);
  return { element, show };
}

/** The address of a room. */
function roomPath({ room }) {
  return `/r/${room.id}`;
}

function sideLabel({ player, colour, isToAct, isOut }) {
  const classes = ["side", isToAct && "to-act", isOut && "out"].filter(Boolean).join(" ");
  return el("span", { class: classes }, stoneDot(colour), playerLabel(player), isToAct && el("span", { class: "unseen" }, t("lobby.to-move")));
}

function seatedIn(row) {
  const seated = sidesOf(row).filter(({ player }) => player !== null);
  return seated.length ? seated.map(sideLabel) : [el("span", { class: "side" }, t("lobby.nobody-yet"))];
}

function openSeats(row) {
  const free = freeSeats(row);
  return free > 1 ? [t("lobby.open-seats", { n: free })] : [];
}
