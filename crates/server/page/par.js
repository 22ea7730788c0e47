// The best answer that an author claims, beside the proven one.

/** @import { Answer } from "./types.js" */

/**
 * The numbers of the par that a level's text states: `par = 5`, `; par: 5`, `Comment: Par: 5`; of two (`; par: 3 5`) the
 * first is that of the level as it stands, the last that of the best. Empty where none is stated.
 * @param {string} text
 * @returns {number[]}
 */
export function statedPar(text) {
  const found = /^(?:[^\w\n]*|[^\S\n]*comment:[^\S\n]*)par[^\S\n]*[:=][^\S\n]*((?:\d+[^\S\n]+)*\d+)/im.exec(text);
  return (found?.[1] ?? "").split(/\s+/).filter(Boolean).map(Number);
}

/**
 * The stated par beside an answer to `solve`, in a sentence.
 * @param {number[]} stated
 * @param {Answer} answer
 * @returns {string}
 */
export function besidePar(stated, { verdict, answer }) {
  const value = bestValue(answer);
  const isStated = stated.length > 0;
  const claim = isStated ? `Par ${stated.join(" ")}` : "The level states no par";
  if (verdict === "impossible") return isStated ? `${claim} is wrong: there is no solution.` : "";
  if (verdict !== "found" || value === undefined || answer?.["optimal"] === false) return `${claim}; the best is not proven.`;
  if (!isStated) return `${claim}; the proven best is ${value}.`;
  const unchanged = stated.length > 1 ? answer?.["wins"] : undefined;
  const proven = typeof unchanged === "number" ? [unchanged, value] : [value];
  const isRight = stated.slice(-proven.length).join(" ") === proven.join(" ");
  return isRight ? `${claim} is the proven best.` : `${claim} is wrong: the proven best is ${proven.join(" ")}.`;
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
