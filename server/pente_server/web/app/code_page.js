// The link of a game: for who has no seat there an invitation, and else the game. The address keeps its code, so that
// it can be loaded again, and passed on.

import { el } from "../dom/elements.js";
import { form, sentence } from "../dom/forms.js";
import { deviceName, nameField } from "../play/account/sign_in.js";
import { open as openRoom } from "../room/room_page.js";
import { gameText, nameOf } from "../words/phrases.js";
import { t } from "../words/words.js";

/** The code of an invitation that is accepted by somebody who signs in: the router then opens the page anew. */
let accepted = "";

export async function open(context) {
  const { session, params: [code] } = context;
  if (!session.me && isNowhere()) return nowhere(code);
  const { room, invitation, error } = await find(session, code);
  if (error) return nowhere(code);
  const enter = () => openRoom({ ...context, params: [room], hasBegun: !invitation });
  const isAccepted = accepted === code && session.me !== null;
  accepted = "";
  if (!invitation || !invitation.seats.includes(null) || invitation.seats.some((player) => player && player.id === session.me?.id)) return enter();
  if (!isAccepted) return invited();
  return join().then(enter, (problem) => invited(sentence(problem)));

  /** Take a seat, unless the room wants to know more: then its own page asks. */
  async function join() {
    const { password_hash: password, rated, private: isPrivate } = invitation.options ?? {};
    if (!password && !(rated && isPrivate)) await session.client.act(room, { t: "join" });
  }

  function invited(problem = "") {
    let page = { element: invitationTo(invitation, { problem, hasName: session.me !== null, send }), title: t("start.invitation"), close() {} };
    return {
      get element() {
        return page.element;
      },
      get title() {
        return page.title;
      },
      moved: (hash) => page.moved?.(hash),
      close: () => page.close(),
    };

    async function send({ name = "" }) {
      if (!session.me) {
        accepted = code;
        await session.enter({ name, device: deviceName() });
        return;
      }
      await join();
      const { element } = page;
      page = enter();
      element.replaceWith(page.element);
    }
  }
}

/** Whether the server has sent this document as one of a wrong code: to ask again would count as another one. */
function isNowhere() {
  const [{ name, responseStatus } = {}] = performance.getEntriesByType("navigation");
  return responseStatus === 404 && new URL(name).pathname === location.pathname;
}

/** What a code leads to; `error` where it leads nowhere, whatever the reason. Rejects if that can't be known now. */
function find(session, code) {
  return session.client.request({ t: "find_code", code }).catch((error) => {
    if (!["unknown-code", "rate-limited", "unknown-room"].includes(error.code)) throw error;
    return { error };
  });
}

/** Who invites, to what, and one button, which asks for a name at most. */
function invitationTo(room, { problem, hasName, send }) {
  const [host, free] = [nameOf(room.host), room.seats.flatMap((player, seat) => (player ? [] : [seat]))];
  const isPair = room.seats.length === 2 && free.length === 1;
  const facts = [gameText(room), t(room.options?.rated ? "phrase.rated" : "room.casual"), isPair && (free[0] === 0 ? t("start.you-begin") : t("start.host-begins", { name: host }))];
  const accept = form(
    t("start.accept"),
    send,
    !hasName && nameField(),
    !hasName && el("p", { class: "note" }, t("start.accept-more")),
    problem && el("p", { class: "problem", role: "alert" }, problem),
  );
  return el("section", { class: "gate invitation" }, el("h1", {}, t("start.invited-by", { name: host })), el("p", { class: "lead" }, facts.filter(Boolean).join(" · ")), accept);
}

/** Whether there is no such code, or too many wrong ones were tried, is the same to who has it from somewhere. */
function nowhere(code) {
  const again = el("button", { type: "button", class: "main", onclick: () => location.reload() }, t("app.again"));
  const element = el(
    "section",
    { class: "gate" },
    el("h1", {}, t("start.no-game", { code })),
    el("p", { role: "alert" }, t("start.no-game-more")),
    el("p", { class: "buttons" }, again, el("a", { class: "button", href: "/" }, t("room.other-games"))),
  );
  return { element, title: t("start.no-game", { code }), close() {} };
}
