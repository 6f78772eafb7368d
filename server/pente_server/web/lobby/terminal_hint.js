// What to type in a terminal to do the same there.

import { el } from "../dom/elements.js";
import { isExposed, serverUrl } from "../dom/server.js";
import { t } from "../words/words.js";

/** The command of a verb, such as "play", for the server of this page. */
function command(verb) {
  return `pente ${verb} ${serverUrl()}${isExposed() ? " --insecure" : ""}`;
}

/** A sentence with the command. */
export function terminalHint(verb) {
  return el("p", { class: "quiet" }, t("app.in-terminal"), " ", el("code", {}, command(verb)));
}
