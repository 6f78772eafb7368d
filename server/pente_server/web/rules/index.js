// The rules of the Pente family, for looking ahead: they draw, and the server decides. Without a page, also in Node.

export { choicesDue, choose, legalPoints, play, problemOf, retire } from "./play.js";
export {
  RULESET_NAMES,
  coloursOf,
  goalOf,
  namedRuleset,
  rulesetOf,
  rulesetText,
  takenByTeam,
  teamOf,
} from "./ruleset.js";
export { firstFrame, frameAfter, framesAfter, startOf, turnsOf } from "./turns.js";
