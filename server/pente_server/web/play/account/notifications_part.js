// Notifications for one's turn: asked for only when a person wants them, and only where browsers have them.

import { preferences } from "../../dom/preferences.js";
import { el, fill } from "../../dom/elements.js";
import { t } from "../../words/words.js";

/** The part of the settings about notifications, with what a page without TLS can't do. */
export function notificationsPart() {
  const element = el("section", {}, el("h2", {}, t("settings.notifications")));
  const state = el("div");
  const show = () => fill(state, available() ? choicePart(show) : el("p", {}, t(isSecureContext ? "settings.no-notifications" : "settings.no-tls")));
  show();
  element.append(state);
  return element;
}

function available() {
  return isSecureContext && "Notification" in globalThis;
}

function choicePart(show) {
  const isOn = preferences.notify && Notification.permission === "granted";
  const turn = async () => {
    const isGranted = !isOn && (await Notification.requestPermission()) === "granted";
    preferences.set({ notify: isGranted });
    show();
  };
  return [
    el("p", {}, t(isOn ? "settings.notify-on" : Notification.permission === "denied" ? "settings.notify-denied" : "settings.notify-off")),
    el("p", { class: "buttons" }, el("button", { type: "button", onclick: turn }, t(isOn ? "settings.notify-stop" : "settings.notify-ask"))),
  ];
}
