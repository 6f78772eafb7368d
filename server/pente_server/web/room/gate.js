// Rooms that can't be shown: each in a sentence, with a way on.

import { el } from "../dom/elements.js";
import { field, form } from "../dom/forms.js";
import { t } from "../words/words.js";

const KNOWN = ["unknown-room", "unknown-game", "damaged-room", "not-invited", "account-needed", "begun", "kicked", "banned", "replaced", "too-many", "not-available"];

/** Why there is nothing to see, as an element. `code`: of the error; `tryAgain` and `signIn`: what buttons do, or null. */
export function gate({ code, text }, { id, tryAgain = null, signIn = null }) {
  const isNameEnough = ["account-needed", "begun"].includes(code);
  const asksAccount = (isNameEnough || code === "not-invited") && signIn;
  return el(
    "section",
    { class: "message gate" },
    el("p", { role: "alert" }, KNOWN.includes(code) ? t(`room.gate-${code}`) : text),
    el(
      "p",
      { class: "actions" },
      asksAccount && el("button", { type: "button", class: "main", onclick: signIn }, t("app.sign-in")),
      tryAgain && !isNameEnough && code !== "unknown-room" && el("button", { type: "button", onclick: tryAgain }, t("app.again")),
      code === "unknown-room" && el("a", { href: `/g/${id}` }, t("room.look-in-archive")),
      el("a", { href: "/" }, t("room.other-games")),
    ),
  );
}

/** A form for the password of a room. `enter(password)` rejects with why it does not open. */
export function passwordForm(enter) {
  const password = field(t("room.password-needed"), { name: "password", type: "password", required: true, maxlength: 200, autofocus: true });
  return el("section", { class: "message gate" }, form(t("room.enter"), (values) => enter(values.password), password));
}
