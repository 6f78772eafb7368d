// What an installed page shows without a connection: the service worker answers with it at any address.

import { el } from "../dom/elements.js";
import { t } from "../words/words.js";

const again = () => location.reload();

document.title = t("app.title");
document.body.append(
  el("main", { id: "main" }, el("h1", {}, t("app.offline")), el("p", {}, t("app.offline-why")), el("button", { class: "main", onclick: again }, t("app.again"))),
);
addEventListener("online", again);
