// How a game ended, in words, and what would have been possible.

import { plural } from "./element.js";

/** @import { Answer, GameResult } from "./types.js" */
/** @typedef {{ value: number, proven: boolean }} Best */

/** The nouns of the units, one and many. @type {Record<string, [string, string]>} */
const NOUNS = { moves: ["move", "moves"], presses: ["press", "presses"], tokens: ["token", "tokens"] };

/**
 * A result in words: `Solved with 5 presses`, `Lost`, `A draw`, `Paid 18`.
 * @param {GameResult} result
 * @returns {string}
 */
export function ended({ kind, value, unit }) {
  if (kind === "lost") return "Lost";
  if (kind === "drawn") return "A draw";
  if (value === undefined || unit === undefined) return kind === "won" ? "Won" : "Ended";
  if (unit === "cost") return `Paid ${value.toLocaleString("en")}`;
  const [one, many] = NOUNS[unit] ?? [unit, unit];
  const count = plural(value, one, many);
  return kind === "won" ? `Solved ${unit === "moves" ? "in" : "with"} ${count}` : `Ended after ${count}`;
}

/**
 * A result beside the best value that was possible: `Solved with 5 presses; 3 suffice`, `Paid 18; Eel could have had 97`.
 * @param {GameResult} result
 * @param {Best} best
 * @param {string} role who played
 * @returns {string}
 */
export function beside(result, best, role) {
  const words = ended(result);
  if (result.value === undefined) return words;
  const cost = result.unit === "cost";
  const value = best.value.toLocaleString("en");
  if (best.value < result.value) return `${words}; ${value} ${cost || best.value === 1 ? "suffices" : "suffice"}`;
  if (!best.proven) return words;
  if (best.value === result.value) return `${words}, the ${cost ? "best" : "fewest"} possible`;
  return cost ? `${words}; ${role.charAt(0).toUpperCase()}${role.slice(1)} could have had ${value}` : words;
}

/**
 * The best value that an answer to `solve` knows for results of this unit; nothing where it is unknown.
 * @param {Answer} answer
 * @param {string | undefined} unit
 * @returns {Best | undefined}
 */
export function best({ verdict, answer }, unit) {
  const key = unit === "cost" || unit === "tokens" ? unit : "moves";
  const value = answer?.[key];
  return verdict === "found" && typeof value === "number" ? { value, proven: answer?.["optimal"] !== false } : undefined;
}
