// A choice of one of several things, with its name above it.

import { el } from "./elements.js";

/** `choices` are pairs of a value and its text. {label, control}: the label has the control in it. */
export function select(name, choices, value, onChange = () => {}) {
  const options = choices.map(([key, text]) => el("option", { value: key, selected: key === value }, text));
  const control = el("select", { onchange: () => onChange(control.value) }, options);
  return { label: el("label", { class: "pick" }, el("span", {}, name), control), control };
}

/** Choices that take much space on a phone: folded up there, unless something is chosen. */
export function folded(name, isChosen, ...fields) {
  return el("details", { class: "filter-box", open: isChosen || matchMedia("(min-width: 720px)").matches }, el("summary", {}, name), fields);
}
