// The sentences of the page, by key. A translation is a file like en.js, and one more line in TABLES.

import { EN } from "./en.js";

const TABLES = { en: EN };
const language = (globalThis.navigator?.languages ?? []).map((tag) => tag.split("-")[0]).find((tag) => tag in TABLES) ?? "en";
const table = TABLES[language];
const plurals = new Intl.PluralRules(language);

/** A sentence. `{name}` in it is replaced with `values.name`; where it has forms of number, `values.n` decides. */
export function t(key, values = {}) {
  const entry = table[key] ?? EN[key];
  if (entry === undefined) throw new Error(`There is no text ${key}.`);
  const text = typeof entry === "string" ? entry : (entry[plurals.select(values.n)] ?? entry.other);
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The language of the page. */
export const LANGUAGE = language;
