// How a game ended, in words, and what would have been possible.

/** @import { Amount, GameResult } from "../types.js" */
/** @typedef {{ value: number, proven: boolean }} Best */

/**
 * A result beside the best value that was possible: `Solved with 5 presses; 3 suffice`, `Paid 18; 97 was possible`.
 * @param {string} words the result in words
 * @param {GameResult} result
 * @param {Best} best
 * @returns {string}
 */
export function beside(words, result, best) {
  if (result.value === undefined) return words;
  const cost = result.unit === "cost";
  const value = best.value.toLocaleString("en");
  const gain = result.unit === "wins";
  if (gain && best.value > result.value) return `${words}; ${value} ${best.value === 1 ? "is" : "are"} possible`;
  if (best.value < result.value) return gain ? words : `${words}; ${value} ${cost || best.value === 1 ? "suffices" : "suffice"}`;
  if (!best.proven) return words;
  if (best.value === result.value) return `${words}, the ${cost ? "best" : gain ? "most" : "fewest"} possible`;
  return cost ? `${words}; ${value} was possible` : words;
}

/**
 * The best value that an answer knows for results of this unit; nothing where it is unknown. What counts moves counts whatever a
 * game calls its moves.
 * @param {Amount | undefined} amount
 * @param {string} unit
 * @returns {Best | undefined}
 */
export function best(amount, unit) {
  return amount && (amount.unit === unit || (amount.unit === "moves" && unit.endsWith("s"))) ? amount : undefined;
}
