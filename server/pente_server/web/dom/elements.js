// Elements of a page. Text is always a text node: nothing that others wrote is read as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element. `attributes`: a function value is a listener (`onclick`), true is an attribute without a value, and
 * false, null or undefined leave it out; `dataset` is an object. Children are nodes, texts and numbers; null,
 * undefined and false are skipped, lists are flattened.
 */
export function el(tag, attributes = {}, ...children) {
  return made(document.createElement(tag), attributes, children);
}

/** The same for a picture. */
export function svg(tag, attributes = {}, ...children) {
  return made(document.createElementNS(SVG, tag), attributes, children);
}

/** Replace what is in an element. */
export function fill(parent, ...children) {
  parent.replaceChildren(...nodesOf(children));
  return parent;
}

function made(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...nodesOf(children));
  return element;
}

function set(element, name, value) {
  if (value === false || value === null || value === undefined) return;
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else element.setAttribute(name, value === true ? "" : value);
}

function nodesOf(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
