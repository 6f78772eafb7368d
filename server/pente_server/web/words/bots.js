// How strong bots are. A name is all there is to go by.

import { nameOf } from "./phrases.js";
import { t } from "./words.js";

const REVIEWER = "review-bot";

// As they are offered: the levels from the weakest to the strongest, then the others.
const HOUSE_BOTS = [..."easy-bot medium-bot strong-bot master-bot expert-bot show-black show-white random-bot".split(" "), REVIEWER];

/**
 * Whether a player may be offered as an opponent: the bot of the house that reviews games declines all. It has a number after
 * its name where another player has that.
 */
export function mayPlay(player) {
  return player.kind !== "bot" || !new RegExp(`^${REVIEWER}(-[0-9]+)?$`).test(nameOf(player));
}

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
