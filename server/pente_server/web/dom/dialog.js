// Modal dialogs. Escape closes them, and the focus goes back to where it was.

import { t } from "../words/words.js";
import { el } from "./elements.js";

/**
 * Show a dialog: {element, close(value), closed}. `closed` is a promise of what it was closed with; undefined after
 * Escape or the button that closes it.
 */
export function openDialog(title, ...children) {
  let settle;
  const closed = new Promise((resolve) => (settle = resolve));
  const close = (value) => {
    settle(value);
    if (element.open) element.close();
  };
  const heading = el("h2", {}, title);
  const away = el("button", { type: "button", class: "quiet", "aria-label": t("app.close"), onclick: () => close() }, "✕");
  const element = el("dialog", { "aria-label": title }, el("header", {}, heading, away), ...children);
  element.addEventListener("close", () => {
    settle();
    element.remove();
  });
  document.body.append(element);
  element.showModal();
  return { element, close, closed };
}

/** Ask a question. Whether the answer was `yes`, the text of a button. */
export async function ask(question, { yes, no = t("app.cancel"), more = "" }) {
  const dialog = openDialog(
    question,
    more && el("p", {}, more),
    el(
      "p",
      { class: "buttons" },
      el("button", { type: "button", class: "main", onclick: () => dialog.close(true) }, yes),
      el("button", { type: "button", onclick: () => dialog.close(false) }, no),
    ),
  );
  return (await dialog.closed) === true;
}
