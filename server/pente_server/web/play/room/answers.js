// What waits for the player's answer: offers, the choice of a swap opening, and opponents who do not come back.

import { el } from "../../dom/elements.js";
import { coloursOf } from "../../rules/index.js";
import { momentText } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { claims, offersTo } from "./possible.js";

/** The questions to a player, as {facts, make} for a part; facts of null: there are none. */
export function questions(desk) {
  const { room, seat } = desk;
  const offers = offersTo(room, seat);
  const claimed = claims(room, seat, desk.now);
  const facts = offers.length || claimed.length ? [offers, claimed, desk.isBusy, room.id] : null;
  return { facts, make: () => [...offers.map((open) => offer(desk, open)), claimed.length > 0 && claim(desk, claimed)] };
}

function offer(desk, { offer: kind, seat, until }) {
  return question(
    [t(`offer.${kind}`, { name: desk.room.seats[seat]?.name ?? "?", moment: momentText(until ?? 0) }), kind === "pause" && ` ${t("offer.pause-terms")}`],
    button(t(`play.yes-${kind}`), () => desk.act({ t: "accept", offer: kind }), desk.isBusy, "main"),
    kind !== "resume" && button(t("play.decline"), () => desk.act({ t: "decline", offer: kind }), desk.isBusy),
  );
}

function claim(desk, kinds) {
  const one = (kind) => button(t(`play.claim-${kind}`), () => desk.act({ t: "claim", result: kind }), desk.isBusy);
  return question(t("play.may-claim"), ...kinds.map(one));
}

/** The choice of a swap opening, as {facts, make}. */
export function choices(desk) {
  const { room, seat } = desk;
  const due = seat !== null && room.toAct === seat ? room.choices : [];
  const facts = due.length ? [due, seat, room.position.colour, desk.isBusy] : null;
  return { facts, make: () => question(t("play.choose"), ...due.map((choice) => choiceOf(desk, choice))) };
}

/** A choice says what it means: which colour the player has then, and who moves next. */
function choiceOf(desk, choice) {
  const { room, seat } = desk;
  const colours = coloursOf(room.rules).map((colour) => t(`colour.${colour}`));
  const mine = choice === "swap" ? 1 - seat : seat;
  const meaning = choice === "pass" ? "play.pass-more" : mine === room.position.colour ? "play.side-next" : "play.side";
  const label = el("span", {}, el("b", {}, t(`choice.${choice}`)), el("small", {}, t(meaning, { colour: colours[mine] })));
  return button(label, () => desk.act({ t: "choose", choice }), desk.isBusy, "choice");
}

function question(text, ...buttons) {
  return el("div", { class: "question" }, el("p", {}, text), el("p", { class: "buttons" }, buttons));
}

/** A button of the controls. */
export function button(label, onclick, disabled = false, kind = "") {
  return el("button", { type: "button", class: kind, disabled, onclick }, label);
}
