// Players on a page: a name that leads to the profile, with the rating, and whether it is a bot.

import { nameOf, ratingText } from "../words/phrases.js";
import { t } from "../words/words.js";
import { el } from "./elements.js";

/** Where the profile of a player is. */
export function profilePath(player) {
  return `/u/${encodeURIComponent(nameOf(player))}`;
}

/** A player with the rating, without a link. */
export function playerLabel(player) {
  return el("span", { class: "named" }, el("b", { class: "name" }, nameOf(player)), ...details(player));
}

/** The same with a link to the profile. */
export function playerLink(player) {
  return el("span", { class: "named" }, el("a", { class: "name", href: profilePath(player) }, nameOf(player)), ...details(player));
}

/** The dot of a colour: "white", "black", "red" or "blue". The colour is said in words beside it, or does not matter. */
export function stoneDot(colour) {
  return el("span", { class: `stone-dot ${colour}`, "aria-hidden": "true" });
}

function details(player) {
  const rating = ratingText(player ?? {});
  return [
    rating && el("span", { class: "strength" }, rating),
    player?.kind === "bot" && !nameOf(player).includes("bot") && el("span", { class: "small-tag" }, t("phrase.bot")),
  ];
}
