// The attempt at a level that counts: the best one.

import { isHelped } from "./help_taken.js";

/** @import { Attempt, End } from "./attempts.js" */

/** How much an end is worth. @type {Record<End, number>} */
const WORTH = { won: 4, ended: 3, drawn: 2, lost: 1, open: 0 };

/**
 * The best attempt at a level: by its end, then where there was no help, then by its value, as far as it says which is better,
 * and the later one of equals.
 * @template {Attempt} A
 * @param {A[]} attempts
 * @param {number} level its number
 * @returns {A | undefined}
 */
export function bestOf(attempts, level) {
  /** @type {A | undefined} */
  let best;
  for (const attempt of attempts) if (attempt.level === level && (!best || atLeast(rank(attempt), rank(best)))) best = attempt;
  return best;
}

/** @param {Attempt} attempt */
function rank({ end, value = 0, unit = "moves", ...help }) {
  // Of wins there are to be many, of what else is counted few; of an amount that depends on who plays.
  const off = unit === "wins" ? value : unit.endsWith("s") ? -value : 0;
  return [WORTH[end], isHelped(help) ? 0 : 1, off];
}

/**
 * @param {number[]} own
 * @param {number[]} other
 */
function atLeast(own, other) {
  const at = own.findIndex((part, index) => part !== other[index]);
  return at < 0 || (own[at] ?? 0) > (other[at] ?? 0);
}
