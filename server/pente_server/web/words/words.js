// The sentences of the page, by key. The server makes their module from pente_protocol/languages, which has all of them.

import { TABLES } from "./sentences.js";

const language = (globalThis.navigator?.languages ?? []).map((tag) => tag.split("-")[0]).find((tag) => tag in TABLES) ?? "en";
const table = TABLES[language];
const plurals = new Intl.PluralRules(language);

/** A sentence. `{name}` in it is replaced with `values.name`; where it has forms of number, `values.n` decides. */
export function t(key, values = {}) {
  const entry = table[key] ?? TABLES.en[key];
  if (entry === undefined) throw new Error(`There is no text ${key}.`);
  const text = typeof entry === "string" ? entry : (entry[plurals.select(values.n)] ?? entry.other);
  return text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The language of the page. */
export const LANGUAGE = language;
