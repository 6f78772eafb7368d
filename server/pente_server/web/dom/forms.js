// Parts of forms. A form says what went wrong where it was filled in, and can't be sent twice at once.

import { t } from "../words/words.js";
import { onLost } from "./connection.js";
import { el, fill } from "./elements.js";

/** A labelled field. `attributes` are those of its input; `hint` says more. */
export function field(label, attributes, hint = "") {
  const input = el("input", { autocomplete: "off", ...attributes });
  return el("label", { class: "field" }, el("span", {}, label), input, hint && el("small", {}, hint));
}

/** A labelled choice: `options` are pairs of a value and its text; `hint` says more. */
export function choice(label, name, options, chosen = options[0][0], hint = "") {
  const entries = options.map(([value, text]) => el("option", { value, selected: value === chosen }, text));
  return el("label", { class: "field" }, el("span", {}, label), el("select", { name }, entries), hint && el("small", {}, hint));
}

/** A labelled switch. */
export function check(label, name, isOn = false, hint = "") {
  const box = el("input", { type: "checkbox", name, checked: isOn });
  return el("label", { class: "field check" }, box, el("span", {}, label), hint && el("small", {}, hint));
}

/**
 * A form: `send(values, form)` gets the values by name, those of switches as booleans, and may be a promise; what it
 * throws is said below the fields. `label` is the text of its button.
 */
export function form(label, send, ...children) {
  const problem = problemLine();
  const button = el("button", { class: "main" }, label);
  const element = el("form", { novalidate: true }, children, problem, el("p", { class: "buttons" }, button));
  element.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    await busy(button, problem, () => send(valuesOf(element), element));
  });
  return element;
}

/** The line in which a form, or buttons, say what went wrong. */
export function problemLine() {
  return el("p", { class: "problem", role: "alert" });
}

/** A button for something that takes a while; what goes wrong is said in a `problem` line. */
export function actionButton(label, problem, action, kind = "") {
  const button = el("button", { type: "button", class: kind, onclick: () => busy(button, problem, action) }, label);
  return button;
}

/** A choice that is sent as soon as it is made: `send(value)`. */
export function setting(label, name, options, chosen, problem, send) {
  const element = choice(label, name, options, chosen);
  const select = element.querySelector("select");
  select.addEventListener("change", () => busy(select, problem, () => send(select.value)));
  return element;
}

/** Do something that takes a while, and say in an element what went wrong, or that it has to wait. Whether it went well. */
export async function busy(button, problem, action) {
  button.disabled = true;
  const stop = onLost((isLost) => fill(problem, isLost && t("app.later")));
  try {
    await action();
    return true;
  } catch (error) {
    fill(problem, sentence(error));
    return false;
  } finally {
    stop();
    button.disabled = false;
  }
}

/** Where the server's sentence is for terminals, this page has its own. */
const OWN = { "password-needed": "error.password-needed", "wrong-password": "error.wrong-password", "named-only": "error.named-only" };

/** What to say of an error: the server's sentence, if it has one. */
export function sentence(error) {
  if (Object.hasOwn(OWN, error?.code ?? "")) return t(OWN[error.code]);
  const text = error?.message || t("app.failed", { reason: String(error) });
  const whole = text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
  return error?.code === "right-needed" ? `${whole} ${t("error.right-needed")}` : whole;
}

function valuesOf(element) {
  const inputs = [...element.elements].filter(({ name }) => name);
  return Object.fromEntries(inputs.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value.trim()]));
}
