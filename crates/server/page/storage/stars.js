// How well a game was played: one to three stars by its distance from the proven optimum. Nothing is claimed while the
// optimum is unknown.

import { helpInWords, isHelped } from "./help_taken.js";

/** @import { HelpTaken } from "./help_taken.js" */
/** @import { Best } from "../game/result.js" */
/** @import { GameResult } from "../types.js" */
/**
 * @typedef {object} SavedResult the best result of a level
 * @property {GameResult["kind"]} kind
 * @property {number} [value] in the unit
 * @property {string} [unit]
 * @property {string} [role] who played
 * @property {number} [best] the proven optimum
 * @property {0 | 1 | 2 | 3} [stars] where they are known
 * @property {number} [hints] asked for on the way, where there were any
 * @property {boolean} [solution] whether a solution was shown before
 * @property {number} at when, in milliseconds since 1970
 */

/** Two stars for at most a quarter off the optimum. */
const CLOSE = 1.25;
const MOST = 3;

/**
 * The stars of a result: 3 for the optimum, 2 for at most a quarter off, 1 for an end with any other value, 0 for a loss.
 * Results without a value have none, and so has everything while the optimum is unknown.
 * @param {GameResult} result
 * @param {Best | undefined} best
 * @returns {0 | 1 | 2 | 3 | undefined}
 */
export function stars({ kind, value }, best) {
  if (kind === "lost") return 0;
  if (value === undefined || !best?.proven) return undefined;
  if (value === best.value) return 3;
  const [less, more] = value < best.value ? [value, best.value] : [best.value, value];
  return more <= less * CLOSE || more === less + 1 ? 2 : 1;
}

/**
 * What is kept of an ended game.
 * @param {GameResult} result
 * @param {Best | undefined} best
 * @param {string | undefined} role
 * @param {HelpTaken} help
 * @returns {SavedResult}
 */
export function toKeep(result, best, role, { hints, solution }) {
  const earned = stars(result, best);
  return {
    ...result,
    ...(hints ? { hints } : {}),
    ...(solution ? { solution } : {}),
    ...(role === undefined ? {} : { role }),
    ...(best?.proven ? { best: best.value } : {}),
    ...(earned === undefined ? {} : { stars: earned }),
    at: Date.now(),
  };
}

/**
 * Whether a result is better than another one of its level: by how it ended, then where there was no help, then by stars,
 * then by its distance from the optimum, and where that is unknown by the fewer moves.
 * @param {SavedResult} one
 * @param {SavedResult} other
 * @returns {boolean}
 */
export function better(one, other) {
  const [own, old] = [rank(one), rank(other)];
  const at = own.findIndex((part, index) => part !== old[index]);
  return at >= 0 && (own[at] ?? 0) > (old[at] ?? 0);
}

/** @param {SavedResult} result */
function rank({ kind, value, best, stars, ...help }) {
  const end = { lost: 0, drawn: 1, ended: 2, won: 2 }[kind];
  const off = value === undefined ? 0 : best === undefined ? value : Math.abs(value - best);
  return [end, isHelped(help) ? 0 : 1, stars ?? 0, best === undefined ? 0 : 1, -off];
}

/**
 * The stars as signs: `★★☆`.
 * @param {number} count
 * @returns {string}
 */
export function asSigns(count) {
  return "★".repeat(count) + "☆".repeat(MOST - count);
}

/**
 * A kept result in words: `Solved, 3 of 3 stars`, `Solved, with 2 hints`, `Not solved yet`.
 * @param {SavedResult} result
 * @returns {string}
 */
export function inWords({ kind, stars, ...help }) {
  if (kind === "lost") return "Not solved yet";
  if (kind === "drawn") return "A draw";
  return ["Solved", stars === undefined ? "" : `${stars} of ${MOST} stars`, helpInWords(help)].filter(Boolean).join(", ");
}
