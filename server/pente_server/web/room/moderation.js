// What the host of a room may do about people without a seat, and about who may watch.

import { ask, openDialog } from "../dom/dialog.js";
import { el } from "../dom/elements.js";
import { busy, field, form, problemLine, setting } from "../dom/forms.js";
import { t } from "../words/words.js";

const GRAVE = ["kick", "ban"]; // what is asked about

/** For the host of the page's room: {element, mayModerate(player), button(name, id), update(room)}; for all others null. */
export function moderationOf(page) {
  const { client, me, isEmbedded } = page;
  if (isEmbedded || !me || page.room.created.host?.id !== me.id) return null;
  const act = (command) => client.act(page.id, command);
  const open = async (name, id) => askAbout(act, { name, id: id ?? (await idOf(page, name)), isMuted: (found) => page.room.muted.includes(found) });
  const problem = problemLine();
  const policy = policyPart(act, problem);
  const named = form(t("room.host-person"), ({ name }) => open(name), field(t("room.host-name"), { name: "name", maxlength: 20, spellcheck: "false" }));
  const update = (room) => {
    policy.hidden = !["waiting", "playing"].includes(room.status);
    policy.querySelector("select").value = room.options.watch ?? "anybody";
    element.hidden = room.status === "closed";
  };
  const mayModerate = (player) => player.id !== me.id && page.room.seatOf(player.id) === null;
  const element = el("section", { class: "host" }, el("h3", {}, t("room.host")), problem, policy, named);
  /** A name that leads to what can be done about its owner. */
  const button = (name, id) => {
    const made = el("button", { type: "button", class: "plain", "aria-haspopup": "dialog", onclick: () => busy(made, problem, () => open(name, id)) }, name);
    return made;
  };
  return { element, mayModerate, button, update };
}

function policyPart(act, problem) {
  const options = ["anybody", "invited"].map((value) => [value, t(`room.watch-${value}`)]);
  return setting(t("room.who-watches"), "watch", options, "anybody", problem, (watch) => act({ t: "set_watch_policy", watch }));
}

/** Who has a name, or has said something under it. */
async function idOf({ client, room }, name) {
  try {
    return (await client.request({ t: "profile", player: name })).player.id;
  } catch (error) {
    const said = room.chat.findLast(({ player }) => player.name.toLowerCase() === name.toLowerCase());
    if (!said) throw error;
    return said.player.id;
  }
}

/** What can be done about one person. */
function askAbout(act, { name, id, isMuted }) {
  const problem = problemLine();
  const one = (kind) => {
    const button = el("button", { type: "button", class: GRAVE.includes(kind) ? "danger" : "", onclick: () => take(kind, button) }, t(`room.host-${kind}`));
    return button;
  };
  const take = async (kind, button) => {
    if (GRAVE.includes(kind) && !(await ask(t(`room.host-${kind}-question`, { name }), { yes: t(`room.host-${kind}`) }))) return;
    if (await busy(button, problem, () => act({ t: kind, player: id }))) dialog.close();
  };
  const kinds = [isMuted(id) ? "unmute" : "mute", ...GRAVE, "unban"];
  const dialog = openDialog(name, el("p", { class: "buttons" }, kinds.map(one)), problem);
}
