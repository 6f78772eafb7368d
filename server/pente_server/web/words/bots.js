// How strong bots are. A name is all there is to go by.

import { nameOf } from "./phrases.js";
import { t } from "./words.js";

// As they are offered: the levels from the weakest to the strongest, then the others.
const HOUSE_BOTS = "easy-bot medium-bot strong-bot expert-bot show-black show-white priorities-bot patterns-bot random-bot review-bot".split(" ");

/** How strong a bot of the house is; empty where that is not known. */
export function strengthText(player) {
  const name = nameOf(player);
  return HOUSE_BOTS.includes(name) ? t(`lobby.bot-${name}`) : "";
}

/** Compares two bots: those of the house first, the weakest before the stronger, but for the random one. */
export function byStrength(one, other) {
  return placeOf(one) - placeOf(other) || nameOf(one).localeCompare(nameOf(other));
}

function placeOf(player) {
  const place = HOUSE_BOTS.indexOf(nameOf(player));
  return place < 0 ? HOUSE_BOTS.length : place;
}
