// What a person chooses for this browser, and their account.

import { preferences } from "../dom/preferences.js";
import { el } from "../dom/elements.js";
import { check, choice } from "../dom/forms.js";
import { accountSection } from "../play/account/account_section.js";
import { notificationsPart } from "../play/account/notifications_part.js";
import { LANGUAGE, t } from "../words/words.js";

/** The page of settings: also where the server lets nobody in. */
export async function open({ session }) {
  const account = el("div", {}, accountSection(session));
  const element = el("div", { class: "settings" }, el("h1", {}, t("app.settings")), account, lookPart(), playPart(), notificationsPart(session), aboutPart());
  element.addEventListener("change", ({ target }) => take(target));
  return { element, title: t("app.settings"), close() {} };
}

function take({ name, type, checked, value }) {
  if (name in preferences) preferences.set({ [name]: type === "checkbox" ? checked : value });
}

function lookPart() {
  return el(
    "section",
    {},
    el("h2", {}, t("settings.look")),
    choice(t("settings.theme"), "theme", ["auto", "light", "dark"].map((value) => [value, t(`settings.theme-${value}`)]), preferences.theme),
    check(t("settings.coordinates"), "coordinates", preferences.coordinates),
  );
}

function playPart() {
  const ways = ["auto", "always", "never"].map((value) => [value, t(`settings.confirm-${value}`)]);
  return el(
    "section",
    {},
    el("h2", {}, t("settings.play")),
    choice(t("settings.confirm"), "confirm", ways, preferences.confirm),
    check(t("settings.premove"), "premove", preferences.premove),
    check(t("app.sounds"), "sound", preferences.sound),
  );
}

function aboutPart() {
  const language = new Intl.DisplayNames([LANGUAGE], { type: "language" }).of(LANGUAGE);
  return el("section", {}, el("h2", {}, t("settings.about")), el("p", {}, t("settings.language", { language })));
}
