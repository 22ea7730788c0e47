// How much help a game was played with: the positions at which a hint was asked for, and whether a solution was shown.

import { plural } from "../ui/element.js";

/** @typedef {{ hints: number, solution: boolean }} HelpTaken */

/** A game that was played without help. @type {HelpTaken} */
export const NONE = { hints: 0, solution: false };

/**
 * Whether there was any.
 * @param {Partial<HelpTaken>} help
 */
export const isHelped = ({ hints = 0, solution = false }) => hints > 0 || solution;

/**
 * The help in words, as the end of a sentence: `with 3 hints`, `after the solution was shown`; nothing without any.
 * @param {Partial<HelpTaken>} help
 */
export function helpInWords({ hints = 0, solution = false }) {
  if (solution) return "after the solution was shown";
  return hints ? `with ${plural(hints, "hint")}` : "";
}
