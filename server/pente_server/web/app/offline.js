// What an installed page shows while its server does not answer: the service worker answers with it at any address.

import { el, fill } from "../dom/elements.js";
import { t } from "../words/words.js";
import { serverBack } from "./late.js";

const OWN = "/offline";
const again = () => (location.pathname === OWN ? location.replace("/") : location.reload());
const [title, reason] = [el("h1"), el("p", { role: "status" })];

/** A person is offline where the browser says so: else it is the server that is away. */
function show() {
  const state = navigator.onLine ? "away" : "offline";
  fill(title, t(`app.${state}`));
  fill(reason, t(`app.${state}-why`));
}

document.title = t("app.title");
document.body.append(el("main", { id: "main" }, title, reason, el("button", { class: "main", onclick: again }, t("app.again"))));
for (const type of ["online", "offline"]) addEventListener(type, show);
show();
serverBack().then(again);
