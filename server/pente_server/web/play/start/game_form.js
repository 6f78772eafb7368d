// The form for a new game: what people usually choose at once, all else under "More".

import { openDialog } from "../../dom/dialog.js";
import { el, fill } from "../../dom/elements.js";
import { check, choice, field, form } from "../../dom/forms.js";
import { t } from "../../words/words.js";
import { BadOption, COMMON, SECTIONS, gameOf, originOf, positionIn } from "./game_options.js";
import { createRoom, openGame } from "./matchmaking.js";

/** Ask for a new game, and go to its room. `values` are what is filled in already. */
export async function askForGame({ session, go }, values = {}) {
  if (!(await session.signIn())) return;
  const send = async (given) => {
    const room = await openGame(session.client, await gameFor(session.client, given));
    dialog.close();
    go(`/r/${room}`);
  };
  const other = field(t("start.other_time"), { name: "other_time", placeholder: "5+3" }, t("start.other_time-more"));
  const fields = [...Object.entries(COMMON).map((entry) => option(entry, values)), ...Object.entries(SECTIONS).map((entry) => section(entry, values))];
  fields.splice(3, 0, other);
  const dialog = openDialog(t(values.against ? "phrase.challenge" : "start.new"), form(t(values.against ? "start.send" : "start.open"), send, ...fields));
  const [time, ruleset] = ["time", "ruleset"].map((name) => dialog.element.querySelector(`select[name=${name}]`));
  const means = el("small", {});
  ruleset.after(means);
  const show = () => {
    other.hidden = time.value !== "other";
    fill(means, t(`room.rules-${ruleset.value}`));
  };
  time.addEventListener("change", show);
  ruleset.addEventListener("change", show);
  show();
}

async function gameFor(client, given) {
  try {
    const from = originOf(given);
    return gameOf(given, { origin: from && positionIn(await client.logOf(from.id), from.stones) });
  } catch (error) {
    if (!(error instanceof BadOption)) throw error;
    throw new Error(`${t(`start.${error.field}`)}: ${t(error.key)}`);
  }
}

function section([name, options], values) {
  return el("details", {}, el("summary", {}, t(`start.section-${name}`)), Object.entries(options).map((entry) => option(entry, values)));
}

function option([name, kind], values) {
  const [title, hint] = [t(`start.${name}`), HINTS.includes(name) ? t(`start.${name}-more`) : ""];
  if (kind === "switch") return check(title, name, Boolean(values[name]), hint);
  if (Array.isArray(kind)) return choice(title, name, kind.map((value) => [value, valueText(name, value)]), values[name] ?? kind[0], hint);
  const type = kind === "secret" ? "password" : "text";
  return field(title, { name, type, value: values[name] ?? "", maxlength: 400, autocapitalize: "none", spellcheck: "false" }, hint);
}

/** Ask for the terms of a game that only those find who have its link, and go to that link. */
export async function askForFriend({ session, go }) {
  if (!(await session.signIn())) return;
  const send = async (given) => {
    const { code } = await createRoom(session.client, gameOf({ ...given, private: true }));
    dialog.close();
    go(`/j/${code}`);
  };
  const dialog = openDialog(t("start.friend"), form(t("start.invite"), send, el("p", {}, t("start.friend-more")), termChoices()));
}

/** The terms of a quick game: rules, time, and the colour; by all rules that have a name white begins. */
export function termChoices() {
  const terms = ["ruleset", "time"].map((name) => option([name, COMMON[name].filter((value) => value !== "other")], {}));
  const colours = [["", t("start.any-seat")], ["0", t("start.white")], ["1", t("start.black")]];
  return [...terms, choice(t("start.colour"), "seat", colours)];
}

const HINTS = [
  ..."from_game against is_set viewer_delay ratings accepts_rating position give time time_odds needs captures poof goals hints private size".split(" "),
];
const AS_WRITTEN = ["ruleset", "swap", "stones_per_turn", "sides"];

function valueText(name, value) {
  if (value === "") return t(name === "seat" ? "start.any-seat" : "start.usual");
  if (name === "time" && /[0-9]/.test(value)) return value;
  if (value === "yes" || value === "no") return t(`start.${value}`);
  return AS_WRITTEN.includes(name) ? value : t(`start.${name}-${value}`);
}
