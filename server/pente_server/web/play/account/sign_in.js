// Accounts: playing as a guest at once, with a name, or with the account of a terminal.

import { openDialog } from "../../dom/dialog.js";
import { el } from "../../dom/elements.js";
import { field, form } from "../../dom/forms.js";
import { isExposed } from "../../dom/server.js";
import { t } from "../../words/words.js";

/** Ask a viewer how to play; whether they have an account then. */
export async function askHowToPlay(session) {
  const leaving = new AbortController();
  const enter = async (details) => {
    await session.enter({ ...details, signal: leaving.signal });
    dialog.close(true);
  };
  const dialog = openDialog(t("play.how"), waysIn(enter));
  const isIn = (await dialog.closed) === true;
  leaving.abort();
  return isIn;
}

/** The three ways to an account, as forms. `start` gets what `Session.enter` takes, and promises that it worked. */
export function waysIn(start) {
  const enter = (details) => start({ ...details, device: deviceName() });
  return el(
    "div",
    { class: "ways-in" },
    form(t("play.as-guest"), () => enter({}), el("p", {}, t("play.as-guest-more"))),
    form(t("play.with-name"), ({ name }) => enter({ name: needed(name, "play.name-needed") }), nameField()),
    form(
      t("play.with-code"),
      ({ code }) => enter({ code: needed(code, "play.code-needed") }),
      field(t("play.code"), { name: "code", autocapitalize: "none", spellcheck: "false", maxlength: 40 }, t("play.with-code-more")),
    ),
    el("p", { class: "note" }, t("play.kept-here")),
    isExposed() && el("p", { class: "note" }, t("play.exposed")),
  );
}

/** The field for a name. */
export function nameField(value = "") {
  return field(t("play.name"), { name: "name", value, maxlength: 24, autocapitalize: "none", spellcheck: "false" }, t("play.name-more"));
}

/** What people call this browser in the list of their devices. */
export function deviceName() {
  const agent = navigator.userAgent ?? "";
  const browser = /(Firefox|Edg|OPR|SamsungBrowser|Chrome|Safari)/.exec(agent)?.[1] ?? "";
  const system = /(Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux)/.exec(agent)?.[1] ?? "";
  return [NAMES[browser] ?? browser, system].filter(Boolean).join(", ") || t("play.a-browser");
}

const NAMES = { Edg: "Edge", OPR: "Opera", SamsungBrowser: "Samsung Internet" };

function needed(text, key) {
  if (!text) throw new Error(t(key));
  return text;
}
