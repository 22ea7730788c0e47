// The best answer that an author claims, beside the proven one.

/** @import { Answer } from "./types.js" */

/**
 * The par that a level's text states: `par = 5`, `; par: 5`, `Comment: Par: 5`; of several numbers (`; par: 3 5`) the last.
 * @param {string} text
 * @returns {number | undefined}
 */
export function statedPar(text) {
  const found = /^(?:[^\w\n]*|[^\S\n]*comment:[^\S\n]*)par[^\S\n]*[:=][^\S\n]*(?:\d+[^\S\n]+)*(\d+)/im.exec(text);
  return found ? Number(found[1]) : undefined;
}

/**
 * The stated par beside an answer to `solve`, in a sentence.
 * @param {number | undefined} stated
 * @param {Answer} answer
 * @returns {string}
 */
export function besidePar(stated, { verdict, answer }) {
  const value = bestValue(answer);
  const claim = stated === undefined ? "The level states no par" : `Par ${stated}`;
  if (verdict === "impossible") return stated === undefined ? "" : `${claim} is wrong: there is no solution.`;
  if (verdict !== "found" || value === undefined || answer?.["optimal"] === false) return `${claim}; the best is not proven.`;
  if (stated === undefined) return `${claim}; the proven best is ${value}.`;
  return stated === value ? `${claim} is the proven best.` : `${claim} is wrong: the proven best is ${value}.`;
}

/**
 * The number that a par states, of an answer to `solve`.
 * @param {Answer["answer"]} answer
 * @returns {number | undefined}
 */
function bestValue(answer) {
  const { cost, tokens, best, moves } = /** @type {Record<string, any>} */ (answer ?? {});
  const value = cost ?? tokens ?? best?.wins ?? moves;
  return typeof value === "number" ? value : undefined;
}
