// What goes on in a room, in sentences: whose turn it is, offers, who is awaited, and how the game ended.

import { takenByTeam } from "../../rules/index.js";
import { listed, momentText, nameOf, spanText } from "../../words/phrases.js";
import { t } from "../../words/words.js";
import { capturedText, colourName, nameAt, namesAt } from "./phrases.js";

const FIRST_MOVE_SHOWN = 30_000;
const OWN = ["resignation", "time", "forfeit"];
const PLAIN = ["no-moves", "dead", "agreement", "aborted"];

/** The sentences of a room now, the most important first. `me`: the seat of the reader, or null. */
export function statusOf(room, me, now) {
  if (room.isReadOnly) return [t("room.unknown-game")];
  if (room.status === "closed") return [...refusalTexts(room), t("room.closed")];
  if (room.status === "finished") return [outcomeText(room, me), ...room.offers.map((offer) => offerText(room, offer, me))];
  if (room.status === "waiting") return waitingTexts(room);
  const main = room.pausedAt === null ? startText(room, now) || turnText(room, me) : t("room.paused");
  const offers = room.offers.map((offer) => offerText(room, offer, me));
  return [main, firstMoveText(room, me, now), ...offers, ...awaitedTexts(room, now), ...vacationTexts(room, now)].filter(Boolean);
}

/** What a bot said last in a room that is closed: that is why it does not play. */
function refusalTexts({ chat }) {
  const { player, text } = chat.at(-1) ?? {};
  return player?.kind === "bot" ? [`${nameOf(player)}: ${text}`] : [];
}

/** Whose turn it is. */
function turnText(room, me) {
  const { toAct, choices, position } = room;
  if (toAct === null) return "";
  const name = nameAt(room, toAct);
  if (choices.length) {
    const offered = listed(choices.map((choice) => t(`room.choice-${choice}`)), "disjunction");
    return toAct === me ? t("room.your-choice", { choices: offered }) : t("room.has-to-choose", { name, choices: offered });
  }
  if (toAct === me) return t("room.your-turn");
  const colour = colourName(room, position.colour);
  return position.colour === toAct ? t("room.turn", { name, colour }) : t("room.turn-places", { name, colour });
}

/** How a game ended, why, and whether its ratings wait or stay; empty while it goes on. */
export function outcomeText(room, me = null) {
  const { outcome, created, options } = room;
  if (!outcome) return room.status === "finished" ? t("room.over") : "";
  const text = endText(room, outcome, me);
  const isSecond = created.number % 2 === 0;
  if (!options.rated) return text;
  if (outcome.termination !== "aborted") return options.games > 1 && !isSecond ? t("room.after-set", { text }) : text;
  return t(options.games > 1 && isSecond ? "room.as-it-stood" : "room.not-rated", { text });
}

function endText(room, outcome, me) {
  const { termination, winners = [], no_show: missing = [] } = outcome;
  if (missing.length) return t("room.no-show", { names: namesAt(room, missing) });
  if (!winners.length) return PLAIN.includes(termination) ? t(`room.drawn-${termination}`) : t("room.drawn", { reason: termination });
  const reason = reasonText(room, outcome, me);
  if (me === null) return t("room.won", { names: namesAt(room, winners), reason });
  return winners.includes(me) ? t("room.you-won", { reason }) : t("room.you-lost", { reason });
}

/** The result in a few characters, as a list of moves ends: "1–0", "½–½". */
export function scoreText({ outcome, seats }) {
  if (!outcome || outcome.termination === "aborted") return "";
  const { winners = [] } = outcome;
  return seats.map((_, seat) => (winners.length ? Number(winners.includes(seat)) : "½")).join("–");
}

function reasonText(room, { termination, winners, lines = [] }, me) {
  const losers = losersOf(room, winners);
  const values = {
    n: Math.max(room.rules.line ?? 5, ...lines.map((line) => line.length)),
    captured: capturedText(room.rules, takenByTeam(room.position, winners[0], room.rules)),
    names: namesAt(room, losers),
  };
  const known = ["line", "captures", "resignation", "time", "forfeit"];
  if (OWN.includes(termination) && losers.length === 1 && losers[0] === me) return t(`room.by-your-${termination}`);
  return known.includes(termination) ? t(`room.by-${termination}`, values) : termination;
}

/** Who lost: the player who left last and so ended the game, else all who have not won. */
function losersOf({ turnList, seats }, winners) {
  const [, seat] = /^(?:resignation|time|forfeit):(\d)$/.exec(turnList.at(-1) ?? "") ?? [];
  return seat ? [Number(seat)] : seats.map((_, other) => other).filter((other) => !winners.includes(other));
}

/** An offer that waits for an answer. */
export function offerText(room, { offer, seat, until }, me = null) {
  const values = { name: nameAt(room, seat), moment: momentText(until ?? 0) };
  const text = seat === me ? t(`room.you-offer-${offer}`, values) : t(`offer.${offer}`, values);
  return offer === "pause" ? `${text} ${t("offer.pause-terms")}` : text;
}

function startText({ clocksFrom }, now) {
  return clocksFrom !== null && clocksFrom > now ? t("room.clocks-wait", { span: spanText(clocksFrom - now) }) : "";
}

function firstMoveText(room, me, now) {
  const { firstMoves, toAct } = room;
  if (!firstMoves?.until || toAct === null || firstMoves.until - now > FIRST_MOVE_SHOWN) return "";
  const span = spanText(firstMoves.until - now);
  return toAct === me ? t("room.your-first-move", { span }) : t("room.first-move", { name: nameAt(room, toAct), span });
}

function awaitedTexts(room, now) {
  return room.absent.map(({ seat, until }) => {
    const name = nameAt(room, seat);
    if (room.pausedAt !== null) return t("room.is-away", { name });
    return until > now ? t("room.gone", { name, span: spanText(until - now) }) : t("room.not-back", { name });
  });
}

function vacationTexts(room, now) {
  const away = room.clocks.rests.map((until, seat) => ({ until, seat })).filter(({ until }) => until > now);
  return away.map(({ until, seat }) => t("room.on-vacation", { name: nameAt(room, seat), moment: momentText(until) }));
}

function waitingTexts(room) {
  const missing = room.seats.filter((player) => player === null).length;
  const away = room.absent.map(({ seat }) => t("room.seat-kept", { name: nameAt(room, seat) }));
  if (room.invited.length) return [t("room.waits-for", { names: listed(room.invited.map(({ name }) => name)) }), ...away];
  if (missing) return [t("room.waits", { n: missing }), ...away];
  const unready = room.seats.map((_, seat) => seat).filter((seat) => !room.readySeats.includes(seat));
  return away.length ? away : [t("room.waits-ready", { names: namesAt(room, unready) })];
}
