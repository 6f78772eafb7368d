// The sign of a judgement, for people who see it and for those who hear it.

import { el } from "../../dom/elements.js";
import { t } from "../../words/words.js";
import { SIGNS } from "./review.js";

/** What stands behind a move of which a review says something; null: nothing. */
export function signOf({ judgement }) {
  if (judgement === "none") return null;
  return [el("span", { class: `sign ${judgement}`, "aria-hidden": "true" }, SIGNS[judgement]), el("span", { class: "unseen" }, t(`review.${judgement}`))];
}
