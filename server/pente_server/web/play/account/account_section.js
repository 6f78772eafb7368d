// What a player can do about their account: its name, its devices, its data, and its end.

import { deviceWords } from "../../client/key_names.js";
import { ask, openDialog } from "../../dom/dialog.js";
import { el, fill } from "../../dom/elements.js";
import { actionButton, busy, field, form, problemLine } from "../../dom/forms.js";
import { linkTo } from "../../words/links.js";
import { dayText, isGuest } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { collectData } from "./personal_data.js";
import { nameField, waysIn } from "./sign_in.js";

/** The section of an account, for the page of settings. */
export function accountSection(session) {
  return el("section", { class: "account" }, el("h2", {}, t("play.account")), session.me ? ownAccount(session) : noAccount(session));
}

function noAccount(session) {
  return [el("p", {}, t("play.no-account")), waysIn((details) => session.enter(details))];
}

function ownAccount(session) {
  const { me } = session;
  const isNew = isGuest(me);
  return [
    el("p", {}, t(isNew ? "play.you-are-guest" : "play.you-are", { name: me.name })),
    !session.accounts.areKept && el("p", { class: "note" }, t("play.not-kept")),
    form(t(isNew ? "play.choose-name" : "play.rename"), ({ name }) => session.rename(name), nameField(isNew ? "" : me.name)),
    devicesPart(session),
    endPart(session),
    el("p", { class: "note" }, t("play.per-origin", { host: location.host })),
  ];
}

/** The devices of the account, and a code for one more. */
function devicesPart(session) {
  const list = el("ul", { class: "devices" });
  const problem = problemLine();
  const show = ({ devices = [] }) => fill(list, devices.map((device) => entry(session, device, problem, show)));
  const offer = actionButton(t("play.add-device"), problem, () => offerLink(session));
  busy(offer, problem, async () => show(await session.client.request({ t: "devices" })));
  const mayOffer = session.client.welcome?.right !== "play"; // else the problem says who has to say yes, and to which words
  return [el("h3", {}, t("play.devices")), list, problem, mayOffer && el("p", { class: "buttons" }, offer)];
}

function entry(session, { id, name, used_at: usedAt, right, current = false }, problem, show) {
  const day = dayText(usedAt);
  const what = name || t("play.a-device");
  const revoke = async () => {
    if (!(await ask(t("play.revoke-question", { device: what }), { yes: t("app.remove") }))) return;
    await busy(button, problem, async () => show(await session.client.request({ t: "revoke_device", device: id })));
  };
  const button = el("button", { type: "button", onclick: revoke }, t("app.remove"));
  const manages = right === "account";
  const change = async () => {
    const words = deviceWords(id);
    if (!manages && !(await ask(t("play.allow-question", { device: what, words }), { yes: t("play.allow") }))) return;
    await busy(allow, problem, async () => show(await session.client.request({ t: "allow_device", device: id, right: manages ? "play" : "account" })));
  };
  const allow = el("button", { type: "button", onclick: change }, t(manages ? "play.only-play" : "play.allow"));
  const words = el("span", { class: "note" }, t(manages ? "play.manages" : "play.may-play", { words: deviceWords(id) }));
  return el("li", {}, el("span", {}, t(current ? "play.this-device" : "play.used", { device: what, day })), words, !current && allow, !current && button);
}

/** Show a code with which another device becomes one of the account. */
async function offerLink(session) {
  const { code, remaining } = await session.client.request({ t: "offer_link" });
  const minutes = Math.max(1, Math.floor(remaining / 60_000));
  openDialog(
    t("play.add-device"),
    el("p", { class: "code" }, code),
    el("p", {}, t("play.code-for", { n: minutes })),
    el("p", {}, t("app.in-terminal"), el("br"), el("code", {}, `pente account link ${code} ${linkTo("", session.greeting)}`)),
    el("p", {}, t("play.code-browser", { page: linkTo("/settings", { public_url: session.greeting?.public_url }) })), // without a fingerprint: it is typed
  );
}

function endPart(session) {
  const problem = problemLine();
  const save = actionButton(t("play.save-data"), problem, () => saveData(session));
  const leave = actionButton(t("play.sign-out"), problem, () => signOut(session));
  const end = el("button", { type: "button", class: "danger", onclick: () => deleteAccount(session) }, t("play.delete"));
  return [el("h3", {}, t("play.more")), problem, el("p", { class: "buttons" }, save, leave, end)];
}

async function saveData(session) {
  const data = await collectData((message) => session.client.request(message));
  const address = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
  el("a", { href: address, download: `pente-${session.me.name}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Without another device there is no way back to the account: say so. With one, this browser's device is removed. */
async function signOut(session) {
  const mayManage = session.client.welcome?.right !== "play";
  const { devices = [] } = mayManage ? await session.client.request({ t: "devices" }) : { devices: [{}, {}] }; // one of them manages the account
  const isLast = devices.length < 2;
  const more = t(isLast ? "play.sign-out-last" : "play.sign-out-more", { name: session.me.name });
  if (!(await ask(t("play.sign-out-question"), { yes: t("play.sign-out"), more }))) return;
  const own = devices.find(({ current }) => current);
  const { client } = session;
  if (!isLast && own) await client.request({ t: "revoke_device", device: own.id }).catch(() => {}); // it ends the connection
  session.forgetAccount();
}

function deleteAccount(session) {
  const { name } = session.me;
  const remove = async (values) => {
    if (values.name !== name) throw new Error(t("play.delete-other", { name }));
    await session.client.request({ t: "delete_account", name });
    session.forgetAccount();
    dialog.close();
  };
  const dialog = openDialog(
    t("play.delete"),
    el("p", {}, t("play.delete-more")),
    form(t("play.delete-now"), remove, field(t("play.delete-name", { name }), { name: "name", spellcheck: "false" })),
  );
}
