// What a question, a level or a move is refused with, by the server or by the engines of this page.

import { site } from "./site.js";

/** @import { ProblemBody } from "../types.js" */

/** What was refused, and why. */
export class Refused extends Error {
  /** @param {ProblemBody} problem */
  constructor(problem) {
    super(sentence(problem));
    this.problem = problem;
  }

  /** Whether the text holds several levels of which none was chosen, or not the one that was. */
  get severalLevels() {
    return this.problem.type === "/api#no-such-level";
  }
}

/**
 * What a problem says to a person: without the place in a request that the person has not seen.
 * @param {ProblemBody} problem
 */
function sentence({ detail, title, status }) {
  const words = detail?.replace(/^the body: /, "").replace(/ at line \d+ column \d+$/, "");
  return words || title || `status ${status}`;
}

/**
 * What went wrong, in words for a person.
 * @param {unknown} error
 * @returns {string}
 */
export function wordsOf(error) {
  // A browser throws this where what the page asks for cannot be loaded.
  if (error instanceof TypeError) return site.server ? "The server does not answer. Load the page again." : "There is no network, and what this needs was not kept here: try again once there is one.";
  return error instanceof Error ? error.message : String(error);
}
